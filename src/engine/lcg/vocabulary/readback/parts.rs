//! The parts of an ability in words: players, places, quantities, which cards, what happens, what must be
//! true.

use crate::engine::cards::wording::{
    self, FilterWords, a, among, and, chosen, does, filter, filters, flag, has, likeness, or, pluralize,
    whose,
};
use crate::engine::cards::{Many, Vocabulary as _};
use crate::engine::lcg::vocabulary::ability::{Condition, EventKind, Phase, Trigger};
use crate::engine::lcg::vocabulary::facts::{Affiliation, Stat};
use crate::engine::lcg::vocabulary::select::{
    Amount, AmountWord, Filter, Select, StandingName, Who, Whose, Zone,
};

pub(super) fn who(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "the opponent",
        Who::ItsController => "its controller",
        Who::LightSide => "the light side",
        Who::DarkSide => "the dark side",
    }
}

pub(super) fn possessive(player: Who) -> String {
    whose(who(player))
}

/// A number of things in words.
pub(super) fn counted(n: &Amount, thing: &str) -> String {
    let before = matches!(n, Amount::Word(AmountWord::X | AmountWord::All | AmountWord::Any));
    wording::counted(number(n), (amount(n), before), thing)
}

fn number(amount: &Amount) -> Option<u32> {
    if let Amount::Number(n) = amount { Some(*n) } else { None }
}

/// A number of cards of a kind, or up to that number.
pub(super) fn number_of(count: u32, up_to: bool, like: &Filter) -> String {
    let least = if up_to { "up to " } else { "" };
    match count {
        1 => format!("{least}1 {}", filter(like)),
        _ if up_to && count >= ANY_NUMBER => format!("any number of {}", filters(like)),
        _ => format!("{least}{count} {}", filters(like)),
    }
}

/// From this number on, "up to" means any number.
const ANY_NUMBER: u32 = 20;

pub(super) fn place(zone: Zone) -> &'static str {
    match zone {
        Zone::Play => "play",
        Zone::Hand => "hand",
        Zone::Deck => "the command deck",
        Zone::ObjectiveDeck => "the objective deck",
        Zone::Discard => "the discard pile",
        Zone::Edge => "the edge stack",
        Zone::Captured => "where captured cards are",
        Zone::Victory => "the victory pile",
        Zone::Playing => "where cards are being played",
    }
}

pub(super) fn named(name: &str) -> String {
    wording::named::<StandingName>(name)
}

/// A quantity in words.
pub(super) fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Cost => "cost",
        Stat::Force => "Force icons",
        Stat::Capacity => "damage capacity",
        Stat::Resources => "resources",
        Stat::UnitDamage => "unit damage icons",
        Stat::Blast => "blast icons",
        Stat::Tactics => "tactics icons",
        Stat::EdgeUnitDamage => "edge-enabled unit damage icons",
        Stat::EdgeBlast => "edge-enabled blast icons",
        Stat::EdgeTactics => "edge-enabled tactics icons",
        Stat::Edge => "edge",
        Stat::Reserve => "reserve value",
    }
}

/// This much of the damage that is spoken of.
pub(super) fn of_that_damage(n: &Amount) -> String {
    let so_much = match n {
        Amount::Word(AmountWord::Amount) => "all".into(),
        Amount::Word(AmountWord::Any) => return "any amount of that damage".into(),
        n => amount(n),
    };
    format!("{so_much} of that damage")
}

pub(super) fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Number(n) => n.to_string(),
        Amount::Word(AmountWord::Amount) => "as much as that was".into(),
        Amount::Word(AmountWord::X) => "X".into(),
        Amount::Word(AmountWord::All) => "all".into(),
        Amount::Word(AmountWord::Any) => "any amount of".into(),
        Amount::Word(AmountWord::Dial) => "as much as the Death Star dial shows".into(),
        Amount::Word(AmountWord::ToReserve) => "as many as are missing to your reserve value".into(),
        Amount::Count { count } => format!("as many as there are of: {}", filter(count)),
        Amount::Highest { highest, among, printed } => {
            let word = if *printed { "printed " } else { "" };
            format!("the highest {word}{} of: {}", stat(*highest), filter(among))
        }
        Amount::Of { stat: of_what, of, printed } => {
            let print = if *printed { "printed " } else { "" };
            format!("as much as the {print}{} of {}", stat(*of_what), named(of))
        }
        Amount::Times { times, of } => format!("{times} times {}", self::amount(of)),
    }
}

pub(super) fn bound(word: &str, bound: Option<&Amount>) -> Option<String> {
    bound.map(|bound| format!("{word} {}", amount(bound)))
}

impl FilterWords for Filter {
    fn meant(&self, ending: &str) -> String {
        let whose = self.whose.map(|whose| match whose {
            Whose::Friendly => "friendly",
            Whose::Enemy => "enemy",
            Whose::Your => "own",
        });
        let states = [
            whose,
            flag(self.damaged, "damaged", "undamaged"),
            flag(self.exhausted, "exhausted", "ready"),
            flag(self.shielded, "shielded", "unshielded"),
            flag(self.unique, "unique", "not unique"),
            flag(self.in_faction, "in-faction", "out-of-faction"),
            flag(self.committed, "committed", "uncommitted"),
            flag(self.participating, "participating", "not participating"),
            flag(self.participated, "having participated", "not having participated"),
            flag(self.attacking, "attacking", "not attacking"),
            flag(self.defending, "defending", "not defending"),
            flag(self.enhanced, "enhanced", "not enhanced"),
            flag(self.engaged, "engaged", "not engaged"),
            flag(self.engaged_this_phase, "engaged this phase", "not engaged this phase"),
            flag(self.revealed, "revealed", "not revealed"),
        ];
        let without = self
            .without_trait
            .all()
            .iter()
            .map(String::as_str)
            .chain(self.without_affiliation.as_ref().map(Affiliation::name));
        let types = self.types.all().iter().map(|kind| format!("{}{ending}", kind.word()));
        let types = if self.types.is_empty() { format!("card{ending}") } else { or(types) };
        let affiliation = Many::List(self.affiliation.iter().map(|one| one.name().to_owned()).collect());
        wording::cards(states, without, &[&affiliation, &self.traits], types, details(self))
    }
}

/// What is said of cards after what they are.
pub(super) fn details(filter: &Filter) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(filter.keyword.map(|keyword| format!("with {}", keyword.word())));
    all.extend(filter.title.as_ref().map(|title| format!("called “{title}”")));
    all.extend(filter.copy_of.as_ref().map(|of| format!("that is a copy of {}", named(of))));
    all.extend(filter.cost_at_most.map(|n| format!("of printed cost {n} or less")));
    all.extend(filter.cost_at_least.map(|n| format!("of printed cost {n} or more")));
    all.extend(filter.damage_at_least.map(|n| format!("with {n} or more damage")));
    all.extend(filter.focus_at_least.map(|n| format!("with {n} or more focus tokens")));
    if let Some(having) = &filter.having {
        let print = if having.printed { "printed " } else { "" };
        let bounds = [
            bound("at least", having.at_least.as_ref()),
            bound("at most", having.at_most.as_ref()),
            bound("more than", having.more_than.as_ref()),
            bound("less than", having.less_than.as_ref()),
        ];
        all.push(format!("whose {print}{} is {}", stat(having.stat), and(bounds.into_iter().flatten())));
    }
    all.extend(among(&filter.is, &filter.other_than, named));
    all.extend(filter.attached_to.as_ref().map(|host| format!("attached to {}", named(host))));
    all.extend(filter.captured_at.as_ref().map(|at| format!("captured at {}", named(at))));
    let held = filter.holds_captured.map(|held| if held { "with" } else { "without" });
    all.extend(held.map(|word| format!("{word} a captured card at it")));
    all.extend(filter.attached.as_ref().map(|attached| {
        format!("with {} or more on it of: {}", attached.at_least, wording::filter(&attached.like))
    }));
    let on = filter.on_a_card.map(|on| if on { "attached to a card" } else { "attached to no card" });
    all.extend(on.map(str::to_owned));
    all.extend(filter.shares_trait_with.as_ref().map(|name| format!("sharing a trait with {}", named(name))));
    all.extend(filter.zone.filter(|zone| *zone != Zone::Play).map(|zone| format!("in {}", place(zone))));
    all.extend(likeness(&filter.any, filter.not.as_deref(), wording::filter));
    all
}

pub(super) fn select(select: &Select) -> String {
    match select {
        Select::Named(name) => named(name),
        Select::Each { each } => format!("each {}", filter(each)),
        Select::Choose { choose, by, count, up_to, lowest, highest, name } => {
            let extreme = match (lowest, highest) {
                (Some(low), _) => format!(" with the lowest {}", stat(*low)),
                (_, Some(high)) => format!(" with the highest {}", stat(*high)),
                (None, None) => String::new(),
            };
            let by = (*by != Who::You).then(|| possessive(*by));
            format!("{}{extreme}{}", number_of(*count, *up_to, choose), chosen(by, name.as_ref()))
        }
        Select::Topmost { topmost } => format!("the topmost {}", filter(topmost)),
        Select::Random { random, count, .. } => format!("{count} at random of: {}", filters(random)),
    }
}

/// When something happens.
pub(crate) fn trigger(when: &Trigger) -> String {
    let card = wording::a_card(when.card.as_ref().map(filter));
    let player = when.player.map_or("a player", who);
    let mut text = event(when.event, &card, player, when.phase);
    text += &when.by.as_ref().map_or(String::new(), |by| format!(" by a card ({})", filter(by)));
    if !when.ability.is_empty() {
        let kinds = when.ability.all().iter().map(|kind| kind.word().to_owned());
        text += &format!(", being {}", a(&or(kinds)));
    }
    text += &when.at.as_ref().map_or(String::new(), |at| format!(" at a card ({})", filter(at)));
    text += &when.margin_at_least.map_or(String::new(), |n| format!(" by {n} or more"));
    text += &when.from.map_or(String::new(), |zone| format!(" from {}", place(zone)));
    text += match when.played {
        Some(true) => ", having been played",
        Some(false) => ", not having been played",
        None => "",
    };
    text += match when.because {
        Some(EventKind::Destroyed) => ", being destroyed",
        Some(EventKind::Sacrificed) => ", being sacrificed",
        Some(_) | None => "",
    };
    text += if when.again == Some(false) { ", for the first time" } else { "" };
    text += if when.in_engagement { ", in an engagement" } else { "" };
    let names_player = event(when.event, "", player, when.phase) != event(when.event, "", "", when.phase);
    if let (Some(player), false) = (when.player, names_player) {
        text += &format!(", {}", if player == Who::You { "by you" } else { "by the opponent" });
    }
    text
}

/// What happens; the card or the player in it, where one is.
pub(super) fn event(kind: EventKind, card: &str, player: &str, in_phase: Option<Phase>) -> String {
    let phase = in_phase.map_or("next", Phase::word);
    match kind {
        EventKind::Damage => format!("{card} is dealt damage"),
        EventKind::Damaged => format!("{card} is damaged"),
        EventKind::Heal => format!("damage is removed from {card}"),
        EventKind::Destroyed => format!("{card} is destroyed"),
        EventKind::Sacrificed => format!("{card} is sacrificed"),
        EventKind::LeavesPlay => format!("{card} leaves play"),
        EventKind::EntersPlay => format!("{card} enters play"),
        EventKind::Focus => format!("a focus token is placed on {card}"),
        EventKind::Unfocus => format!("a focus token is removed from {card}"),
        EventKind::Shield => format!("a shield is placed on {card}"),
        EventKind::Unshield => format!("a shield is removed from {card}"),
        EventKind::Draw => format!("{} a card", does(player, "draw")),
        EventKind::EffectDraws => format!("an effect makes {player} draw"),
        EventKind::Discard => format!("{card} is discarded"),
        EventKind::Reveal => format!("{card} is revealed"),
        EventKind::Playing => format!("{} {card}, before its cost is paid", does(player, "play")),
        EventKind::CardPlayed => format!("{} {card}", does(player, "play")),
        EventKind::Ability => format!("an ability of {card} is executed"),
        EventKind::Captured => format!("{card} is captured"),
        EventKind::Rescued => format!("{card} is rescued"),
        EventKind::ControlChange => format!("{card} changes control"),
        EventKind::Committed => format!("{card} is committed to the Force"),
        EventKind::RemovedFromForce => format!("{card} is removed from the Force"),
        EventKind::Engaged => format!("{card} is engaged"),
        EventKind::Declared => format!("{card} is declared as attacker or defender"),
        EventKind::Strike => format!("{card} is focused to strike"),
        EventKind::StrikeResolved => format!("{card} has resolved a strike"),
        EventKind::Survived => format!("{card} survives an engagement"),
        EventKind::Resources => format!("{card} generates resources"),
        EventKind::EdgePlacing => format!("{player} may place a card in the edge stack"),
        EventKind::EdgePlaced => format!("{} {card} in the edge stack", does(player, "place")),
        EventKind::EdgeRevealing => "both players are done placing edge cards".into(),
        EventKind::EdgeRevealed => format!("{card} of an edge stack is revealed"),
        EventKind::EdgeWon => format!("{} an edge battle", does(player, "win")),
        EventKind::StruggleBegins => "a Force struggle begins".into(),
        EventKind::StruggleWon => format!("{} a Force struggle", does(player, "win")),
        EventKind::Removed => format!("{card} is removed from the engagement"),
        EventKind::Unopposed => format!("{} engagement is unopposed", whose(player)),
        EventKind::EngagementEnds => "an engagement ends".into(),
        EventKind::Refresh => does(player, "refresh"),
        EventKind::PhaseBegins => format!("{} {phase} phase begins", whose(player)),
        EventKind::PhaseEnds => format!("{} {phase} phase ends", whose(player)),
        EventKind::DialAdvanced => "the Death Star dial advances".into(),
        EventKind::TurnBegins => format!("{} turn begins", whose(player)),
        EventKind::TurnEnds => format!("{} turn ends", whose(player)),
    }
}

/// "you are", "the opponent is".
fn is(who: &str) -> String {
    if who == "you" { "you are".into() } else { format!("{who} is") }
}

pub(crate) fn conditions(all: &[Condition]) -> String {
    and(all.iter().map(condition))
}

fn span(least: Option<u32>, most: Option<u32>) -> String {
    let least = least.map(|n| format!("at least {n}"));
    and(least.into_iter().chain(most.map(|n| format!("at most {n}"))))
}

pub(super) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Turn(player) => format!("it is {} turn", possessive(*player)),
        Condition::Phase(which) => format!("it is the {} phase", which.word()),
        Condition::Is { card, like } => format!("{} is {}", named(card), a(&filter(like))),
        Condition::Count { of, at_least, at_most } => {
            format!("there are {} of: {}", span(*at_least, *at_most), filter(of))
        }
        Condition::Every { of, like } => format!("every {} is {}", filter(of), a(&filter(like))),
        Condition::FirstUnitPlayedThisTurn(player) => {
            format!("it is the first unit that {} this turn", does(who(*player), "play"))
        }
        Condition::NonePlayedThisTurn { player, like } => {
            format!("{} played no {} this turn", has(who(*player)), filter(like))
        }
        Condition::More { of, than } => {
            format!("there are more of: {} than of: {}", filter(of), filter(than))
        }
        Condition::ForceCards { player, at_least } => {
            format!("{} at least {} left", has(who(*player)), pluralize(*at_least, "Force card"))
        }
        Condition::InEngagement => "there is an engagement".into(),
        Condition::Engagements { at_least, at_most } => {
            format!("the engagements declared this turn are {}", span(*at_least, *at_most))
        }
        Condition::Balance(player) => format!("the Balance of the Force is with {}", who(*player)),
        Condition::DialAtLeast(n) => format!("the Death Star dial stands at {n} or more"),
        Condition::FatePlacedThisEngagement(player) => {
            format!("{} placed a fate card in this engagement", has(who(*player)))
        }
        Condition::MoreCardsInHand(player) => format!("{} more cards in hand than you", has(who(*player))),
        Condition::HasEdge(player) => format!("{} the edge", has(who(*player))),
        Condition::Attacking(player) => format!("{} the attacker", is(who(*player))),
        Condition::Any(all) => format!("one of these is so: {}", or(all.iter().map(self::condition))),
        Condition::Not(inner) => format!("it is not so that {}", self::condition(inner)),
    }
}
