//! The facts of all cards of which each is read when somebody asks for it: of the thousands that are held, a
//! deck names a few dozen.

use super::CardBook;
use super::lcg::LcgBook;
use super::load;
use super::names::Names;
use super::rows::Rows;
use super::tcg::TcgBook;
use crate::corpus::files::{Files, Pieces};
use crate::corpus::table::Table;

/// The pieces of names.
const LCG_NAMES: &str = "lcg/cards/names";
const LCG_OCTGN: &str = "lcg/cards/octgn";
const TCG_NAMES: &str = "tcg/cards/names";
const TCG_BASES: &str = "tcg/cards/bases";

impl CardBook {
    /// What [`Self::on_demand`] reads at once: every name, and where the facts of each card stand in the
    /// trees of the files.
    ///
    /// # Errors
    /// Of facts that cannot be packed.
    pub fn pieces(&self, files: &Files) -> Result<Pieces, serde_json::Error> {
        let (lcg, tcg) = (&self.lcg, &self.tcg);
        let mut pieces = Pieces::new();
        lcg.cards.pack(files, ("lcg", "cards"), &mut pieces)?;
        lcg.sets.pack(files, ("lcg", "objective-sets"), &mut pieces)?;
        lcg.fan_sets.pack(files, ("lcg", "fan-sets"), &mut pieces)?;
        lcg.challenge.pack(files, ("lcg", "challenge-cards"), &mut pieces)?;
        lcg.products.pack(files, ("lcg", "products"), &mut pieces)?;
        lcg.names.pack(LCG_NAMES, &mut pieces)?;
        pieces.insert(LCG_OCTGN.to_owned(), lcg.by_octgn.pack()?);
        tcg.cards.pack(files, ("tcg", "cards"), &mut pieces)?;
        tcg.sets.pack(files, ("tcg", "sets"), &mut pieces)?;
        tcg.names.pack(TCG_NAMES, &mut pieces)?;
        tcg.bases.pack(TCG_BASES, &mut pieces)?;
        Ok(pieces)
    }

    /// The facts of all cards of files with which nothing is wrong, read when somebody asks for them. `None`
    /// where the pieces are not there, or prove damaged.
    pub fn on_demand(files: &Files) -> Option<Self> {
        let lcg = LcgBook {
            cards: Rows::on_demand(files, "lcg", "cards")?,
            sets: Rows::on_demand(files, "lcg", "objective-sets")?,
            fan_sets: Rows::on_demand(files, "lcg", "fan-sets")?,
            challenge: Rows::on_demand(files, "lcg", "challenge-cards")?,
            affiliations: load::items(files, "lcg", "affiliations", &mut Vec::new()),
            products: Rows::on_demand(files, "lcg", "products")?,
            octgn: load::octgn(files, &mut Vec::new()),
            names: Names::unpack(LCG_NAMES, files)?,
            by_octgn: Table::unpack(&files.piece(LCG_OCTGN)?)?,
        };
        let tcg = TcgBook {
            cards: Rows::on_demand(files, "tcg", "cards")?,
            sets: Rows::on_demand(files, "tcg", "sets")?,
            names: Names::unpack(TCG_NAMES, files)?,
            bases: Names::unpack(TCG_BASES, files)?,
        };
        Some(Self { lcg, tcg })
    }
}
