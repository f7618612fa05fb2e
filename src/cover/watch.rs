//! Somebody who watches a search: counts its work, refuses branches, ends it early.

/// What a search tells about itself as it goes, and what it asks.
///
/// Every method has an empty default, and `()` watches nothing: such a search pays nothing for
/// being watched. The level of a search is the number of options it has chosen.
pub trait Watch {
    /// Asked before an option is chosen; `false` leaves the branch out.
    fn allows(&mut self, _option: usize) -> bool {
        true
    }

    /// An option was chosen: the search is one level deeper.
    fn entered(&mut self, _option: usize) {}

    /// The option is about to be given back: the search is one level higher.
    fn left(&mut self, _option: usize) {}

    /// Fields of the search's memory were written.
    fn assigned(&mut self, _fields: u64) {}

    /// Fields were compared.
    fn compared(&mut self, _fields: u64) {}

    /// Elements were taken out of a list or a matrix.
    fn removed(&mut self, _elements: u64) {}

    /// Elements were put into a list or a matrix.
    fn inserted(&mut self, _elements: u64) {}
}

impl Watch for () {}

impl<W: Watch> Watch for &mut W {
    fn allows(&mut self, option: usize) -> bool {
        (**self).allows(option)
    }

    fn entered(&mut self, option: usize) {
        (**self).entered(option);
    }

    fn left(&mut self, option: usize) {
        (**self).left(option);
    }

    fn assigned(&mut self, fields: u64) {
        (**self).assigned(fields);
    }

    fn compared(&mut self, fields: u64) {
        (**self).compared(fields);
    }

    fn removed(&mut self, elements: u64) {
        (**self).removed(elements);
    }

    fn inserted(&mut self, elements: u64) {
        (**self).inserted(elements);
    }
}

/// Two watchers, both of whom must allow a branch.
impl<A: Watch, B: Watch> Watch for (A, B) {
    fn allows(&mut self, option: usize) -> bool {
        self.0.allows(option) && self.1.allows(option)
    }

    fn entered(&mut self, option: usize) {
        self.0.entered(option);
        self.1.entered(option);
    }

    fn left(&mut self, option: usize) {
        self.0.left(option);
        self.1.left(option);
    }

    fn assigned(&mut self, fields: u64) {
        self.0.assigned(fields);
        self.1.assigned(fields);
    }

    fn compared(&mut self, fields: u64) {
        self.0.compared(fields);
        self.1.compared(fields);
    }

    fn removed(&mut self, elements: u64) {
        self.0.removed(elements);
        self.1.removed(elements);
    }

    fn inserted(&mut self, elements: u64) {
        self.0.inserted(elements);
        self.1.inserted(elements);
    }
}
