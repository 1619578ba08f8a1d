//! The instructions of effects. Each is read from YAML; `perform` says of each what it does, and whether it
//! could.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::ability::{Condition, Trigger, Until, one};
use super::facts::CardType;
use super::gives::Gives;
use super::select::{Amount, Filter, Ref, Select, Who, Zone};
use crate::engine::cards::DeckEnd;

/// One instruction of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Deals damage to each card selected.
    DealDamage {
        /// How much to each.
        amount: Amount,
        /// To which cards.
        to: Select,
        /// Whether shields do not prevent it.
        #[serde(default)]
        not_by_shields: bool,
    },
    /// Deals damage that a player divides among cards.
    DivideDamage {
        /// How much in all.
        amount: Amount,
        /// Among which cards.
        among: Filter,
        /// Who divides it.
        #[serde(default)]
        by: Who,
    },
    /// Puts damage tokens on cards: that is no damage dealt, and an enhancement can have them too.
    PlaceDamage {
        /// How many on each.
        amount: Amount,
        /// On which cards.
        on: Select,
    },
    /// Redirects damage of the triggering condition.
    RedirectDamage {
        amount: Amount,
        /// To which card.
        to: Select,
    },
    /// Prevents damage of the triggering condition.
    PreventDamage(Amount),
    /// Moves damage from one card to another.
    MoveDamage {
        amount: Amount,
        /// From where.
        from: Select,
        /// To where.
        to: Select,
    },
    /// Takes damage tokens off cards.
    RemoveDamage {
        /// How much from each.
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Places focus tokens.
    PlaceFocus {
        /// How many on each.
        amount: Amount,
        /// On which cards.
        on: Select,
    },
    /// Focuses a ready card: as a cost, in order to use it.
    FocusCard(Select),
    /// Removes focus tokens.
    RemoveFocus {
        /// How many from each.
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Moves focus tokens from one card to another.
    MoveFocus {
        amount: Amount,
        /// From where.
        from: Select,
        /// To where.
        to: Select,
    },
    /// Places one shield token on each card selected that has none.
    PlaceShield(Select),
    /// Places a shield token on each card selected, even if it has one.
    PlaceAnotherShield(Select),
    /// Removes one shield token from each card selected.
    RemoveShield(Select),
    /// Removes shield tokens.
    RemoveShields {
        /// How many from each card.
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Spends resources, as part of a cost.
    SpendResources(u32),
    /// Cancels the triggering condition: an effect, an event card's effects, a damage, a focus token …
    Cancel,
    /// Carries these out instead of the triggering condition.
    Instead(Vec<Effect>),
    /// The card that is leaving play goes there instead.
    LeavesTo(Zone),
    /// Destroys cards: they leave play, whatever damage they have.
    Destroy(Select),
    /// A player sacrifices cards he controls.
    Sacrifice(Select),
    /// Discards: from play, from a hand, from a deck.
    Discard(Select),
    /// Returns to the owner's hand: from play or from a discard pile.
    ReturnToHand(Select),
    /// Puts cards on top of their owner's deck.
    PutOnDeck(Select),
    /// Puts cards on the bottom of their owner's deck.
    PutUnderDeck(Select),
    /// Puts cards face down at an objective of the dark side.
    Capture {
        card: Select,
        /// At which objective; the dark side player chooses one if not said.
        at: Option<Select>,
    },
    /// Rescues captured cards.
    Rescue(Select),
    /// Moves captured cards to another objective: they are not captured anew.
    MoveCaptured {
        card: Select,
        /// To which objective.
        to: Select,
    },
    /// Attaches an enhancement in play to another card, if it may be on that.
    Attach {
        /// Which enhancement.
        card: Select,
        /// To which card.
        to: Select,
    },
    /// The controller of the ability becomes that of the cards.
    TakeControl(Select),
    /// Puts cards into play without their cost; that is no playing of them.
    PutIntoPlay {
        card: Select,
        /// As an enhancement on this card.
        on: Option<Select>,
        /// As a participating unit, on the side of the effect's controller.
        #[serde(default)]
        participating: bool,
    },
    /// Plays a card, its cost being paid, outside the deployment phase.
    Play {
        card: Select,
        /// As a participating unit.
        #[serde(default)]
        participating: bool,
    },
    /// The next such card that the effect's controller plays is given this, as long as it is being played.
    NextPlayed {
        /// Which cards count.
        like: Filter,
        /// What it is given.
        gives: Vec<Gives>,
        /// How long that waits.
        until: Until,
        /// Whether it counts for every such card until then, not for the next alone.
        #[serde(default)]
        each: bool,
    },
    /// Commits units to the Force.
    Commit(Select),
    /// Removes units from the Force: they are committed no longer.
    RemoveFromForce(Select),
    /// Draws cards.
    Draw {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    /// Searches a deck: looks through all of it and may take a card.
    Search {
        deck: Zone,
        #[serde(default)]
        player: Who,
        /// Only this many cards from the top.
        top: Option<u32>,
        r#for: Filter,
        /// The name under which the next instructions know what was found.
        #[serde(rename = "as", default = "found")]
        name: Ref,
        /// What is done with it before the deck is shuffled.
        effects: Vec<Effect>,
    },
    /// Shuffles a player's deck.
    Shuffle {
        deck: Zone,
        #[serde(default)]
        player: Who,
    },
    /// Cards that were looked at go back on their deck, or under it, in an order of the player's choice.
    PutBack {
        /// Which of them, those that still lie in a deck.
        cards: Select,
        /// Where.
        #[serde(default)]
        at: DeckEnd,
    },
    /// Reveals cards.
    Reveal(Select),
    /// Reveals a player's hand.
    RevealHand(Who),
    /// Looks at cards: only the effect's controller sees them.
    LookAt(Select),
    /// Names a card title of that type; later filters know it by `copy-of: named`.
    NameCard(CardType),
    /// Looks at, or reveals, the top cards of a deck and names them.
    TopOfDeck {
        deck: Zone,
        #[serde(default)]
        player: Who,
        #[serde(default = "one")]
        count: u32,
        /// The name under which the next instructions know them.
        #[serde(rename = "as", default = "found")]
        name: Ref,
        /// Whether both players see them.
        #[serde(default)]
        reveal: bool,
    },
    /// Switches the tokens of two cards.
    SwitchFocus {
        /// One side of the switch.
        one: Select,
        other: Select,
    },
    /// A lasting effect.
    Gain {
        /// For which cards.
        to: Select,
        /// What they gain.
        gives: Vec<Gives>,
        /// How long.
        until: Until,
    },
    /// The opponent engages this objective instead of the one being engaged.
    EngageInstead(Select),
    /// The objective may be engaged once more this phase.
    EngageAgain(Select),
    /// Removes units from the engagement.
    RemoveFromEngagement(Select),
    /// A ready unit of the engagement strikes at once.
    Strike(Select),
    /// The strike now being made resolves no combat icons.
    NoIcons,
    /// The players switch their edge stacks.
    SwitchEdgeStacks,
    /// Resolves the effect of a fate card once more, for the effect's controller, with targets of his choice.
    ResolveAgain(Select),
    /// The card being played costs this much less.
    LowerCost {
        /// How much less.
        amount: Amount,
        /// But never less than this.
        #[serde(default)]
        least: u32,
    },
    /// The Balance of the Force goes to that player.
    SetBalance(Who),
    /// Another player does this: he chooses, he pays, the cards are friendly as he sees them.
    ByPlayer {
        player: Who,
        /// What he does.
        effects: Vec<Effect>,
    },
    /// Cancels this edge battle and the other fate cards; a new edge battle begins.
    RestartEdgeBattle,
    /// Places a card in the edge stack.
    PlaceInEdgeStack(Select),
    /// Each player makes this choice, the effect's controller first.
    EachPlayer(Vec<Effect>),
    /// Only if what stands before happened in full.
    Then(Vec<Effect>),
    /// If something is true.
    When {
        /// What must be true.
        r#if: Vec<Condition>,
        /// What happens then.
        then: Vec<Effect>,
        /// What happens otherwise.
        #[serde(default, rename = "else")]
        otherwise: Vec<Effect>,
    },
    /// Sets an effect up for later: it happens on its own when its time comes.
    Later {
        /// When.
        at: Trigger,
        effects: Vec<Effect>,
        /// What happens instead if an event of that kind comes, but not as `at` says; an empty list: it
        /// waits no longer.
        otherwise: Option<Vec<Effect>>,
        /// How long it waits; if not said, no longer than the edge battle, the engagement or the turn that
        /// events of that kind belong to.
        until: Option<Until>,
    },
    /// The Force icons of these cards count for the effect's controller in this turn's Force struggle.
    CountInStruggle(Select),
    /// Chooses cards without doing anything to them yet.
    Choose(Select),
    /// One of several, as a player chooses; each goes by a word.
    ChooseOne {
        /// Who chooses.
        #[serde(default)]
        by: Who,
        /// What may be chosen.
        of: BTreeMap<String, Vec<Effect>>,
    },
    /// Only if the effect's controller wants it.
    May(Vec<Effect>),
    /// Advances the Death Star dial.
    AdvanceDial(Amount),
    /// Turns the Death Star dial back.
    TurnBackDial {
        amount: Amount,
        /// No lower than this.
        #[serde(default)]
        least: u32,
    },
    WinGame,
    LoseGame,
}

impl Effect {
    /// The lists of effects inside this one, if it is one around others: of several, one is carried out.
    pub(crate) fn inner(&self) -> Vec<&[Self]> {
        match self {
            Self::Then(effects)
            | Self::May(effects)
            | Self::EachPlayer(effects)
            | Self::Instead(effects)
            | Self::ByPlayer { effects, .. }
            | Self::Search { effects, .. } => vec![effects],
            Self::When { then, otherwise, .. } => vec![then, otherwise],
            Self::Later { effects, otherwise, .. } => {
                [Some(effects), otherwise.as_ref()].into_iter().flatten().map(Vec::as_slice).collect()
            }
            Self::ChooseOne { of, .. } => of.values().map(Vec::as_slice).collect(),
            Self::DealDamage { .. }
            | Self::DivideDamage { .. }
            | Self::PlaceDamage { .. }
            | Self::RedirectDamage { .. }
            | Self::PreventDamage(_)
            | Self::MoveDamage { .. }
            | Self::RemoveDamage { .. }
            | Self::PlaceFocus { .. }
            | Self::FocusCard(_)
            | Self::RemoveFocus { .. }
            | Self::MoveFocus { .. }
            | Self::PlaceShield(_)
            | Self::PlaceAnotherShield(_)
            | Self::RemoveShield(_)
            | Self::RemoveShields { .. }
            | Self::SpendResources(_)
            | Self::Cancel
            | Self::LeavesTo(_)
            | Self::Destroy(_)
            | Self::Sacrifice(_)
            | Self::Discard(_)
            | Self::ReturnToHand(_)
            | Self::PutOnDeck(_)
            | Self::PutUnderDeck(_)
            | Self::Capture { .. }
            | Self::Rescue(_)
            | Self::MoveCaptured { .. }
            | Self::Attach { .. }
            | Self::TakeControl(_)
            | Self::PutIntoPlay { .. }
            | Self::Play { .. }
            | Self::NextPlayed { .. }
            | Self::Commit(_)
            | Self::RemoveFromForce(_)
            | Self::Draw { .. }
            | Self::Shuffle { .. }
            | Self::PutBack { .. }
            | Self::Reveal(_)
            | Self::RevealHand(_)
            | Self::LookAt(_)
            | Self::NameCard(_)
            | Self::TopOfDeck { .. }
            | Self::SwitchFocus { .. }
            | Self::Gain { .. }
            | Self::EngageInstead(_)
            | Self::EngageAgain(_)
            | Self::RemoveFromEngagement(_)
            | Self::Strike(_)
            | Self::NoIcons
            | Self::SwitchEdgeStacks
            | Self::ResolveAgain(_)
            | Self::LowerCost { .. }
            | Self::SetBalance(_)
            | Self::RestartEdgeBattle
            | Self::PlaceInEdgeStack(_)
            | Self::CountInStruggle(_)
            | Self::Choose(_)
            | Self::AdvanceDial(_)
            | Self::TurnBackDial { .. }
            | Self::WinGame
            | Self::LoseGame => Vec::new(),
        }
    }

    /// Whether it is so of this one, or of one inside, whichever of several is carried out.
    pub(crate) fn surely(&self, so: &dyn Fn(&Self) -> bool) -> bool {
        let mut inner = self.inner();
        inner.retain(|effects| !effects.is_empty());
        let one_of = |effects: &[Self]| effects.iter().any(|effect| effect.surely(so));
        so(self) || !inner.is_empty() && inner.into_iter().all(one_of)
    }
}

fn found() -> Ref {
    "found".into()
}
