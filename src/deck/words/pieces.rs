//! The words of lists in pieces, of which a reader takes what a list asks for.

use super::Words;
use crate::corpus::Files;
use crate::corpus::files::Pieces;
use crate::corpus::table::Table;
use crate::deck::talk::Phrases;

/// What the pieces are called.
const ROLES: &str = "deck/words/roles";
const COLUMNS: &str = "deck/words/columns";
const IN_PLACE: &str = "deck/words/in-place";
const TALK: &str = "deck/words/talk";
const FEW: &str = "deck/words/few";

impl Words {
    /// What [`Self::on_demand`] reads.
    ///
    /// # Errors
    /// Of words that cannot be packed.
    pub(in crate::deck) fn pieces(&self) -> Result<Pieces, serde_json::Error> {
        let pieces = [
            (ROLES, self.roles.pack()?),
            (COLUMNS, self.columns.pack()?),
            (IN_PLACE, self.in_place.pack()?),
            (TALK, self.talk.0.pack()?),
            (FEW, serde_json::to_vec(&self.few)?),
        ];
        Ok(pieces.map(|(name, piece)| (name.to_owned(), piece)).into())
    }

    /// The words of files with which nothing is wrong, of which each is read when it is asked for. `None`
    /// where the pieces are not there, or prove damaged.
    pub(in crate::deck) fn on_demand(files: &Files) -> Option<Self> {
        Some(Self {
            roles: Table::unpack(&files.piece(ROLES)?)?,
            columns: Table::unpack(&files.piece(COLUMNS)?)?,
            in_place: Table::unpack(&files.piece(IN_PLACE)?)?,
            talk: Phrases(Table::unpack(&files.piece(TALK)?)?),
            few: serde_json::from_slice(&files.piece(FEW)?).ok()?,
        })
    }
}
