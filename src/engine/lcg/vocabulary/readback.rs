//! Puts an ability into this program's own words, from the data alone: so that a reader with the card can say
//! whether that is what it does.

mod parts;

pub(crate) use parts::{conditions, trigger as occasion};

use super::ability::{Ability, AbilityKind, Limit, Period, Target, Until};
use super::effect::Effect;
use super::facts::CardText;
use super::gives::{EffectSort, Gives};
use crate::engine::cards::wording::{self, a, and, does, filter, or, pluralize};
use crate::engine::cards::{DeckEnd, Vocabulary as _};
use parts::{
    amount, counted, named, number_of, of_that_damage, place, possessive, select, stat, trigger, who,
};

/// What a card does, a sentence for each ability; empty for a card without any.
pub(crate) fn of_card(text: &CardText) -> Vec<String> {
    let host = text.attaches_to.iter().map(|on| format!("Attached to: {}.", filter(on)));
    let mut all: Vec<String> = host.chain(text.abilities.iter().map(ability)).collect();
    if let Some(other) = &text.as_enhancement {
        let cheaper = match other.cheaper {
            0 => String::new(),
            n => format!(" for {n} less"),
        };
        all.push(format!("May be played as an enhancement on {}{cheaper}.", filter(&other.on)));
        all.extend(other.abilities.iter().map(|inner| format!("As an enhancement: {}", ability(inner))));
    }
    all
}

/// An ability in words.
pub(crate) fn ability(ability: &Ability) -> String {
    let mut head = vec![kind(ability).to_owned()];
    if let Some(zone) = ability.zone {
        head.push(format!("from {}", place(zone)));
    }
    if let Some(when) = &ability.when {
        let word = if ability.kind == AbilityKind::Reaction { "after" } else { "when" };
        head.push(format!("{word} {}", trigger(when)));
    }
    if !ability.conditions.is_empty() {
        head.push(format!("if {}", conditions(&ability.conditions)));
    }
    let mut body = Vec::new();
    if !ability.cost.is_empty() {
        body.push(format!("as a cost, {}", effects(&ability.cost)));
    }
    body.extend(ability.targets.iter().map(target));
    if let Some(x) = &ability.x {
        body.push(format!("X is {}", amount(x)));
    }
    if !ability.gives.is_empty() {
        let to = ability.to.as_ref().map_or_else(|| "this card".to_owned(), select);
        body.push(format!("{to}: {}", all_given(&ability.gives)));
    }
    if !ability.effects.is_empty() {
        body.push(effects(&ability.effects));
    }
    if body.is_empty() {
        body.push("nothing".into());
    }
    let limit = ability.limit.map_or(String::new(), |limit| format!(" Limit: {}.", self::limit(limit)));
    format!("{}: {}.{limit}", head.join(", "), body.join("; "))
}

fn kind(ability: &Ability) -> &'static str {
    match (ability.kind, ability.forced) {
        (AbilityKind::Constant, _) => "Constant",
        (AbilityKind::Replacement, _) => "Replacement",
        (AbilityKind::Action, _) => "Action",
        (AbilityKind::Interrupt, false) => "Interrupt",
        (AbilityKind::Interrupt, true) => "Forced interrupt",
        (AbilityKind::Reaction, false) => "Reaction",
        (AbilityKind::Reaction, true) => "Forced reaction",
        (AbilityKind::Fate, _) => "Fate effect",
        (AbilityKind::Whenever, _) => "By itself",
    }
}

fn limit(limit: Limit) -> String {
    match limit {
        Limit::OncePer(span) => format!("once per {}", period(span)),
        Limit::OnePer(span) => format!("one copy per {}", period(span)),
        Limit::Times { times, per } => format!("{times} times per {}", period(per)),
    }
}

fn period(period: Period) -> &'static str {
    match period {
        Period::Turn => "turn",
        Period::Phase => "phase",
        Period::Engagement => "engagement",
        Period::EdgeBattle => "edge battle",
        Period::Game => "game",
    }
}

fn until(until: Until) -> &'static str {
    match until {
        Until::Strike => "until the strike ends",
        Until::EdgeBattle => "until the edge battle ends",
        Until::Engagement => "until the engagement ends",
        Until::Phase => "until the phase ends",
        Until::Turn => "until the turn ends",
        Until::Game => "for good",
    }
}

fn target(target: &Target) -> String {
    let name = match target.name.as_str() {
        "target" => String::new(),
        other => format!(" as “{other}”"),
    };
    let together = target
        .combined_cost_at_most
        .map_or(String::new(), |n| format!(" with printed costs of {n} at most together"));
    format!("target {}{together}{name}", number_of(target.count, target.up_to, &target.card))
}

/// What effects do, in order.
fn effects(all: &[Effect]) -> String {
    all.iter().map(effect).collect::<Vec<_>>().join("; ")
}

/// Every instruction in words, one after the other.
fn effect(effect: &Effect) -> String {
    match effect {
        // Instructions about damage, tokens and resources.
        Effect::DealDamage { amount: n, to, not_by_shields } => {
            let shields = if *not_by_shields { " that shields cannot prevent" } else { "" };
            format!("deal {}{shields} to {}", counted(n, "damage"), select(to))
        }
        Effect::DivideDamage { amount: n, among, by } => {
            format!("deal {} divided by {} among: {}", counted(n, "damage"), who(*by), filter(among))
        }
        Effect::PlaceDamage { amount: n, on } => format!("place {} on {}", counted(n, "damage"), select(on)),
        Effect::RedirectDamage { amount: n, to } => {
            format!("redirect {} to {}", of_that_damage(n), select(to))
        }
        Effect::PreventDamage(n) => format!("prevent {}", of_that_damage(n)),
        Effect::MoveDamage { amount: n, from, to } => {
            format!("move {} from {} to {}", counted(n, "damage"), select(from), select(to))
        }
        Effect::RemoveDamage { amount: n, from } => {
            format!("remove {} from {}", counted(n, "damage"), select(from))
        }
        Effect::PlaceFocus { amount: n, on } => {
            format!("place {} on {}", counted(n, "focus token"), select(on))
        }
        Effect::FocusCard(which) => format!("focus {}", select(which)),
        Effect::RemoveFocus { amount: n, from } => {
            format!("remove {} from {}", counted(n, "focus token"), select(from))
        }
        Effect::MoveFocus { amount: n, from, to } => {
            format!("move {} from {} to {}", counted(n, "focus token"), select(from), select(to))
        }
        Effect::SwitchFocus { one, other } => {
            format!("switch the focus tokens of {} and {}", select(one), select(other))
        }
        Effect::PlaceShield(on) => format!("place a shield on {}", select(on)),
        Effect::PlaceAnotherShield(on) => format!("place a shield, even a second one, on {}", select(on)),
        Effect::RemoveShield(from) => format!("remove a shield from {}", select(from)),
        Effect::RemoveShields { amount: n, from } => {
            format!("remove {} from {}", counted(n, "shield"), select(from))
        }
        Effect::SpendResources(n) => format!("spend {}", pluralize(*n, "resource")),
        Effect::LowerCost { amount: n, least } => {
            format!("lower the cost by {}, to no less than {least}", amount(n))
        }
        Effect::AdvanceDial(n) => format!("advance the Death Star dial by {}", amount(n)),
        Effect::TurnBackDial { amount: n, least } => {
            format!("turn the Death Star dial back by {}, to no less than {least}", amount(n))
        }
        Effect::Gain { to, gives: given, until: lasts } => {
            format!("{} {}: {}", until(*lasts), select(to), all_given(given))
        }
        Effect::NextPlayed { like, gives: given, until: lasts, each } => {
            let which = if *each { "each" } else { "the next" };
            let given = all_given(given);
            format!("{} {which} {} you play: {given}", until(*lasts), filter(like))
        }
        // Instructions that move cards, or look at them.
        Effect::LeavesTo(zone) => format!("it goes to {} instead", place(*zone)),
        Effect::Destroy(which) => format!("destroy {}", select(which)),
        Effect::Sacrifice(which) => format!("sacrifice {}", select(which)),
        Effect::Discard(which) => format!("discard {}", select(which)),
        Effect::ReturnToHand(which) => format!("return {} to hand", select(which)),
        Effect::PutOnDeck(which) => format!("put {} on top of the deck", select(which)),
        Effect::PutUnderDeck(which) => format!("put {} under the deck", select(which)),
        Effect::PutBack { cards, at } => {
            let at = if *at == DeckEnd::Top { "on" } else { "under" };
            format!("put {} back {at} the deck in any order", select(cards))
        }
        Effect::Capture { card, at } => {
            let at = at.as_ref().map_or(String::new(), |at| format!(" at {}", select(at)));
            format!("capture {}{at}", select(card))
        }
        Effect::Rescue(which) => format!("rescue {}", select(which)),
        Effect::MoveCaptured { card, to } => format!("move {} to {}", select(card), select(to)),
        Effect::Attach { card, to } => format!("attach {} to {}", select(card), select(to)),
        Effect::TakeControl(which) => format!("take control of {}", select(which)),
        Effect::PutIntoPlay { card, on, participating } => {
            let on = on.as_ref().map_or(String::new(), |on| format!(" on {}", select(on)));
            let how = if *participating { ", participating" } else { "" };
            format!("put {} into play{on}{how}", select(card))
        }
        Effect::Play { card, participating } => {
            format!("play {}{}", select(card), if *participating { ", participating" } else { "" })
        }
        Effect::Draw { amount: n, player } => {
            format!("{} {}", does(who(*player), "draw"), counted(n, "card"))
        }
        Effect::Search { deck, player, top, r#for, effects: found, .. } => {
            let top = top.map_or(String::new(), |n| format!("the top {n} cards of "));
            let deck = format!("{top}{} {}", possessive(*player), place(*deck).trim_start_matches("the "));
            format!("search {deck} for {}, then {}, and shuffle", a(&filter(r#for)), effects(found))
        }
        Effect::Shuffle { deck, player } => {
            format!("shuffle {} {}", possessive(*player), place(*deck).trim_start_matches("the "))
        }
        Effect::Reveal(which) => format!("reveal {}", select(which)),
        Effect::RevealHand(player) => format!("reveal {} hand", possessive(*player)),
        Effect::LookAt(which) => format!("look at {}", select(which)),
        Effect::NameCard(kind) => format!("name the title of a card of type {}", kind.word()),
        Effect::TopOfDeck { deck, player, count, reveal, name } => {
            let verb = if *reveal { "reveal" } else { "look at" };
            let deck = place(*deck).trim_start_matches("the ");
            format!("{verb} the top {count} of {} {deck} ({})", possessive(*player), named(name))
        }
        Effect::PlaceInEdgeStack(which) => format!("place {} in the edge stack", select(which)),
        Effect::Choose(which) => format!("choose {}", select(which)),
        // Instructions about the Force and engagements.
        Effect::Commit(which) => format!("commit {} to the Force", select(which)),
        Effect::RemoveFromForce(which) => format!("remove {} from the Force", select(which)),
        Effect::CountInStruggle(which) => {
            format!("the Force icons of {} count for you in this Force struggle", select(which))
        }
        Effect::SetBalance(player) => format!("the Balance of the Force goes to {}", who(*player)),
        Effect::EngageInstead(which) => format!("{} is engaged instead", select(which)),
        Effect::EngageAgain(which) => format!("{} may be engaged once more this phase", select(which)),
        Effect::RemoveFromEngagement(which) => format!("remove {} from the engagement", select(which)),
        Effect::Strike(which) => format!("strike at once with {}", select(which)),
        Effect::NoIcons => "its combat icons do not resolve".into(),
        Effect::SwitchEdgeStacks => "switch the edge stacks".into(),
        Effect::RestartEdgeBattle => "cancel the edge battle and begin a new one".into(),
        Effect::ResolveAgain(which) => format!("resolve the effect of {} once more", select(which)),
        Effect::Cancel => "cancel that".into(),
        Effect::WinGame => "win the game".into(),
        Effect::LoseGame => "lose the game".into(),
        // Instructions around others.
        Effect::Instead(inner) => format!("instead of that, {}", effects(inner)),
        Effect::EachPlayer(inner) => format!("each player: {}", effects(inner)),
        Effect::ByPlayer { player, effects: inner } => {
            format!("{} this: {}", does(who(*player), "do"), effects(inner))
        }
        Effect::ChooseOne { by, of } => {
            let all = of.iter().map(|(word, inner)| format!("{word} ({})", effects(inner)));
            format!("{} one of: {}", does(who(*by), "choose"), or(all))
        }
        Effect::May(inner) => format!("you may: {}", effects(inner)),
        Effect::Then(inner) => format!("if that was done in full, {}", effects(inner)),
        Effect::When { r#if, then, otherwise } => {
            let other = wording::otherwise(&effects(otherwise));
            format!("if {}, {}{other}", conditions(r#if), effects(then))
        }
        Effect::Later { at, effects: inner, otherwise, until: lasts } => {
            let lasts = lasts.map_or(String::new(), |lasts| format!(" ({})", until(lasts)));
            let other = wording::otherwise(&otherwise.as_ref().map_or(String::new(), |other| effects(other)));
            format!("later, when {}{lasts}, {}{other}", trigger(at), effects(inner))
        }
    }
}

/// What cards are given, in words.
pub(crate) fn all_given(given: &[Gives]) -> String {
    if given.is_empty() { "nothing".into() } else { and(given.iter().map(gives)) }
}

fn gives(gives: &Gives) -> String {
    match gives {
        Gives::Add { stat: which, by } => format!("{} more {}", amount(by), stat(*which)),
        Gives::Subtract { stat: which, by } => format!("{} less {}", amount(by), stat(*which)),
        Gives::Set { stat: which, to } => format!("{} set to {to}", stat(*which)),
        Gives::Double(stats) => format!("doubled {}", and(stats.iter().map(|one| stat(*one).to_owned()))),
        Gives::Keyword(word) => format!("the keyword {word}"),
        Gives::LosesKeyword(keyword) => format!("the keyword {} is lost", keyword.word()),
        Gives::Ability(inner) => format!("the ability [{}]", ability(inner)),
        Gives::Blank => "its text is blank".into(),
        Gives::CannotAttack => "cannot attack".into(),
        Gives::CannotDefend => "cannot defend".into(),
        Gives::CannotCommit => "cannot be committed to the Force".into(),
        Gives::OnlyAttackers(like) => format!("can be attacked only by {}", a(&filter(like))),
        Gives::MostAttackers(n) => format!("can be attacked by no more than {n} at once"),
        Gives::IgnoresResourceMatch => "needs no resource match".into(),
        Gives::MatchesAffiliation(which) => {
            if which.is_empty() {
                "its resources match every affiliation".into()
            } else {
                format!("its resources match {}", or(which.all().iter().map(ToString::to_string)))
            }
        }
        Gives::PlayableFromDiscard => "can be played from the discard pile".into(),
        Gives::FirstEdgeCardFaceup(player) => {
            format!("{} first edge card is placed faceup", possessive(*player))
        }
        Gives::CannotBeDestroyed => "cannot be destroyed".into(),
        Gives::IconsNeedEdge => "its icons count only with the edge".into(),
        Gives::CannotBeDamaged => "cannot be damaged".into(),
        Gives::CannotBeDamagedBy(EffectSort::CardEffects) => "cannot be damaged by card effects".into(),
        Gives::CannotBeDamagedBy(EffectSort::FrameworkEffects) => {
            "cannot be damaged by framework effects".into()
        }
        Gives::CannotBeDamagedByCards(like) => format!("cannot be damaged by {}", a(&filter(like))),
        Gives::CannotBeFocusedBy(like) => format!("gets no focus tokens from {}", a(&filter(like))),
        Gives::CannotBeTargeted(like) => format!("cannot be targeted by {}", a(&filter(like))),
        Gives::EntersWithFocus(n) => format!("enters play with {}", pluralize(*n, "focus token")),
        Gives::DividesUnitDamage => "may divide its unit damage".into(),
        Gives::ConsideredToControl { more, of } => {
            format!("you count as controlling {more} more of: {}", filter(of))
        }
        Gives::ConsideredInHand { player, more } => {
            format!("{} as having {more} more in hand", does(who(*player), "count"))
        }
        Gives::ConsideredCommitted => "counts as committed to the Force".into(),
        Gives::CountsExhausted => "counts in Force struggles while exhausted".into(),
        Gives::StruggleIcons(n) => format!("{} Force icons for you in Force struggles", amount(n)),
        Gives::EdgeIcons(n) => format!("{} Force icons for you in edge battles", amount(n)),
        Gives::EngageDial(n) => format!("the Death Star dial may be engaged, and {n} damage on it wins"),
        Gives::Reserve { player, add, subtract } => {
            let more = add.iter().map(|n| format!("{} more", amount(n)));
            let less = subtract.iter().map(|n| format!("{} less", amount(n)));
            format!("{} reserve value: {}", possessive(*player), and(more.chain(less)))
        }
        Gives::UnopposedBonus(n) => format!("your unopposed bonus is {n}"),
        Gives::NoUnopposedDamage => "takes no unopposed damage".into(),
        Gives::StrikesFromOutside => "may strike without participating".into(),
        Gives::MayDamageOutside(like) => {
            format!("may damage {} that does not participate", a(&filter(like)))
        }
        Gives::ResourcesOnlyFor(like) => format!("its resources pay only for {}", a(&filter(like))),
        Gives::MustDefend => "must defend if able".into(),
        Gives::LeastDefenders(n) => format!("no fewer than {n} defenders, or none"),
        Gives::CannotBeEngaged => "cannot be engaged".into(),
        Gives::EngagedFirst => "must be engaged first".into(),
        Gives::NoFateEffects(player) => format!("{} fate cards have no effects", possessive(*player)),
        Gives::BesidesPilotLimit => "does not count against the limit of one pilot on a unit".into(),
        Gives::CannotDrawByEffects(player) => format!("{} cannot draw by card effects", who(*player)),
    }
}
