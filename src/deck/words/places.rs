//! The words that have a meaning only in a particular place.

use super::{InPlace, ListWords};

impl ListWords {
    pub(super) fn in_place(&self) -> [(&[String], InPlace); 56] {
        [
            (&self.versions, InPlace::Version),
            (&self.ditto, InPlace::Ditto),
            (&self.places, InPlace::Place),
            (&self.printings, InPlace::Printing),
            (&self.of_pages, InPlace::OfPages),
            (&self.besides, InPlace::Besides),
            (&self.splash, InPlace::Splash),
            (&self.beside_affiliation, InPlace::BesideAffiliation),
            (&self.both, InPlace::Both),
            (&self.same, InPlace::Same),
            (&self.instead, InPlace::Instead),
            (&self.announces, InPlace::Announces),
            (&self.plays, InPlace::Plays),
            (&self.additional, InPlace::Additional),
            (&self.articles, InPlace::Article),
            (&self.formerly, InPlace::Formerly),
            (&self.except, InPlace::Except),
            (&self.rests, InPlace::Rest),
            (&self.alike, InPlace::Alike),
            (&self.earlier, InPlace::Earlier),
            (&self.lists, InPlace::List),
            (&self.states, InPlace::States),
            (&self.hence, InPlace::Hence),
            (&self.said_commas, InPlace::SaidComma),
            (&self.said_stops, InPlace::SaidStop),
            (&self.footers, InPlace::Footer),
            (&self.affiliation_cards, InPlace::AffiliationCards),
            (&self.corrects, InPlace::Corrects),
            (&self.one_more, InPlace::OneMore),
            (&self.of_them, InPlace::OfThem),
            (&self.of_copies, InPlace::OfCopies),
            (&self.wished, InPlace::Wished),
            (&self.harmless, InPlace::Harmless),
            (&self.whose, InPlace::Whose),
            (&self.gone, InPlace::Gone),
            (&self.lies, InPlace::Lies),
            (&self.storage, InPlace::Storage),
            (&self.withheld, InPlace::Withheld),
            (&self.currencies, InPlace::Currency),
            (&self.measures, InPlace::Measure),
            (&self.owned, InPlace::Owned),
            (&self.accessories, InPlace::Accessory),
            (&self.only, InPlace::Only),
            (&self.without, InPlace::Without),
            (&self.counts_of_sets, InPlace::CountOfSets),
            (&self.farewells, InPlace::Farewell),
            (&self.older, InPlace::Older),
            (&self.newer, InPlace::Newer),
            (&self.elsewhere, InPlace::Elsewhere),
            (&self.against, InPlace::Against),
            (&self.ticked, InPlace::Ticked),
            (&self.unticked, InPlace::Unticked),
            (&self.means, InPlace::Means),
            (&self.capitals, InPlace::Capitals),
            (&self.typefaces, InPlace::Typeface),
            (&self.stars, InPlace::Star),
        ]
    }

    /// The same of orders, of corrections, of versions counted together, and of rows half struck out.
    pub(super) fn of_orders(&self) -> [(&[String], InPlace); 8] {
        [
            (&self.orders_out, InPlace::OrdersOut),
            (&self.orders_in, InPlace::OrdersIn),
            (&self.mistakes, InPlace::Mistake),
            (&self.motions, InPlace::Motion),
            (&self.sums, InPlace::Sum),
            (&self.mixed, InPlace::Mixed),
            (&self.half_out, InPlace::HalfOut),
            (&self.completes, InPlace::Completes),
        ]
    }
}
