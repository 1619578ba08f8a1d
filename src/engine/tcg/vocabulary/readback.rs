//! Puts an ability into this program's own words, from the data alone: so that a reader with the card can say
//! whether that is what it does.

mod parts;

pub(crate) use crate::engine::cards::wording::filter as cards_meant;
pub(crate) use parts::{condition, conditions, trigger as occasion};

use super::ability::{Ability, AbilityKind, Chance, Condition, Cost, Target};
use super::effect::{Divided, Effect, Gives, LookAt, RerollWord, Until};
use super::facts::CardText;
use super::shorthand;
use crate::engine::cards::wording::{self, a, and, does, filter, or, pluralize, whose};
use crate::engine::cards::{DeckEnd, Vocabulary as _};
use parts::{amount, arena, counted, named, number_of, place, select, stat, trigger, who};

/// What a card does: its keywords, and a sentence for each ability; empty for a card without any.
pub(crate) fn of_card(text: &CardText) -> Vec<String> {
    let played = |ability: &Ability| matches!(ability.kind, AbilityKind::Activated | AbilityKind::Battle);
    let called = |name: &str| text.abilities.iter().filter(|one| played(one) && one.called() == name).count();
    let several = text.abilities.iter().filter(|ability| played(ability)).count() > 1;
    let described = |(at, one): (usize, &Ability)| match one.called() {
        _ if !several || !played(one) => described(one, ""),
        name if name.is_empty() || called(name) > 1 => described(one, &format!(" (`ability: {}`)", at + 1)),
        name => described(one, &format!(" (`ability: {}` or `{name}`)", at + 1)),
    };
    let plain = text.keywords.iter().filter(|line| shorthand::ability(line).is_none()).cloned();
    let keywords = plain.collect::<Vec<_>>().join(", ");
    let keywords = (!keywords.is_empty()).then(|| format!("Keywords: {keywords}."));
    keywords.into_iter().chain(text.abilities.iter().enumerate().map(described)).collect()
}

/// An ability in words.
pub(crate) fn ability(ability: &Ability) -> String {
    described(ability, "")
}

/// An ability in words, with what a script calls it.
fn described(ability: &Ability, called: &str) -> String {
    let once = match (ability.once_per_turn, ability.any_number) {
        (true, _) => " Once each turn.",
        (_, true) => " Any number of times.",
        (false, false) => "",
    };
    format!("{}: {}.{once}", head(ability, called).join(", "), body(ability).join("; "))
}

/// What kind of ability it is, and when it works or is used.
fn head(ability: &Ability, called: &str) -> Vec<String> {
    let mut head = vec![format!("{}{called}", kind(ability.kind))];
    if ability.reserves {
        head.push("in the build zone only".into());
    }
    head.extend(ability.zone.map(|zone| format!("from {}", place(zone))));
    head.extend(ability.when.as_ref().map(|when| format!("when {}", trigger(when))));
    if !ability.r#if.is_empty() {
        head.push(format!("if {}", conditions(&ability.r#if)));
    }
    if matches!(ability.kind, AbilityKind::Activated | AbilityKind::Battle) {
        head.push(chances(ability.chances()));
    }
    head
}

/// What it costs, what it is aimed at, and what it does.
fn body(ability: &Ability) -> Vec<String> {
    let mut body = Vec::new();
    if !ability.cost.is_empty() {
        body.push(format!("pay {}", costs(&ability.cost)));
    }
    body.extend(ability.targets.iter().map(target));
    body.extend(ability.to.as_ref().map(|to| format!("for: {}", filter(to))));
    if !ability.gives.is_empty() {
        body.push(all_given(&ability.gives));
    }
    if !ability.effects.is_empty() {
        body.push(effects(&ability.effects));
    }
    if !ability.upkeep.is_empty() {
        body.push(format!("one of: {}", or(ability.upkeep.iter().map(|one| costs(one)))));
    }
    if let Some(enhance) = &ability.enhance {
        let how = if enhance.also { "also" } else { "instead" };
        let paid =
            if enhance.cost.is_empty() { String::new() } else { format!(" for {}", costs(&enhance.cost)) };
        body.push(format!("enhanced{paid}, {how}: {}", effects(&enhance.effects)));
    }
    if body.is_empty() {
        body.push("nothing".into());
    }
    body
}

fn kind(kind: AbilityKind) -> &'static str {
    match kind {
        AbilityKind::Activated => "Activated",
        AbilityKind::Battle => "Battle card",
        AbilityKind::Mission => "Mission",
        AbilityKind::Triggered => "Triggered",
        AbilityKind::Static => "As long as it is in its arena",
        AbilityKind::Pilot => "Pilot",
        AbilityKind::Equip => "Equip",
        AbilityKind::Upkeep => "Upkeep",
        AbilityKind::Bounty => "Bounty",
    }
}

/// Chances in words.
pub(crate) fn chances(chances: &[Chance]) -> String {
    or(chances.iter().map(|one| chance(*one).to_owned()))
}

fn chance(chance: Chance) -> &'static str {
    match chance {
        Chance::Normal => "when no attack is being made",
        Chance::Attack => "during an attack, before the dice",
        Chance::Reroll => "when dice can be rerolled",
        Chance::Prevention => "when damage can be prevented",
        Chance::Disrupt => "when a card can be disrupted",
        Chance::Build => "in one's build step",
        Chance::WouldAttack => "instead of attacking",
    }
}

fn costs(all: &[Cost]) -> String {
    and(all.iter().map(|cost| match cost {
        Cost::Force(n) => format!("{} Force", amount(n)),
        Cost::BuildPoints(n) => counted(n, "build point"),
        Cost::Tap(name) => format!("tap {}", named(name)),
        Cost::Discard(name) => format!("discard {}", named(name)),
        Cost::DiscardCards(n) => format!("discard {} from hand", counted(n, "card")),
        Cost::PutDamage { amount: n, on } => format!("{} on {}", counted(n, "damage counter"), named(on)),
        Cost::Retreat(name) => format!("retreat {}", named(name)),
    }))
}

fn target(target: &Target) -> String {
    let name = match target.name.as_str() {
        "target" => String::new(),
        other => format!(" (“{other}”)"),
    };
    format!("target {}{name}", number_of(target.count, target.up_to, &target.card))
}

fn effects(all: &[Effect]) -> String {
    all.iter().map(effect).collect::<Vec<_>>().join("; ")
}

fn until(until: Until) -> &'static str {
    match until {
        Until::Attack => "for this attack",
        Until::EndOfBattle => "until end of battle",
        Until::EndOfCharacterBattle => "until the Character battle step ends",
        Until::Turn => "until the turn ends",
        Until::NextReady => "in the next ready phase",
        Until::Game => "for the rest of the game",
    }
}

/// Every instruction in words, one after the other.
fn effect(effect: &Effect) -> String {
    let by = |by: &Option<String>| by.as_ref().map_or(String::new(), |by| format!(", done by {}", named(by)));
    let sure = |sure: bool| if sure { " that cannot be prevented" } else { "" };
    match effect {
        // Instructions about damage, dice, attacks and what lasts.
        Effect::Damage { amount: n, to, by: source, unpreventable, no_evade } => {
            let evade = if *no_evade { " that Evade cannot prevent" } else { "" };
            format!("{}{}{evade} to {}{}", counted(n, "damage"), sure(*unpreventable), select(to), by(source))
        }
        Effect::Dice { amount: n, to, by: source, unpreventable } => {
            let dice = counted(n, "dice of damage");
            format!("{dice}{} to {}{}", sure(*unpreventable), select(to), by(source))
        }
        Effect::Divide { amount: n, what, among, at_most, up_to } => {
            let what = match what {
                Divided::Damage => "damage",
                Divided::Dice => "dice of damage",
                Divided::DamageCounters => "damage counters",
                Divided::Healing => "damage counters to be removed",
            };
            let most = at_most.map_or(String::new(), |n| format!(", at most {n}"));
            let least = if *up_to { "up to " } else { "" };
            format!("{least}{} {what}, divided among: {}{most}", amount(n), filter(among))
        }
        Effect::PutDamage { amount: n, on } => {
            format!("put {} on {}", counted(n, "damage counter"), select(on))
        }
        Effect::RemoveDamage { amount: n, from, up_to } => {
            let most = if *up_to { "up to " } else { "" };
            format!("remove {most}{} from {}", counted(n, "damage counter"), select(from))
        }
        Effect::Prevent { amount: n, to } => format!("prevent {} to {}", counted(n, "damage"), named(to)),
        Effect::Evade(n) => format!("Evade {n}"),
        Effect::Deflect(n) => format!("Deflect {n}"),
        Effect::Lucky(n) => format!("Lucky {n}"),
        Effect::Reroll(RerollWord::Any) => "reroll any number of the attack dice".into(),
        Effect::Reroll(RerollWord::All) => "reroll all attack dice".into(),
        Effect::OpponentRerolls => "the opponent rerolls attack dice of your choice".into(),
        Effect::Intercept => "Intercept".into(),
        Effect::Redirect(to) => format!("{} becomes the defender", select(to)),
        Effect::Retaliate(n) => format!("Retaliate {}", amount(n)),
        Effect::Disrupt => "disrupt the Battle card being played".into(),
        Effect::DisruptAbility => "disrupt the activated ability being played".into(),
        Effect::Gain { to, gives: given, until: lasts, r#if } => {
            let given = all_given(given);
            format!("{} gets {given} {}{}", select(to), until(*lasts), as_long_as(r#if))
        }
        Effect::Apply { to, gives: given, until: lasts, r#if } => {
            let given = all_given(given);
            format!("every {} gets {given} {}{}", filter(to), until(*lasts), as_long_as(r#if))
        }
        Effect::GainControl { of, until: lasts } => {
            format!("gain control of {} {}", select(of), until(*lasts))
        }
        Effect::Tap(which) => format!("tap {}", select(which)),
        Effect::Untap(which) => format!("untap {}", select(which)),
        // Instructions that move cards, counters and Force.
        Effect::GainForce { amount: n, player } => {
            format!("{} {} Force", does(who(*player), "gain"), amount(n))
        }
        Effect::LoseForce { amount: n, player } => {
            format!("{} {} Force", does(who(*player), "lose"), amount(n))
        }
        Effect::Retreat(which) => format!("retreat {}", select(which)),
        Effect::Discard(which) => format!("discard {}", select(which)),
        Effect::IntoArena { card, tapped } => {
            let how = tapped.map_or("", |tapped| if tapped { ", tapped" } else { ", untapped" });
            format!("put {} into its arena{how}", select(card))
        }
        Effect::ToHand(which) => format!("put {} into its owner's hand", select(which)),
        Effect::ToDeck { card, at } => format!("put {} {} its owner's deck", select(card), end(*at)),
        Effect::RemoveFromGame(which) => format!("remove {} from the game", select(which)),
        Effect::Shuffle(player) => format!("shuffle {} deck", whose(who(*player))),
        Effect::LookAt { what: LookAt::Hand, player, .. } => format!("look at {} hand", whose(who(*player))),
        Effect::LookAt { what: LookAt::Deck, player, count } => {
            let top = count.map_or(String::new(), |n| match n {
                1 => "the top card of ".to_owned(),
                n => format!("the top {n} cards of "),
            });
            format!("look at {top}{} deck", whose(who(*player)))
        }
        Effect::PutBack { cards, at } => {
            format!("put {} back {} the deck in any order", select(cards), end(*at))
        }
        Effect::RevealUntil(like) => format!("reveal cards from the top until one is {}", a(&filter(like))),
        Effect::Counter { name, on } => format!("put {} counter on {}", a(name), select(on)),
        Effect::RemoveCounters { name, amount: n, from } => {
            format!("remove {} {name} counters from {}", amount(n), select(from))
        }
        Effect::BuildCounters { by, remove, amount: more, on } => {
            let fixed = (*by != 0).then(|| format!("{by:+}"));
            let less = remove.iter().map(|n| format!("less {}", amount(n)));
            let more = more.iter().map(|n| format!("more: {}", amount(n)));
            format!("build counters on {}: {}", select(on), and(fixed.into_iter().chain(less).chain(more)))
        }
        Effect::ToBuildZone { card, counters: Some(counters) } => {
            format!("put {} facedown into the build zone with {} counters", select(card), amount(counters))
        }
        Effect::ToBuildZone { card, counters: None } => {
            format!("put {}, finished, into the build zone", select(card))
        }
        Effect::DiscardStack(which) => format!("discard what is with {}", select(which)),
        Effect::PutUnder { card, under } => format!("put {} facedown under {}", select(card), named(under)),
        Effect::Draw { amount: n, player } => {
            format!("{} {}", does(who(*player), "draw"), counted(n, "card"))
        }
        Effect::DiscardCards { amount: n, player } => {
            format!("{} {} from hand", does(who(*player), "discard"), counted(n, "card"))
        }
        Effect::DiscardTop { amount: n, player } => {
            format!("discard the top {} of {} deck", counted(n, "card"), whose(who(*player)))
        }
        Effect::BuildPoints { by, amount: more, lose, player, next_turn } => {
            let fixed = (*by != 0).then(|| format!("{by:+}"));
            let more = more.iter().map(|n| format!("more: {}", amount(n)));
            let less = lose.iter().map(|n| format!("less: {}", amount(n)));
            let when = if *next_turn { " next turn" } else { "" };
            let how = and(fixed.into_iter().chain(more).chain(less));
            format!("{} build points{when}: {how}", whose(who(*player)))
        }
        Effect::RerollBuild => "reroll the roll for build points".into(),
        Effect::RollDie => "roll a die".into(),
        Effect::BothRoll => "both players roll a die".into(),
        Effect::ChooseArena { of, r#if } => {
            let of = of.iter().map(|one| arena(*one).to_owned());
            let which = or(of);
            let which = if which.is_empty() { "an arena".to_owned() } else { which };
            let if_so = if r#if.is_empty() { String::new() } else { format!(" where {}", conditions(r#if)) };
            format!("choose {which}{if_so}")
        }
        // Instructions around others.
        Effect::ForEach { of, effects: inner } => format!("for each {}: {}", filter(of), effects(inner)),
        Effect::EachPlayer(inner) => format!("each player, the dark side first: {}", effects(inner)),
        Effect::ChooseOne(modes) => {
            format!("choose one of: {}", or(modes.iter().map(|mode| effects(&mode.effects))))
        }
        Effect::May(inner) => format!("you may: {}", effects(inner)),
        Effect::MayPay { force, by, effects: inner } => {
            format!("{} may pay {} Force; if so, {}", who(*by), amount(force), effects(inner))
        }
        Effect::PayUpTo { most, effects: inner } => {
            format!("pay up to {} Force, then {}", amount(most), effects(inner))
        }
        Effect::UnlessPaid { by, force, r#if, effects: inner } => {
            let may =
                if r#if.is_empty() { String::new() } else { format!(" (only if {})", conditions(r#if)) };
            format!("unless {} {force} Force{may}, {}", does(who(*by), "pay"), effects(inner))
        }
        Effect::When { r#if, then, otherwise } => {
            let other = wording::otherwise(&effects(otherwise));
            format!("if {}, {}{other}", conditions(r#if), effects(then))
        }
        Effect::Later { when, r#if, effects: inner } => {
            let so = if r#if.is_empty() { String::new() } else { format!(" and {}", conditions(r#if)) };
            format!("later, when {}{so}, {}", trigger(when), effects(inner))
        }
    }
}

fn as_long_as(conditions: &[Condition]) -> String {
    match conditions {
        [] => String::new(),
        all => format!(", as long as {}", self::conditions(all)),
    }
}

fn end(at: DeckEnd) -> &'static str {
    match at {
        DeckEnd::Top => "on top of",
        DeckEnd::Bottom => "at the bottom of",
    }
}

fn all_given(given: &[Gives]) -> String {
    if given.is_empty() { "nothing".into() } else { and(given.iter().map(gives)) }
}

fn gives(gives: &Gives) -> String {
    match gives {
        Gives::Add { stat: which, by, per: None } => format!("{by:+} {}", stat(*which)),
        Gives::Add { stat: which, by, per: Some(per) } => {
            format!("{by:+} {} times {}", stat(*which), amount(per))
        }
        Gives::Keyword(word) => word.clone(),
        Gives::LosesKeyword(keyword) => format!("the loss of {}", keyword.word()),
        Gives::Subtype(line) => format!("the subtype {line}"),
        Gives::Ability(inner) => format!("the ability [{}]", ability(inner)),
        Gives::CannotAttack => "“cannot attack”".into(),
        Gives::CannotBeAttacked => "“cannot be attacked”".into(),
        Gives::AttackCost(n) => format!("“attacking it costs {n} Force”"),
        Gives::MustAttack => "“must attack”".into(),
        Gives::CannotRetreat => "“cannot retreat”".into(),
        Gives::DoesNotUntap => "“is not untapped”".into(),
        Gives::CannotEvade => "“Evade cannot be used for it”".into(),
        Gives::CannotBeEvaded => "“Evade cannot prevent its damage”".into(),
        Gives::DoesNotCount => "“does not count for control”".into(),
        Gives::PreventDamageTo => "“all damage to it is prevented”".into(),
        Gives::PreventDamageFrom => "“all damage from it is prevented”".into(),
        Gives::PreventEach(n) => format!("“{n} of each damage to it is prevented”"),
        Gives::UnpreventableDamage => "“its damage cannot be prevented”".into(),
        Gives::DoubleDamage => "“its damage is doubled”".into(),
        Gives::ExtraPilot => "“may have another pilot”".into(),
        Gives::ExtraPilotLike(like) => format!("“may have another pilot: {}”", filter(like)),
        Gives::CannotBePlayed => "“cannot be played”".into(),
        Gives::CannotUseAbilities => "“cannot use activated abilities”".into(),
        Gives::CannotDeploy => "“cannot be deployed”".into(),
        Gives::CannotSpendBuildPoints => "“no build points can be spent on it”".into(),
        Gives::ExtraCards(n) => format!("{} in your draw step", pluralize(*n, "more card")),
        Gives::OpenHand => "an open hand".into(),
        Gives::OpenBuild => "an open build zone of the opponent's".into(),
        Gives::AbilityCost { by, .. } => format!("{by:+} Force for its activated abilities"),
        Gives::CardCost(by) => format!("{by:+} Force to be played"),
        Gives::BuildCost(by) => format!("{by:+} to be built"),
    }
}
