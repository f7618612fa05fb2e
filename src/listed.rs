//! Enums that know all their values.

/// Declares an enum and gives it `COUNT`, how many values there are, and `ALL`, all of them in their order.
macro_rules! listed {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $value:ident,)*
        }
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$doc])* $value,)*
        }

        impl $name {
            /// How many there are.
            pub const COUNT: usize = [$(Self::$value,)*].len();

            /// All of them in their order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$value,)*];
        }
    };
}

pub(crate) use listed;
