//! The parts of an ability in words: players, places, quantities, which cards, what happens, what must be
//! true.

use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::wording::{
    self, FilterWords, a, among, and, chosen, does, filter, filters, flag, has, likeness, or, pluralize,
    whose,
};
use crate::engine::tcg::vocabulary::ability::{Condition, EventKind, Trigger};
use crate::engine::tcg::vocabulary::facts::{CardSide, CardType, Stat};
use crate::engine::tcg::vocabulary::select::{
    Amount, AmountWord, Arena, Filter, Select, StandingName, Who, Whose, Zone,
};

pub(super) fn who(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "the opponent",
        Who::ItsController => "its player",
        Who::DarkSide => "the dark side",
        Who::LightSide => "the light side",
        Who::Anyone => "anyone",
    }
}

pub(super) fn arena(arena: Arena) -> &'static str {
    match arena {
        Arena::Space => "Space",
        Arena::Ground => "Ground",
        Arena::Character => "Character",
    }
}

pub(super) fn place(zone: Zone) -> &'static str {
    match zone {
        Zone::Space => "the Space arena",
        Zone::Ground => "the Ground arena",
        Zone::Character => "the Character arena",
        Zone::Build => "the build zone",
        Zone::Hand => "hand",
        Zone::Deck => "the deck",
        Zone::Discard => "the discard pile",
        Zone::Under => "under another card",
        Zone::Removed => "out of the game",
        Zone::Playing => "being played",
    }
}

pub(super) fn named(name: &str) -> String {
    wording::named::<StandingName>(name)
}

pub(super) fn kind(kind: CardType) -> &'static str {
    match kind {
        CardType::Space => "Space unit",
        CardType::Ground => "Ground unit",
        CardType::Character => "Character",
        CardType::Battle => "Battle card",
        CardType::Mission => "Mission",
        CardType::Location => "Location",
        CardType::Equipment => "Equipment",
    }
}

pub(super) fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Cost => "total build cost",
        Stat::Speed => "speed",
        Stat::Power => "power",
        Stat::Health => "health",
        Stat::Damage => "damage counters",
        Stat::Counters => "build counters",
        Stat::Stack => "stacked cards",
    }
}

pub(super) fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Number(n) => n.to_string(),
        Amount::Word(word) => match word {
            AmountWord::X => "X",
            AmountWord::Paid => "as much as was paid",
            AmountWord::Amount => "as much as that was",
            AmountWord::All => "all",
            AmountWord::Force => "as much as your Force",
            AmountWord::Hits => "as many as hit",
            AmountWord::Roll => "what the die shows",
            AmountWord::OtherRoll => "what the other die shows",
            AmountWord::Prevented => "as much as was prevented",
            AmountWord::Removed => "as many as were removed",
        }
        .into(),
        Amount::Count { count } => format!("as many as there are of: {}", filter(count)),
        Amount::Happened { happened } => format!("as often as {} this turn", trigger(happened)),
        Amount::Stat { stat: which, of, per: 1 } => format!("the {} of {}", stat(*which), named(of)),
        Amount::Stat { stat: which, of, per } => {
            format!("one for each {per} of the {} of {}", stat(*which), named(of))
        }
        Amount::Sum { sum } => format!("the sum of {}", and(sum.iter().map(self::amount))),
        Amount::Minus { from, minus } => format!("{} less {}", self::amount(from), self::amount(minus)),
        Amount::Times { times } => format!("the product of {}", and(times.iter().map(self::amount))),
        Amount::Half { half, up } => {
            format!("half of {}, rounded {}", self::amount(half), if *up { "up" } else { "down" })
        }
    }
}

/// A number of things in words.
pub(super) fn counted(n: &Amount, thing: &str) -> String {
    let before = matches!(n, Amount::Word(AmountWord::X | AmountWord::All));
    let Amount::Number(figure) = n else { return wording::counted(None, (amount(n), before), thing) };
    if *figure == 1 && thing.starts_with("dice") {
        return format!("1 {}", thing.replacen("dice", "die", 1));
    }
    wording::counted(Some(*figure), (String::new(), before), thing)
}

/// A number of cards of a kind, or up to that number.
pub(super) fn number_of(count: u32, up_to: bool, like: &Filter) -> String {
    let least = if up_to { "up to " } else { "" };
    format!("{least}{count} {}", if count == 1 { filter(like) } else { filters(like) })
}

impl FilterWords for Filter {
    fn meant(&self, ending: &str) -> String {
        let whose = self.whose.map(|whose| match whose {
            Whose::Yours => "own",
            Whose::Opponents => "enemy",
            Whose::DarkSide => "dark side player's",
            Whose::LightSide => "light side player's",
        });
        let states = [
            whose,
            flag(self.tapped, "tapped", "untapped"),
            flag(self.damaged, "damaged", "undamaged"),
            flag(self.unique, "unique", "not unique"),
            flag(self.piloted, "piloted", "unpiloted"),
            flag(self.attacking, "attacking", "not attacking"),
            flag(self.attacked, "attacked", "not attacked"),
            flag(self.finished, "finished", "partially built"),
        ];
        let types = self.types.all().iter().map(|one| {
            let several = if *one == CardType::Equipment { "" } else { ending };
            format!("{}{several}", kind(*one))
        });
        let types = match (self.types.is_empty(), self.zone.is_empty()) {
            (true, true) => format!("unit{ending}"),
            (true, false) => format!("card{ending}"),
            (false, _) => or(types),
        };
        wording::cards(
            states,
            self.without_subtype.all().iter().map(String::as_str),
            &[&self.subtype],
            types,
            details(self),
        )
    }
}

/// What is said of cards after what they are.
pub(super) fn details(filter: &Filter) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(filter.keyword.map(|keyword| format!("with {}", keyword.word())));
    all.extend(filter.name.as_ref().map(|name| format!("called “{name}”")));
    all.extend(filter.side.map(|side| format!("of the {} side", self::side(side))));
    all.extend(filter.speed_at_least.map(|n| format!("of speed {n} or more")));
    let least =
        filter.at_least.iter().map(|(which, n)| format!("with at least {} {}", amount(n), stat(*which)));
    all.extend(least);
    let most = filter.at_most.iter().map(|(which, n)| format!("with at most {} {}", amount(n), stat(*which)));
    all.extend(most);
    let attacked = filter.has_attacked.map(|has| if has { "that has" } else { "that has not" });
    all.extend(attacked.map(|word| format!("{word} attacked this turn")));
    let just = filter.just_attacked.map(|has| if has { "that has just" } else { "that has not just" });
    all.extend(just.map(|word| format!("{word} attacked")));
    all.extend(
        filter.last_attack_hits.map(|n| format!("whose attack just made had {}", pluralize(n, "hit"))),
    );
    if !filter.arena.is_empty() {
        let arenas = filter.arena.all().iter().map(|one| arena(*one).to_owned());
        all.push(format!("in the {} arena", or(arenas)));
    }
    if !filter.zone.is_empty() {
        all.push(format!("in {}", or(filter.zone.all().iter().map(|one| place(*one).to_owned()))));
    }
    let chosen = filter.chosen_arena.map(|chosen| if chosen { "in" } else { "not in" });
    all.extend(chosen.map(|word| format!("{word} the chosen arena")));
    if !filter.same_arena.is_empty() {
        all.push(format!("in the arena of {}", or(filter.same_arena.all().iter().map(|name| named(name)))));
    }
    all.extend(filter.same_name.as_ref().map(|like| format!("of the name of {}", a(&wording::filter(like)))));
    all.extend(among(&filter.is, &filter.other_than, named));
    all.extend(likeness(&filter.any_of, filter.not.as_deref(), wording::filter));
    all
}

pub(super) fn side(side: CardSide) -> &'static str {
    match side {
        CardSide::Light => "light",
        CardSide::Dark => "dark",
        CardSide::Neutral => "neutral",
    }
}

pub(super) fn select(select: &Select) -> String {
    match select {
        Select::Named(name) => named(name),
        Select::Each { each } => format!("each {}", filter(each)),
        Select::Choose { choose, by, any_number, count, up_to, name } => {
            let which = if *any_number {
                format!("any number of {}", filters(choose))
            } else {
                number_of(*count, *up_to, choose)
            };
            let by = (*by != Who::You).then(|| whose(who(*by)));
            which + &chosen(by, name.as_ref())
        }
    }
}

/// When something happens.
pub(crate) fn trigger(when: &Trigger) -> String {
    let card = wording::a_card(when.card.as_ref().map(filter));
    let player = when.player.map_or("a player", who);
    let mut text = event(when.event, &card, player);
    // Where the event does not speak of a player, it is what he does.
    let names_player = event(when.event, "", player) != event(when.event, "", "");
    text +=
        &when.player.filter(|_| !names_player).map_or(String::new(), |player| format!(" by {}", who(player)));
    text += &when.by.as_ref().map_or(String::new(), |by| format!(" by a card ({})", filter(by)));
    text += &when.arena.map_or(String::new(), |there| format!(" in the {} arena", arena(there)));
    text += match when.attack {
        Some(true) => ", in an attack",
        Some(false) => ", not in an attack",
        None => "",
    };
    text
}

/// What happens; the card or the player in it, where one is.
fn event(kind: EventKind, card: &str, player: &str) -> String {
    match kind {
        EventKind::BattleStarts => "the battle phase starts".into(),
        EventKind::BattleEnds => "the battle phase ends".into(),
        EventKind::StepStarts => "a battle step starts".into(),
        EventKind::StepEnds => "a battle step ends".into(),
        EventKind::TurnStarts => "a turn starts".into(),
        EventKind::TurnEnds => "a turn ends".into(),
        EventKind::BuildStepStarts => format!("{} build step starts", whose(player)),
        EventKind::BuildStepEnds => format!("{} build step ends", whose(player)),
        EventKind::Draws => format!("{} a card", does(player, "draw")),
        EventKind::WouldAttack => format!("{card} attacks, or uses an ability instead"),
        EventKind::Attacks => format!("{card} attacks"),
        EventKind::Attacked => format!("{card} is attacked"),
        EventKind::AttackEnds => format!("the attack of {card} ends"),
        EventKind::Rolled => format!("dice are rolled against {card}"),
        EventKind::WouldBeDamaged => format!("{card} would be damaged"),
        EventKind::Damaged => format!("{card} is damaged"),
        EventKind::Prevented => format!("damage to {card} is prevented"),
        EventKind::Discarded => format!("{card} is discarded from its arena"),
        EventKind::Retreats => format!("{card} retreats"),
        EventKind::Built => format!("{card} is finished"),
        EventKind::Deployed => format!("{card} is deployed"),
        EventKind::Enters => format!("{card} comes into its arena"),
        EventKind::Placed => format!("{card} is put into an arena"),
        EventKind::BuildRoll => "the roll for build points is made".into(),
        EventKind::CardPlayed => format!("{} {card}", does(player, "play")),
    }
}

pub(crate) fn conditions(all: &[Condition]) -> String {
    and(all.iter().map(condition))
}

/// What must be so.
pub(crate) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Is { card, like } => format!("{} is {}", named(card), a(&filter(like))),
        Condition::Exists(like) => format!("there is {}", a(&filter(like))),
        Condition::None(like) => format!("there is no {}", filter(like)),
        Condition::NoAttack(true) => "no attack is being made".into(),
        Condition::NoAttack(false) => "an attack is being made".into(),
        Condition::Force { player, at_least } => format!("{} at least {at_least} Force", has(who(*player))),
        Condition::Compare { amount: n, at_least, at_most, equals } => {
            let least = at_least.iter().map(|n| format!("at least {}", amount(n)));
            let most = at_most.iter().map(|n| format!("at most {}", amount(n)));
            let just = equals.iter().map(|n| format!("exactly {}", amount(n)));
            format!("{} is {}", amount(n), and(least.chain(most).chain(just)))
        }
        Condition::Happened(when) => format!("this has happened this turn: {}", trigger(when)),
        Condition::Pending(like) => format!("damage is pending on {}", a(&filter(like))),
        Condition::Not(all) => match all.as_slice() {
            [Condition::Happened(when)] => format!("this has not happened this turn: {}", trigger(when)),
            all => format!("none of this is so: {}", or(all.iter().map(self::condition))),
        },
        Condition::Any(all) => format!("one of these is so: {}", or(all.iter().map(self::condition))),
    }
}
