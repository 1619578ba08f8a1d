//! What a line of the script has to say to a question.

use super::building::{build, setup, stacked, start_order};
use super::card_named;
use super::dice::{anyone_may_answer, die, rerolled};
use super::format::{DiceSaid, Doing, Paid, Whether, Which};
use super::meant::{Reply, meant, no_such};
use super::silent::not_placed;
use super::words::{choice_words, rolled_for};
use crate::engine::cards::is_same;
use crate::engine::kernel::{Answer, AnswerError, Basis, Player, Question, Refusal, Shape};
use crate::engine::script::Answers;
use crate::engine::script::answering::{self, one};
use crate::engine::script::words::Word;
use crate::engine::tcg::legality::attackers::{had_nothing_to_attack, next_units};
use crate::engine::tcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::tcg::legality::targets;
use crate::engine::tcg::state::choice::{Choice, Kind, Moment, Topic};
use crate::engine::tcg::state::narrate::printed_name;
use crate::engine::tcg::state::point;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{abilities, has_keyword};
use crate::engine::tcg::turn::chart::standing;
use crate::engine::tcg::turn::legal;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, Arena, Chance, Effect, Keyword, Many, Mode, book, cite,
};
use crate::engine::tcg::{Frame, State, Task, Tcg};

impl Answers<Tcg> for Doing {
    fn word(word: Word, question: &Question<Tcg>) -> Option<Answer<Choice>> {
        match (&question.shape, word) {
            (Shape::One { pass: true, .. }, _) => Some(Answer::Pass),
            (Shape::Some { min: 0, .. }, Word::No) => Some(Answer::Some(Vec::new())),
            (Shape::YesNo, Word::No) => Some(Answer::Yes(false)),
            _ => None,
        }
    }

    fn answer(&mut self, state: &State, question: &Question<Tcg>, source: &mut Option<CardId>) -> Reply {
        let doing = self;
        if is_about_another(state, &question.topic, doing, *source) {
            return Ok(None);
        }
        match &question.topic {
            Topic::Window(moment) => window(state, question, *moment, doing, source),
            Topic::Act(arena) => act(state, *arena, doing, source),
            Topic::Defender(_) => one(state, &mut doing.attack),
            Topic::Die(by, to) => die(state, *by, Some(*to), doing),
            Topic::Rerolled(by) => die(state, *by, None, doing),
            Topic::BuildRoll => Ok(doing.roll.take().map(Answer::Number)),
            Topic::Reroll(_) => Ok(doing.reroll.take().map(|shown| rerolled(question, &shown))),
            Topic::Assign(_) => assign(state, doing),
            // What is announced with a card is said with it: a choice on a line of its own is another one.
            Topic::Target(_) if source.is_none() && doing.target.is_none() => Ok(None),
            Topic::Target(_) | Topic::Choose(_) | Topic::Discard(_) => chosen(state, question, doing),
            Topic::Retreat => some(state, &mut doing.retreat, question),
            Topic::DiceOrder(_) => order(state, doing),
            Topic::Pool => pool(state, question, doing),
            Topic::May(_) => Ok(may(doing, *source).map(Answer::Yes)),
            Topic::Pay(_) => Ok(pays(doing, question)),
            Topic::Pairs => pair(state, question, doing),
            Topic::Bid(_) => Ok(doing.bid.take().map(|bid| Answer::One(Choice::Bid(bid)))),
            Topic::BuildStart => Ok(start_order(state, question, doing)),
            Topic::Build => build(state, question, doing, source),
            Topic::Setup => setup(state, doing),
            Topic::Redraw => some(state, &mut doing.redraw, question),
            Topic::Arena(_) => Ok(doing.arena.take().map(|arena| Answer::One(Choice::Arena(arena)))),
            Topic::Mode(_) | Topic::Upkeep(_) => mode(state, doing),
            Topic::Enhance(_) => Ok(doing.enhance.take().map(|enhance| Answer::Yes(enhance.yes()))),
            Topic::Divide(..) | Topic::Heal(_) => assign(state, doing),
            Topic::Roll(_) => roll(state, doing),
            Topic::Stack(_) => Ok(stacked(question, doing)),
        }
    }
}

/// Whether a question belongs to another card than the one a line is about: it is not answered by that line.
fn is_about_another(state: &State, topic: &Topic, doing: &Doing, source: Option<CardId>) -> bool {
    let plays = || named(state, doing.play.as_ref().or(doing.uses.as_ref()));
    let another = topic.source().zip(source.or_else(plays)).is_some_and(|(about, mine)| about != mine);
    another && !anyone_may_answer(topic)
}

/// Whether a player does what he may: what is chosen for it is consent.
fn may(doing: &mut Doing, source: Option<CardId>) -> Option<bool> {
    let chosen = doing.option.is_some() || doing.choose.is_some() || doing.discard.is_some();
    let does = doing.does.take().map(Whether::yes);
    does.or((chosen && source.is_some()).then_some(true))
}

/// What a die shows that an effect rolls, perhaps for one of several cards.
fn roll(state: &State, doing: &mut Doing) -> Reply {
    let by_card = doing.roll.is_none() && matches!(doing.dice, Some(DiceSaid::Each(_)));
    match rolled_for(state).filter(|_| by_card) {
        Some(card) => die(state, None, Some(card), doing),
        None => Ok(doing.roll.take().map(Answer::Number)),
    }
}

/// The cards that are chosen. Whoever writes a line need not know whether a card has something chosen when it
/// is announced or later: the word for it comes first, then the others.
fn chosen(state: &State, question: &Question<Tcg>, doing: &mut Doing) -> Reply {
    let said = match &question.topic {
        Topic::Target(_) => [&mut doing.target, &mut doing.choose, &mut doing.discard],
        Topic::Choose(_) => [&mut doing.choose, &mut doing.target, &mut doing.discard],
        _ => [&mut doing.discard, &mut doing.choose, &mut doing.target],
    };
    let word = said.into_iter().find(|word| word.is_some());
    // Where nothing need be chosen, "you may" is as well said by whether it is done.
    if let (Some(does), Shape::Some { options, min: 0, .. }) = (doing.does, &question.shape) {
        match (does.yes(), &word, options.as_slice()) {
            (true, None, [only]) => {
                doing.does = None;
                return Ok(Some(Answer::Some(vec![only.clone()])));
            }
            (false, None, _) => {
                doing.does = None;
                return Ok(Some(Answer::Some(Vec::new())));
            }
            (true, Some(_), _) => doing.does = None,
            (true, None, [_, _, ..]) if matches!(question.topic, Topic::Choose(_)) => {
                return Err("Say which one (`choose:`).".to_owned().into());
            }
            (true, None, _) | (false, Some(_), _) => {}
        }
    }
    word.map_or(Ok(None), |word| some(state, word, question))
}

/// One of several effects or costs, by its number or its name.
fn mode(state: &State, doing: &mut Doing) -> Reply {
    let Some(which) = doing.option.take() else { return Ok(None) };
    let at = match &which {
        Which::Number(n) => n.checked_sub(1),
        Which::Name(name) => mode_names(state).iter().position(|mode| is_same(mode, name)).map(|at| at as u8),
    };
    at.map(|at| Some(Answer::One(Choice::Mode(at)))).ok_or_else(|| {
        let which = match &which {
            Which::Number(n) => n.to_string(),
            Which::Name(name) => name.clone(),
        };
        format!("There is no option {which} here.").into()
    })
}

/// The names of the effects to choose from: those of the instruction now carried out, or of what is being
/// announced.
fn mode_names(state: &State) -> Vec<String> {
    let named = |modes: &[Mode]| modes.iter().map(|mode| mode.name.clone().unwrap_or_default()).collect();
    match state.stack.last() {
        Some(Frame::Program(program)) => {
            let now = program.now();
            if let Some(Effect::ChooseOne(modes)) = now { named(modes) } else { Vec::new() }
        }
        Some(Frame::Task(Task::Play(playing))) => playing.modes(state).map_or_else(Vec::new, |m| named(&m)),
        Some(Frame::Task(_) | Frame::Window(_) | Frame::Sequence(_)) | None => Vec::new(),
    }
}

fn window(
    state: &State,
    question: &Question<Tcg>,
    moment: Moment,
    doing: &mut Doing,
    source: &mut Option<CardId>,
) -> Reply {
    if let Some(name) = &doing.deploy {
        // Outside a build step, a unit comes by its Hidden Cost only.
        let card = card_named(state, name)?;
        if !has_keyword(state, card, Keyword::HiddenCost)
            || !matches!(moment.kind, Kind::Normal(_) | Kind::Attack)
        {
            return Ok(None);
        }
        (doing.deploy, *source) = (None, Some(card));
        return Ok(Some(Answer::One(Choice::HiddenCost(card))));
    }
    let Some(name) = doing.play.as_ref().or(doing.uses.as_ref()) else { return Ok(None) };
    let card = card_named(state, name)?;
    if super::silent::prevents_nothing(state, moment.kind, card, doing).is_some() {
        return Ok(None); // it may be meant for a later chance
    }
    let means = |(at, ability): (usize, &&Ability)| meant(ability, at, doing);
    if moment.kind == Kind::Disrupt && !abilities(state, card).iter().enumerate().any(means) {
        return Ok(None); // what is being played may give it to the card
    }
    let choice = choice_for(state, moment, question.player, card, doing)?;
    *source = Some(card);
    let all = abilities(state, card);
    let fits: Vec<u8> = (0..all.len()).filter(|at| meant(all[*at], *at, doing)).map(|at| at as u8).collect();
    if half_of(&all, &fits, doing).is_some() {
        doing.option = None;
    }
    (doing.play, doing.uses, doing.ability) = (None, None, None);
    Ok(Some(Answer::One(choice)))
}

/// The ability a line means: the one it names; else one that is allowed; else the one whose refusal
/// says most.
fn choice_for(
    state: &State,
    moment: Moment,
    player: Player,
    card: CardId,
    doing: &Doing,
) -> Result<Choice, Refusal> {
    let all = abilities(state, card);
    let mut fits: Vec<u8> =
        (0..all.len()).filter(|at| meant(all[*at], *at, doing)).map(|at| at as u8).collect();
    if let Some(at) = half_of(&all, &fits, doing) {
        fits = vec![at];
    }
    let allowed = |at: &&u8| legal::allowed(state, moment, player, card, **at).is_ok();
    let here = |at: &&u8| all[usize::from(**at)].chances().contains(&legal::chance_of(moment.kind));
    // Of several the one whose targets fit what the line names.
    let named = doing.target.as_ref().or(doing.choose.as_ref()).and_then(|many| many.all().first());
    let named = named.and_then(|name| card_named(state, name).ok());
    let targets = |at: &&u8| {
        let scope = Scope::new(player, Some(card));
        named.is_some_and(|card| targets::could_be(state, all[usize::from(**at)], &scope, card))
    };
    let found = fits.iter().find(|at| allowed(at) && targets(at));
    let found = found.or_else(|| fits.iter().find(allowed));
    let found = found.or_else(|| fits.iter().find(|at| here(at) && targets(at)));
    let found = found.or_else(|| fits.iter().find(here)).or(fits.first());
    match found {
        Some(at) => Ok(Choice::Use { card, ability: *at }),
        None => Err(no_such(state, card, doing)),
    }
}

/// Of a Battle card with several texts of which one is chosen, the one its line means by `option:`.
fn half_of(all: &[&Ability], fits: &[u8], doing: &Doing) -> Option<u8> {
    let option = doing.option.as_ref().filter(|_| doing.ability.is_none() && fits.len() > 1)?;
    let battle = |at: &&u8| all[usize::from(**at)].kind == AbilityKind::Battle;
    let chooses =
        |at: &u8| all[usize::from(*at)].any_effect(&|effect| matches!(effect, Effect::ChooseOne(_)));
    if !fits.iter().all(|at| battle(&at)) || fits.iter().any(chooses) {
        return None;
    }
    match option {
        Which::Number(n) => fits.get(usize::from(n.checked_sub(1)?)).copied(),
        Which::Name(name) => fits.iter().find(|at| is_same(all[usize::from(**at)].called(), name)).copied(),
    }
}

/// What the unit whose turn it is does.
fn act(state: &State, arena: Arena, doing: &mut Doing, source: &mut Option<CardId>) -> Reply {
    if doing.attack.is_some() {
        let unit = attacker(state, arena, doing)?;
        *source = Some(unit);
        return Ok(Some(Answer::One(Choice::Attack(unit))));
    }
    if let Some(name) = doing.nothing.take() {
        return Ok(Some(Answer::One(Choice::Nothing(card_named(state, &name)?))));
    }
    let Some(name) = doing.instead.take() else { return Ok(None) };
    let unit = card_named(state, &name)?;
    let choice = instead(state, unit, doing)?;
    *source = Some(unit);
    doing.ability = None;
    Ok(Some(Answer::One(choice)))
}

/// The unit that attacks: the one named, or the only one whose turn it can be.
fn attacker(state: &State, arena: Arena, doing: &mut Doing) -> Result<CardId, Refusal> {
    let unit = match (doing.with.take(), next_units(state, arena).as_slice()) {
        (Some(name), _) => card_named(state, &name)?,
        (None, [one]) => *one,
        (None, _) => {
            let text = "Several units could act: say which one attacks (`with:`).";
            return Err(text.to_owned().into());
        }
    };
    let defender = named(state, doing.attack.as_ref());
    match defender.and_then(|defender| had_nothing_to_attack(state, unit, defender)) {
        Some(refusal) => Err(refusal),
        None => Ok(unit),
    }
}

fn instead(state: &State, unit: CardId, doing: &Doing) -> Result<Choice, Refusal> {
    let all = abilities(state, unit);
    let fits = |(at, ability): &(usize, &&Ability)| {
        meant(ability, *at, doing) && ability.chances() == [Chance::WouldAttack]
    };
    let found = all.iter().enumerate().find(fits);
    found.map(|(at, _)| Choice::Use { card: unit, ability: at as u8 }).ok_or_else(|| {
        let text = format!("{} has no ability to use instead of attacking.", state.table.id(unit));
        refuse_by_rulebook(text, book::ABILITIES)
    })
}

fn assign(state: &State, doing: &mut Doing) -> Reply {
    let Some(map) = doing.assign.take() else { return Ok(None) };
    let mut parts = Vec::new();
    for (name, n) in map {
        parts.push((Choice::Card(card_named(state, &name)?), n));
    }
    Ok(Some(Answer::Split(parts)))
}

fn named(state: &State, name: Option<&String>) -> Option<CardId> {
    name.and_then(|name| card_named(state, name).ok())
}

/// As many names as the question asks for; `none` for none.
fn some(state: &State, part: &mut Option<Many<String>>, question: &Question<Tcg>) -> Reply {
    answering::some(part, question, |name| card_named(state, name).map(Choice::Card), <[String]>::len)
}

fn order(state: &State, doing: &mut Doing) -> Reply {
    let Some(many) = doing.order.take() else { return Ok(None) };
    let cards: Result<Vec<Choice>, String> =
        many.all().iter().map(|name| card_named(state, name).map(Choice::Card)).collect();
    Ok(Some(Answer::Order(cards?)))
}

/// The first name of the order that is among what waits; when two wait, the order is said with it.
fn pool(state: &State, question: &Question<Tcg>, doing: &mut Doing) -> Reply {
    let (Some(many), Shape::One { options, .. }) = (doing.order.clone(), &question.shape) else {
        return Ok(None);
    };
    let is = |choice: &Choice, name: &str| match choice {
        Choice::Nth(at) => {
            let source = state.table.pool.get(usize::from(*at)).and_then(|waiting| waiting.scope.source);
            let numbered = is_same(&choice_words(state, choice), name);
            numbered || source.is_some() && source == card_named(state, name).ok()
        }
        _ => is_same(&choice_words(state, choice), name),
    };
    let names = many.all();
    let found = names.iter().enumerate().find_map(|(at, name)| {
        options.iter().find(|choice| is(choice, name)).map(|choice| (at, choice.clone()))
    });
    let Some((at, choice)) = found else { return Ok(None) };
    let mut left: Vec<String> = names.to_vec();
    left.remove(at);
    if options.len() == 2 {
        left.retain(|name| !options.iter().any(|choice| is(choice, name)));
    }
    doing.order = (!left.is_empty()).then_some(Many::List(left));
    Ok(Some(Answer::One(choice)))
}

fn pays(doing: &mut Doing, question: &Question<Tcg>) -> Option<Answer<Choice>> {
    let number = matches!(question.shape, Shape::Number { .. });
    match doing.pays? {
        Paid::Much(n) if number => {
            doing.pays = None;
            Some(Answer::Number(n))
        }
        Paid::Whether(whether) if number && !whether.yes() => {
            doing.pays = None;
            Some(Answer::Number(0))
        }
        Paid::Whether(whether) if !number => {
            doing.pays = None;
            Some(Answer::Yes(whether.yes()))
        }
        _ => None,
    }
}

fn pair(state: &State, question: &Question<Tcg>, doing: &mut Doing) -> Reply {
    let (Some(name), Shape::One { options, .. }) = (doing.pair.take(), &question.shape) else {
        return Ok(None);
    };
    let called = |id: CardId| {
        let card = state.table.card(id);
        is_same(&card.id, &name) || card.text.as_ref().is_some_and(|text| is_same(text.own_name(), &name))
    };
    let found = options.iter().find(|choice| match choice {
        Choice::Pair(dark, light) => called(*dark) || called(*light),
        _ => false,
    });
    found
        .map(|choice| Some(Answer::One(choice.clone())))
        .ok_or_else(|| format!("{name} is not contested now.").into())
}

/// What leaving a decision out means; where only one answer is allowed, that one.
pub(super) fn left_out(question: &Question<Tcg>) -> Option<Answer<Choice>> {
    match (&question.topic, &question.shape) {
        (Topic::Window(_) | Topic::Build | Topic::Setup, _) => Some(Answer::Pass),
        (Topic::Enhance(_), _) => Some(Answer::Yes(false)),
        (Topic::Act(_), Shape::One { options, .. }) => {
            let nothing = options.iter().find(|choice| matches!(choice, Choice::Nothing(_)));
            nothing.cloned().map(Answer::One)
        }
        (Topic::Bid(_), Shape::One { pass: true, .. }) => Some(Answer::Pass),
        (Topic::May(_) | Topic::Pay(_), Shape::YesNo) => Some(Answer::Yes(false)),
        (Topic::Pay(_), Shape::Number { min: 0, .. }) => Some(Answer::Number(0)),
        (Topic::Assign(_), Shape::Split { options, min, .. }) => {
            options.first().map(|(defender, _)| Answer::Split(vec![(defender.clone(), *min)]))
        }
        // All that may be removed.
        (Topic::Heal(_), Shape::Split { options, .. }) => Some(Answer::Split(options.clone())),
        (Topic::Retreat, _) => Some(Answer::Some(Vec::new())),
        (Topic::Bid(_), _) => None,
        (Topic::BuildStart, Shape::Order { items }) => Some(Answer::Order(items.clone())),
        (_, Shape::One { options, pass: false }) if options.len() == 1 => {
            Some(Answer::One(options[0].clone()))
        }
        (_, Shape::Some { min: 0, .. }) => Some(Answer::Some(Vec::new())),
        (_, Shape::Some { options, min, .. }) if *min == options.len() => Some(Answer::Some(options.clone())),
        (_, Shape::Number { min, max }) if min == max => Some(Answer::Number(*min)),
        _ => None,
    }
}

/// Why what was chosen is not among what may be chosen.
pub(super) fn not_offered(
    state: &State,
    question: &Question<Tcg>,
    answer: &Answer<Choice>,
) -> Option<Refusal> {
    if let (Topic::Setup, Answer::One(Choice::Deploy(card) | Choice::Build(card, _))) =
        (&question.topic, answer)
    {
        let partly = matches!(answer, Answer::One(Choice::Build(..)));
        return not_placed(state, question.player, *card, partly);
    }
    let (Topic::Target(source), Answer::Some(chosen)) = (&question.topic, answer) else { return None };
    let Shape::Some { options, .. } = &question.shape else { return None };
    let wrong = chosen.iter().find_map(|choice| match choice {
        Choice::Card(card) if !options.contains(choice) => Some(*card),
        _ => None,
    })?;
    let scope = Scope::new(question.player, Some(*source));
    let all = abilities(state, *source);
    let why = all
        .iter()
        .flat_map(|ability| &ability.targets)
        .find_map(|t| targets::missing(state, t, &scope))
        .or_else(|| all.iter().find_map(|ability| targets::unaffordable(state, ability, &scope, wrong)));
    let text = format!("{} is no legal target.", state.table.id(wrong));
    let refusal = why.unwrap_or_else(|| refuse_by_rulebook(text, book::ANNOUNCING));
    Some(refusal.by_card(printed_name(state, *source)))
}

/// The rule or the card that an answer breaks by not fitting its question. Of a slip no rule says anything.
pub(super) fn broken_by(
    state: &State,
    question: &Question<Tcg>,
    fault: &AnswerError<Choice>,
) -> Option<Basis> {
    let (amount, topic) = (matches!(fault, AnswerError::Amount { .. }), &question.topic);
    match topic {
        _ if matches!(fault, AnswerError::WrongKind | AnswerError::Twice(_)) => None,
        Topic::Assign(_) if amount => Some(Basis::Rulebook(book::HITS)),
        Topic::Assign(_) => Some(Basis::Rulebook(book::OVERKILL)),
        Topic::Retreat => Some(Basis::Rulebook(book::RETREATING)),
        Topic::Bid(_) => Some(Basis::Ruling(cite::BIDDING.into())),
        Topic::Target(card) | Topic::Enhance(card) | Topic::Stack(card) | Topic::Upkeep(card) => {
            Some(Basis::Card(printed_name(state, *card)))
        }
        Topic::Choose(card)
        | Topic::May(card)
        | Topic::Pay(card)
        | Topic::Discard(card)
        | Topic::Arena(card)
        | Topic::Mode(card)
        | Topic::Divide(card, _)
        | Topic::Heal(card) => card.map(|card| Basis::Card(printed_name(state, card))),
        // Dice, orders and what happens by the rules of the turn: what they lack is said by other refusals.
        _ => None,
    }
}

/// What says how many a question asks for at most.
pub(super) fn sets_most(state: &State, question: &Question<Tcg>) -> Option<Basis> {
    broken_by(state, question, &AnswerError::Amount { given: u32::MAX, min: 0, max: 0 })
}

/// Whether a card might be played, or an ability used, in a chance outside attacks.
pub(super) fn out_of_window(state: &State, player: Player, doing: &Doing) -> Result<(), Refusal> {
    let name = doing.play.as_ref().or(doing.uses.as_ref()).map_or("", String::as_str);
    let card = card_named(state, name)?;
    let moment = moment(state);
    let choice = choice_for(state, moment, player, card, doing)?;
    let Choice::Use { card, ability } = choice else { return Ok(()) };
    legal::forbidden(state, moment, player, card, ability).map_or(Ok(()), Err)
}

/// Whether a player may pass where play stands.
pub(super) fn pass_allowed(state: &State, player: Player) -> Result<(), Refusal> {
    let question = state.question.as_ref().filter(|question| question.player == player);
    let Some(question) = question else {
        return Err(refuse_by_rulebook("That player is not asked now.", book::PLAY_OR_PASS).not_now());
    };
    match Doing::word(Word::Pass, question) {
        Some(answer) => crate::engine::kernel::apply(state, &answer).map(|_| ()),
        None if matches!(question.topic, Topic::Bid(_)) => {
            Err(refuse("The first bid must be made, of 0 or more.", cite::BIDDING))
        }
        None => Err(refuse_by_rulebook("There is no passing here.", book::PLAY_OR_PASS)),
    }
}

/// The chance now open; where none is, a chance outside attacks.
fn moment(state: &State) -> Moment {
    match state.question.as_ref().map(|question| &question.topic) {
        Some(Topic::Window(moment)) => *moment,
        _ => {
            let point = standing(state).unwrap_or(point::Point::TurnEnd);
            Moment { kind: Kind::Normal(point), number: u32::MAX }
        }
    }
}
