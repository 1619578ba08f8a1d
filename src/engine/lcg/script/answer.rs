//! What a line of the script has to say to a question.

use super::format::{Doing, IconWord, Reassign};
use super::words::{card_or_dial, choice_words, next_word, word_of};
use super::{card_named, meant};
use crate::engine::cards::is_same;
use crate::engine::kernel::{self, Answer, Player, Question, Refusal, Shape};
use crate::engine::lcg::engagement::engage::{bad_attackers, too_much_balance_damage};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::state::choice::{Choice, Icon, Topic};
use crate::engine::lcg::state::filter::is_type;
use crate::engine::lcg::state::table::{CardId, DARK};
use crate::engine::lcg::state::values::abilities;
use crate::engine::lcg::vocabulary::{CardType, Effect, Many, Who, Zone, book, cite, normalize_name};
use crate::engine::lcg::{Frame, Lcg, Program, State};
use crate::engine::script::Answers;
use crate::engine::script::answering::{self, one};
use crate::engine::script::words::{Spread, Word};

type Reply = crate::engine::script::Reply<Lcg>;

impl Answers<Lcg> for Doing {
    fn word(_: Word, question: &Question<Lcg>) -> Option<Answer<Choice>> {
        match &question.shape {
            Shape::One { .. } => Some(Answer::Pass),
            Shape::Some { .. } => Some(Answer::Some(Vec::new())),
            Shape::Split { .. } => Some(Answer::Split(Vec::new())),
            _ => None,
        }
    }

    fn answer(&mut self, state: &State, question: &Question<Lcg>, source: &mut Option<CardId>) -> Reply {
        let doing = self;
        if is_about_another(state, question, doing, *source) {
            return Ok(None);
        }
        match &question.topic {
            Topic::Window(moment) => meant::window(state, question, *moment, doing, source),
            Topic::Pay(_) => split(state, &mut doing.pay, question),
            Topic::Host(_) => one(state, &mut doing.on),
            Topic::Target(..) => {
                let word = likelier(state, question, &mut doing.target, &mut doing.choose);
                word.map_or(Ok(None), |word| some(state, word, question))
            }
            Topic::Choose(_) if doing.strike.is_some() && strikes_at_once(state) => {
                one_of(state, &mut doing.strike)
            }
            Topic::Choose(_)
                if doing.target.is_none() && names_an_option(state, question, doing.at.as_ref()) =>
            {
                one_of(state, &mut doing.at)
            }
            Topic::Choose(_) => {
                let word = likelier(state, question, &mut doing.choose, &mut doing.target);
                word.map_or(Ok(None), |word| some(state, word, question))
            }
            Topic::Either(_) => Ok(either(state, question, doing).map(Answer::One)),
            Topic::May(about) => {
                let own = source.is_some() || about.is_some_and(|card| is_type(state, card, CardType::Fate));
                Ok(may(doing, own).map(Answer::Yes))
            }
            Topic::HowMany(_) => Ok(doing.amount.take().map(Answer::Number)),
            Topic::Title(_) => {
                Ok(doing.name.take().map(|name| Answer::One(Choice::Title(title(question, &name)))))
            }
            Topic::Protect => protect(state, doing),
            Topic::Shields | Topic::Shielding(_) => some(state, &mut doing.shield, question),
            Topic::Drawn => next_of(state, &mut doing.draw),
            Topic::Order | Topic::Fates | Topic::Arrange(_) => order(state, doing, question),
            Topic::CaptureAt => one(state, &mut doing.at),
            Topic::DrawDiscard => next_of(state, &mut doing.discard),
            Topic::Reserve => some(state, &mut doing.discard, question),
            Topic::Balance => balance_damage(state, doing),
            Topic::Commit => all(state, &mut doing.commit),
            Topic::Objective => match doing.engage.take_if(|name| is_dial(name)) {
                Some(_) => Ok(Some(Answer::One(Choice::Dial))),
                None => objective(state, doing),
            },
            Topic::Attackers => all(state, &mut doing.attackers),
            Topic::Defenders => all(state, &mut doing.defenders),
            Topic::EdgeCard(_) => next_of(state, &mut doing.edge),
            Topic::EdgeIcons(_) => Ok(doing.force.take().map(Answer::Number)),
            Topic::Striker | Topic::OutsideStriker => {
                let answer = one(state, &mut doing.strike)?;
                if let Some(Answer::One(Choice::Card(unit))) = &answer {
                    *source = Some(*unit);
                }
                Ok(answer)
            }
            Topic::Icons(_) => Ok(doing.icons.take().map(|icons| icon_order(&icons, question))),
            Topic::UnitDamage(_) | Topic::Divide(_) => split(state, &mut doing.damage, question),
            Topic::GoesOn(_) => Ok(doing.goes_on.take().map(Answer::Yes)),
            Topic::Tactics(_) => split(state, &mut doing.tactics, question),
        }
    }
}

/// Whether a question is about another card than a line: a choice that belongs to one card is not answered by
/// what is said of another, unless that one has set it in motion.
fn is_about_another(state: &State, question: &Question<Lcg>, doing: &Doing, source: Option<CardId>) -> bool {
    let (Some(about), Some(mine)) = (question.topic.source(), source.or_else(|| plays(state, doing))) else {
        return false;
    };
    let hosts = matches!(question.topic, Topic::Host(_)) && puts_into_play(state, mine);
    about != mine && !hosts && !(sets_in_motion(state, mine) && belongs_to_line(state, question, doing))
}

/// The objective to be engaged, unless none of the attackers that the line names with it could be declared.
fn objective(state: &State, doing: &mut Doing) -> Reply {
    let attackers = doing.attackers.iter().flat_map(Many::all);
    let attackers: Vec<CardId> = attackers.filter_map(|name| card_named(state, name).ok()).collect();
    let answer = one(state, &mut doing.engage)?;
    match &answer {
        Some(Answer::One(Choice::Card(card))) => match bad_attackers(state, *card, &attackers) {
            Some(refusal) => Err(refusal),
            None => Ok(answer),
        },
        _ => Ok(answer),
    }
}

/// What the light side damages by the Balance of the Force: one damage to one objective.
fn balance_damage(state: &State, doing: &mut Doing) -> Reply {
    let Some(spread) = doing.damage.take() else { return Ok(None) };
    let named = |name: &String| {
        if is_dial(name) { Ok(Choice::Dial) } else { card_named(state, name).map(Choice::Card) }
    };
    let all = spread.names().into_iter().map(named).collect::<Result<Vec<Choice>, String>>()?;
    let much = matches!(&spread, Spread::Each(parts) if parts.values().any(|n| *n != 1));
    match all.as_slice() {
        [one] if !much => Ok(Some(Answer::One(one.clone()))),
        several => Err(too_much_balance_damage(state, several)),
    }
}

fn is_dial(name: &str) -> bool {
    normalize_name(name) == "dial"
}

/// Whether what an effect allows is done: `yes` or `no`; whoever says on its own line what he chooses wants
/// it.
fn may(doing: &mut Doing, own: bool) -> Option<bool> {
    let first = doing.choose.as_ref()?.all().first().map(|word| normalize_name(word))?;
    match first.as_str() {
        "yes" | "no" | "none" => next_word(&mut doing.choose).map(|_| first == "yes"),
        _ => own.then_some(true),
    }
}

/// Which of several things is done: by its word; who names a card to do it with means the only one that does
/// anything.
fn either(state: &State, question: &Question<Lcg>, doing: &mut Doing) -> Option<Choice> {
    let first = doing.choose.as_ref()?.all().first()?.clone();
    let word = word_of(question, &first);
    let Shape::One { options, .. } = &question.shape else { return None };
    if !options.contains(&word) && card_named(state, &first).is_ok() {
        let nothing = does_nothing(state);
        let mut others = options.iter().filter(|option| Some(*option) != nothing.as_ref());
        if let (Some(one), None, true) = (others.next(), others.next(), nothing.is_some()) {
            return Some(one.clone());
        }
    }
    next_word(&mut doing.choose).map(|_| word)
}

/// What a player chooses who does nothing about it, where an effect of the opponent's lets him: by its word.
const ALLOWS: &str = "allow";

/// The choice of an opponent to let the effect go on as it is.
fn does_nothing(state: &State) -> Option<Choice> {
    let Some(Effect::ChooseOne { by, of }) = state.effect()?.now() else { return None };
    (*by == Who::Opponent && of.contains_key(ALLOWS)).then(|| Choice::Word(ALLOWS.into()))
}

/// The card that a line plays or uses, before that has been asked for.
fn plays(state: &State, doing: &Doing) -> Option<CardId> {
    doing.play.as_ref().or(doing.uses.as_ref()).and_then(|name| card_named(state, name).ok())
}

/// Whether an effect of a card is being carried out: what it puts into play is attached as its line says.
fn puts_into_play(state: &State, source: CardId) -> bool {
    let mut frames = state.stack.iter();
    frames.any(|frame| matches!(frame, Frame::Program(program) if program.scope.source == Some(source)))
}

/// Whether an effect of a card is having another card played or resolved, or a unit strike.
fn sets_in_motion(state: &State, source: CardId) -> bool {
    state.stack.iter().any(|frame| {
        let Frame::Program(program) = frame else { return false };
        program.scope.source == Some(source)
            && matches!(
                program.now(),
                Some(Effect::ResolveAgain(_) | Effect::Play { .. } | Effect::Strike(_))
            )
    })
}

/// Whether what a line names next as a target, or a choice, may be chosen now; or what it says is said of a
/// strike.
fn belongs_to_line(state: &State, question: &Question<Lcg>, doing: &Doing) -> bool {
    let said = [&doing.target, &doing.choose].into_iter().flatten();
    let first = said.filter_map(|many| many.all().first());
    match question.topic {
        Topic::Target(..) if doing.target.is_some() => true,
        // A card that is played by the effect is paid for by what the line says of paying.
        Topic::Pay(_) => doing.pay.is_some(),
        // What the line says of icons is said of the unit that its effect has strike.
        Topic::Icons(_) | Topic::UnitDamage(_) | Topic::Tactics(_) => true,
        Topic::Target(..) | Topic::Choose(_) => {
            first.into_iter().any(|name| names_an_option(state, question, Some(name)))
        }
        _ => false,
    }
}

/// Whether what is chosen now is a unit that strikes at once.
fn strikes_at_once(state: &State) -> bool {
    matches!(state.effect().and_then(Program::now), Some(Effect::Strike(_)))
}

/// Whether a word names one of the cards that may be chosen.
fn names_an_option(state: &State, question: &Question<Lcg>, word: Option<&String>) -> bool {
    let Shape::Some { options, .. } = &question.shape else { return false };
    let card = word.and_then(|name| card_named(state, name).ok());
    card.is_some_and(|card| options.contains(&Choice::Card(card)))
}

/// Whoever writes a line need not know whether a card targets or chooses: the word for it comes first, then
/// the other if what it names may be chosen. None if the word says something else.
fn likelier<'d>(
    state: &State,
    question: &Question<Lcg>,
    word: &'d mut Option<Many<String>>,
    other: &'d mut Option<Many<String>>,
) -> Option<&'d mut Option<Many<String>>> {
    let Shape::Some { options, .. } = &question.shape else { return Some(word) };
    // `yes` and `no` answer whether something is done, not what is chosen.
    let no_card = |many: &Many<String>| {
        many.all().first().is_some_and(|name| {
            ["yes", "no"].contains(&normalize_name(name).as_str()) && card_named(state, name).is_err()
        })
    };
    if word.as_ref().is_some_and(no_card) {
        return None;
    }
    let first = other.as_ref().and_then(|many| many.all().first());
    let offered = first.and_then(|name| card_named(state, name).ok()).map(Choice::Card);
    let likely = word.is_none() && offered.is_some_and(|choice| options.contains(&choice));
    Some(if likely { other } else { word })
}

fn one_of(state: &State, part: &mut Option<String>) -> Reply {
    match part.take() {
        None => Ok(None),
        Some(name) => Ok(Some(Answer::Some(vec![Choice::Card(card_named(state, &name)?)]))),
    }
}

/// The next of a list of names, as one card.
fn next_of(state: &State, part: &mut Option<Many<String>>) -> Reply {
    let names = part.as_ref().map(|many| many.all().to_vec()).unwrap_or_default();
    let Some((first, rest)) = names.split_first() else { return Ok(None) };
    *part = (!rest.is_empty()).then(|| Many::List(rest.to_vec()));
    Ok(Some(Answer::One(Choice::Card(card_named(state, first)?))))
}

/// All names, however many may be chosen; `none` for none.
fn all(state: &State, part: &mut Option<Many<String>>) -> Reply {
    let Some(many) = part.take() else { return Ok(None) };
    let named = many.all().iter().filter(|name| normalize_name(name) != "none");
    let cards: Result<Vec<Choice>, String> =
        named.map(|name| card_named(state, name).map(Choice::Card)).collect();
    Ok(Some(Answer::Some(cards?)))
}

/// As many names as the question asks for; `none` for none.
fn some(state: &State, part: &mut Option<Many<String>>, question: &Question<Lcg>) -> Reply {
    answering::some(
        part,
        question,
        |name| card_or_dial(state, name),
        |names| {
            if question.topic != Topic::Shields {
                return names.len();
            }
            // A name said twice means a second shield, for which there is a question of its own.
            (1..names.len()).find(|at| names[..*at].contains(&names[*at])).unwrap_or(names.len())
        },
    )
}

/// A number spread over cards.
fn split(state: &State, part: &mut Option<Spread>, question: &Question<Lcg>) -> Reply {
    let Shape::Split { options, min, max } = &question.shape else { return Ok(None) };
    let Some(spread) = part.take() else { return Ok(None) };
    let all = if *min == 0 { max } else { min };
    let most = |card: CardId| {
        let found = options.iter().find(|(choice, _)| *choice == Choice::Card(card));
        found.map_or(*min, |(_, most)| *most)
    };
    let mut parts = Vec::new();
    match spread {
        Spread::All(name) if normalize_name(&name) == "none" && card_named(state, &name).is_err() => {}
        Spread::All(name) => {
            let card = card_named(state, &name)?;
            let (there, paid) = (most(card), matches!(question.topic, Topic::Pay(_)));
            if paid && there > 0 && there < *all {
                let name = state.table.id(card);
                let text = format!("{name} generates {there} at most, and {all} must be paid.");
                return Err(refuse(text, cite::STEP_4).by_rule(book::GENERATE));
            }
            parts.push((Choice::Card(card), *all));
        }
        Spread::Each(map) => {
            for (name, n) in map {
                parts.push((Choice::Card(card_named(state, &name)?), n));
            }
        }
        Spread::List(names) => {
            // Each that is named generates something, and no more is generated than need be.
            let mut left = *all;
            for (at, name) in names.iter().enumerate() {
                let card = card_named(state, name)?;
                let others = (names.len() - at - 1) as u32;
                let n = most(card).min(left.saturating_sub(others)).max(1);
                left = left.saturating_sub(n);
                parts.push((Choice::Card(card), n));
            }
        }
    }
    Ok(Some(Answer::Split(parts)))
}

fn title(question: &Question<Lcg>, name: &str) -> std::sync::Arc<str> {
    if let Shape::One { options, .. } = &question.shape {
        for option in options {
            if let Choice::Title(title) = option
                && is_same(title, name)
            {
                return title.clone();
            }
        }
    }
    name.into()
}

fn protect(state: &State, doing: &mut Doing) -> Reply {
    let Some(many) = doing.protect.take() else { return Ok(None) };
    let mut parts = Vec::new();
    for Reassign { with, card, damage } in many.all() {
        let pair = Choice::Pair(card_named(state, card)?, card_named(state, with)?);
        parts.push((pair, *damage));
    }
    Ok(Some(Answer::Split(parts)))
}

/// An order by the names of the cards concerned.
fn order(state: &State, doing: &mut Doing, question: &Question<Lcg>) -> Reply {
    let Some(many) = doing.order.take() else { return Ok(None) };
    let Shape::Order { items } = &question.shape else { return Ok(None) };
    let mut left = items.clone();
    let mut order = Vec::new();
    for name in many.all() {
        let found = left.iter().position(|item| match item {
            Choice::Nth(n) => nth_source(state, *n).is_some_and(|card| card_named(state, name) == Ok(card)),
            Choice::Card(card) => card_named(state, name) == Ok(*card),
            other => is_same(&choice_words(state, other), name),
        });
        let at = found.ok_or_else(|| format!("{name} is not among what is to be ordered."))?;
        order.push(left.remove(at));
    }
    order.extend(left);
    Ok(Some(Answer::Order(order)))
}

/// The card one of several simultaneous effects comes from.
fn nth_source(state: &State, n: u8) -> Option<CardId> {
    state.table.due.get(usize::from(n))?.scope.source
}

fn icon_order(icons: &[IconWord], question: &Question<Lcg>) -> Answer<Choice> {
    let named = icons.iter().map(|icon| match icon {
        IconWord::Unit => Choice::Icon(Icon::Unit),
        IconWord::Tactics => Choice::Icon(Icon::Tactics),
        IconWord::Blast => Choice::Icon(Icon::Blast),
    });
    let mut order: Vec<Choice> = named.collect();
    if let Shape::Order { items } = &question.shape {
        order.retain(|icon| items.contains(icon));
        order.extend(items.iter().filter(|item| !order.contains(item)).cloned().collect::<Vec<_>>());
    }
    Answer::Order(order)
}

/// What leaving a decision out means; where only one answer is allowed, that one.
pub(super) fn left_out(state: &State, question: &Question<Lcg>) -> Option<Answer<Choice>> {
    match (&question.topic, &question.shape) {
        (Topic::Window(_), Shape::One { pass: true, .. }) => Some(Answer::Pass),
        // Icons in the order of the rulebook's example, cards as they lay.
        (Topic::Icons(_) | Topic::Arrange(_), Shape::Order { items }) => Some(Answer::Order(items.clone())),
        // All of it, if the line does not say how much.
        (Topic::HowMany(_), Shape::Number { max, .. }) => Some(Answer::Number(*max)),
        (topic, Shape::One { pass: true, .. }) if topic.optional() => Some(Answer::Pass),
        (topic, Shape::Some { min: 0, .. }) if topic.optional() => Some(Answer::Some(Vec::new())),
        // Whoever uses an ability that is all permission wants what it allows.
        (Topic::May(_), Shape::YesNo) if is_all_permission(state) => Some(Answer::Yes(true)),
        (topic, Shape::YesNo) if topic.optional() => Some(Answer::Yes(false)),
        // Of several things one of which is to do nothing, that.
        (Topic::Either(_), Shape::One { .. }) => {
            does_nothing(state).map(Answer::One).or_else(|| no_choice(state, question))
        }
        // A unit that does not participate takes damage only where that is said.
        (Topic::UnitDamage(_), Shape::Split { min: 0, .. }) => Some(Answer::Split(Vec::new())),
        (topic, Shape::Split { min: 0, .. }) if topic.optional() => Some(Answer::Split(Vec::new())),
        _ => no_choice(state, question),
    }
}

/// Whether what is being carried out is an ability of its player's own choice that only allows something.
fn is_all_permission(state: &State) -> bool {
    let Some(Frame::Program(program)) = state.stack.last() else { return false };
    let own = |card: CardId| {
        let there = state.table.card(card);
        let holder = if there.zone == Zone::Play { there.controller } else { there.owner };
        holder == program.scope.you && !is_type(state, card, CardType::Fate)
    };
    let forced = |card: CardId| abilities(state, card).any(|ability| ability.forced);
    program.list.len() == 1 && program.scope.source.is_some_and(|card| own(card) && !forced(card))
}

/// The answer to a question to which there is only one.
fn no_choice(state: &State, question: &Question<Lcg>) -> Option<Answer<Choice>> {
    match (&question.topic, &question.shape) {
        (_, Shape::One { options, pass: false }) if options.len() == 1 => {
            Some(Answer::One(options[0].clone()))
        }
        (_, Shape::Some { options, min, .. }) if *min == options.len() => Some(Answer::Some(options.clone())),
        (Topic::Pay(card), shape) => only_payment(state, *card, shape),
        (_, Shape::Split { options, min, max }) if options.len() == 1 && min == max => {
            Some(Answer::Split(vec![(options[0].0.clone(), *min)]))
        }
        (_, Shape::Order { items }) if items.len() < 2 => Some(Answer::Order(items.clone())),
        _ => None,
    }
}

/// The only way to pay, if there is only one.
fn only_payment(state: &State, card: CardId, shape: &Shape<Choice>) -> Option<Answer<Choice>> {
    let question = Question::<Lcg> {
        player: state.table.card(card).owner,
        topic: Topic::Pay(card),
        shape: shape.clone(),
    };
    let Shape::Split { options, min, .. } = shape else { return None };
    if options.len() > 4 {
        return None;
    }
    let exact = shape.answers().filter(|answer| match answer {
        Answer::Split(parts) => parts.iter().map(|(_, n)| n).sum::<u32>() == *min,
        _ => false,
    });
    let mut legal_ones =
        exact.filter(|answer| crate::engine::kernel::forbidden(state, &question, answer).is_none());
    let first = legal_ones.next()?;
    legal_ones.next().is_none().then_some(first)
}

/// What comes of a line that only asks.
pub(super) fn only_checks(state: &State, player: Player, doing: &Doing) -> Option<Result<(), Refusal>> {
    if doing.pass == Some(true) {
        return Some(pass_allowed(state, player));
    }
    if let Some(zone) = doing.reorder {
        return Some(reorder(state, zone));
    }
    let name = doing.look_at.as_ref()?;
    Some(
        card_named(state, name)
            .map_err(Refusal::from)
            .and_then(|card| may_look(state, card, player).then_some(()).ok_or_else(|| hidden(state, card))),
    )
}

fn pass_allowed(state: &State, player: Player) -> Result<(), Refusal> {
    match &state.question {
        Some(question) if question.player == player => kernel::apply(state, &Answer::Pass).map(|_| ()),
        _ => Err(refuse_by_rulebook("That player is not asked now.", book::NOT_ASKED)),
    }
}

fn reorder(state: &State, zone: Zone) -> Result<(), Refusal> {
    if zone == Zone::Discard && state.switches.on(cite::DISCARD_PILE) {
        let clause = format!("{}#1", cite::DISCARD_PILE);
        return Err(refuse("The order of a discard pile may not be changed.", &clause));
    }
    Ok(())
}

/// Whether a player may look at a card (2.4, 2.5, 3.2).
pub(super) fn may_look(state: &State, id: CardId, player: Player) -> bool {
    let card = state.table.card(id);
    match card.zone {
        Zone::Play | Zone::Victory | Zone::Playing => true,
        Zone::Discard => card.owner == player || state.switches.on(cite::DISCARD_PILE),
        Zone::Hand => card.revealed || card.owner == player,
        Zone::Edge => card.revealed || card.owner == player && state.switches.on(cite::OWN_EDGE_STACK),
        Zone::Captured => card.revealed || player == DARK && state.switches.on(cite::CAPTURED_HIDDEN),
        Zone::Deck | Zone::ObjectiveDeck => card.revealed,
    }
}

fn hidden(state: &State, id: CardId) -> Refusal {
    let name = state.table.id(id);
    match state.table.card(id).zone {
        Zone::Captured => {
            refuse(format!("{name} is captured: only the dark side may look at it."), cite::CAPTURED_HIDDEN)
        }
        Zone::Edge => refuse(format!("{name} lies facedown in an edge stack."), cite::OWN_EDGE_STACK),
        Zone::Hand => {
            let text = format!("{name} is hidden from that player.");
            refuse_by_rulebook(text, book::HIDDEN).by_rule(book::HAND_HIDDEN)
        }
        Zone::Play | Zone::Deck | Zone::ObjectiveDeck | Zone::Discard | Zone::Victory | Zone::Playing => {
            refuse_by_rulebook(format!("{name} is hidden from that player."), book::HIDDEN)
        }
    }
}
