//! The print of another planner, to be shown beside the one that is asked for.

use anyhow::{Context, bail, ensure};

use super::order::Order;
use tetris_printer::plan::Monitor;
use tetris_printer::print::{FieldChoice, Planner, PrintJob, PrintRequest, Printed};
use tetris_printer::render::Motion;
use tetris_printer::sprite::Sprite;

impl Order<'_> {
    /// Refuses what two games side by side cannot be.
    pub fn check_versus(&self) -> anyhow::Result<()> {
        let Some(rival) = self.args.versus else {
            return Ok(());
        };
        let rival = Planner::from(rival);
        ensure!(
            rival != self.args.planning.planner(),
            "--versus {rival} would show the same print twice: name another planner"
        );
        let targets = self.targets();
        if let Some((target, kind)) = targets.iter().find(|(_, kind)| !kind.is_film()) {
            bail!(
                "{target} would be {kind}, which does not show two games: leave out --versus, or write a film such as \
                 --gif versus.gif"
            );
        }
        ensure!(
            !self.args.watch,
            "--watch shows one game: leave it out, or --versus"
        );
        ensure!(
            matches!(self.options().motion, Motion::Auto | Motion::Lock),
            "--versus shows each piece where it locks: leave out --motion"
        );
        Ok(())
    }

    /// The rival's print of the same sprite on the same field, if one is asked for.
    pub fn plan_rival(
        &self,
        sprite: &Sprite,
        request: &PrintRequest,
        own: &Printed,
        monitor: &dyn Monitor,
    ) -> anyhow::Result<Option<Printed>> {
        let Some(rival) = self.args.versus else {
            return Ok(None);
        };
        let request = PrintRequest {
            planner: rival.into(),
            field: FieldChoice::Size(own.script.field),
            ..request.clone()
        };
        let plan = || PrintJob::new(sprite, &request)?.run(monitor);
        let printed = plan().with_context(|| format!("--versus {}", request.planner))?;
        Ok(Some(printed))
    }
}
