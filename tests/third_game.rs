//! A third game needs only its cards, board and policy. This small one runs on the same kernel and script:
//! both players lay down a card, and the higher one takes both unless somebody responds with a jester.

use std::sync::Arc;

use indexmap::IndexMap;
use judge::corpus::Diagnostic;
use judge::corpus::yaml::Spanned;
use judge::engine::cards::{CardFacts, CardId, Cards, Many, Printed, Side, Vocabulary, Winner};
use judge::engine::kernel::{
    self, Answer, Basis, Flow, Frame, Player, Program, Question, Refusal, Rules, Sequence, Shape, State,
    Step, Switches, Table as _, Turn, Window,
};
use judge::engine::script::expect::{Common, Expectation};
use judge::engine::script::steps::{Kind, Meaning, StepKind};
use judge::engine::script::{
    Action, Alters, Answers, Begins, CardTable, Checks, Combines, Game, MatchesQuestion, Move, Names,
    Options, Parts, Record, Reply, Scenario, SetsUp, Skeleton, Word, situation,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct War;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Printing {
    name: String,
    rank: u32,
    #[serde(default)]
    jester: bool,
}

impl Printed for Printing {
    fn facts(&self) -> CardFacts<'_> {
        CardFacts { name: &self.name, written: true, ..CardFacts::default() }
    }
    fn does_anything(&self) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Zone {
    Hand,
    Table,
    Taken,
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Card {
    id: Arc<str>,
    text: Arc<Printing>,
    holder: Player,
    zone: Zone,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Table {
    cards: Vec<Card>,
    rounds: u32,
}

impl kernel::Table for Table {
    fn is_over(&self) -> bool {
        false
    }

    fn name(&self, player: Player) -> &str {
        if player == Player(0) { "Light" } else { "Dark" }
    }
}

impl Table {
    fn hand(&self, player: Player, jesters: bool) -> Vec<CardId> {
        let held =
            |card: &Card| card.holder == player && card.zone == Zone::Hand && card.text.jester == jesters;
        (0..self.cards.len()).filter(|at| held(&self.cards[*at])).map(|at| CardId(at as u16)).collect()
    }

    fn card(&mut self, id: CardId) -> &mut Card {
        &mut self.cards[usize::from(id.0)]
    }
}

/// The progress of a round: laying down cards, the opportunity to respond, taking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Round {
    Lays(Player),
    Answers,
    Takes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Topic {
    Lay,
    Answer,
}

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Tells {
    Lays,
    Takes,
    Laughs,
    Note,
    May,
    Refused,
    Loop,
}

impl Vocabulary for Tells {
    const ALL: &'static [Self] =
        &[Self::Lays, Self::Takes, Self::Laughs, Self::Note, Self::May, Self::Refused, Self::Loop];

    fn word(self) -> &'static str {
        match self {
            Self::Lays => "lays",
            Self::Takes => "takes",
            Self::Laughs => "laughs",
            Self::Note => "note",
            Self::May => "may",
            Self::Refused => "refused",
            Self::Loop => "loop",
        }
    }
}

impl StepKind for Tells {
    const NOTE: Self = Self::Note;
    const MAY: Self = Self::May;
    const REFUSED: Self = Self::Refused;
    const LOOP: Self = Self::Loop;

    fn meaning(self) -> Option<Meaning> {
        None
    }
}

type Play<'a> = judge::engine::kernel::Play<'a, War>;

fn narrate(play: &mut Play<'_>, kind: Tells, player: Player, text: String, about: &[CardId]) {
    play.record(kind, text).actor(player).about(about).rulebook("the rules");
}

impl Rules for War {
    type Table = Table;
    type Event = ();
    type Task = Round;
    type Instruction = ();
    type Scope = ();
    type Choice = CardId;
    type Topic = Topic;
    type Moment = ();
    type StepKind = Tells;
    type Stage = ();

    fn players(_: &Table) -> u8 {
        2
    }

    fn step(round: &mut Round, play: &mut Play<'_>) -> Turn<Self> {
        match *round {
            Round::Lays(player) => {
                let options = play.state.table.hand(player, false);
                if options.is_empty() {
                    return Ok(Flow::Done(true));
                }
                if let Answer::One(id) =
                    play.decide(player, Topic::Lay, Shape::One { options, pass: false })?
                {
                    play.state.table.card(id).zone = Zone::Table;
                    narrate(
                        play,
                        Tells::Lays,
                        player,
                        format!("{} lays a card down.", play.state.table.name(player)),
                        &[id],
                    );
                }
                *round = if player == Player(0) { Round::Lays(Player(1)) } else { Round::Answers };
            }
            Round::Answers => {
                *round = Round::Takes;
                play.push(Frame::Window(Window::new((), Player(0))));
            }
            Round::Takes => {
                let laid: Vec<CardId> = (0..play.state.table.cards.len() as u16).map(CardId).collect();
                let laid: Vec<CardId> =
                    laid.into_iter().filter(|id| play.state.table.card(*id).zone == Zone::Table).collect();
                let best = laid.iter().copied().max_by_key(|id| play.state.table.card(*id).text.rank);
                if let Some(best) = best {
                    let taker = play.state.table.card(best).holder;
                    for id in &laid {
                        let card = play.state.table.card(*id);
                        (card.zone, card.holder) = (Zone::Taken, taker);
                    }
                    narrate(
                        play,
                        Tells::Takes,
                        taker,
                        format!("{} takes both.", play.state.table.name(taker)),
                        &[best],
                    );
                }
                play.state.table.rounds += 1;
                *round = Round::Lays(Player(0));
            }
        }
        Ok(Flow::Wait)
    }

    fn perform(_: &mut Program<Self>, _: &mut Play<'_>) -> Turn<Self> {
        Ok(Flow::Done(true))
    }
    fn happen(_: &mut Sequence<Self>, _: &mut Play<'_>) -> Turn<Self> {
        Ok(Flow::Done(true))
    }
    fn before(_: &Sequence<Self>, _: &mut Play<'_>) -> Option<Window<Self>> {
        None
    }
    fn after(_: &Sequence<Self>, _: &mut Play<'_>) -> Option<Window<Self>> {
        None
    }
    fn options(state: &State<Self>, _: &Window<Self>, player: Player) -> Vec<CardId> {
        state.table.hand(player, true)
    }
    fn may_pass(_: &State<Self>, _: &Window<Self>, _: &[CardId]) -> bool {
        true
    }
    fn closed(_: &State<Self>, _: &Window<Self>) -> bool {
        false
    }
    fn respond(window: &Window<Self>, jester: CardId, play: &mut Play<'_>) {
        let player = Player(1 - window.next.0);
        for card in play.state.table.cards.iter_mut().filter(|card| card.zone == Zone::Table) {
            card.zone = Zone::Gone;
        }
        play.state.table.card(jester).zone = Zone::Gone;
        narrate(play, Tells::Laughs, player, "Nobody takes anything.".into(), &[jester]);
    }
    fn window_topic(_: &Window<Self>) -> Topic {
        Topic::Answer
    }
    fn passed(_: &Window<Self>, _: Player, _: &mut Play<'_>) {}
    fn reported(_: &mut Round, _: bool) {}
    fn settle(_: &mut Play<'_>) -> bool {
        false
    }
    fn forbids(_: &State<Self>, question: &Question<Self>, answer: &Answer<CardId>) -> Option<Refusal> {
        let Answer::One(_) = answer else { return None };
        question.shape.check(answer).err().map(|_| {
            Refusal::new(
                "Only a card of the right kind in one's own hand is played.",
                Basis::Rulebook("the rules".into()),
            )
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Point {
    Lay,
    Answer,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Given {
    light: Vec<Spanned<String>>,
    dark: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Doing {
    lay: Option<String>,
    play: Option<String>,
    refused: Option<String>,
}

impl Combines for Doing {}

impl Action<Point> for Doing {
    fn window(&self) -> Option<&Point> {
        None
    }
    fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }
    fn left_over(&self) -> Option<String> {
        self.lay.as_ref().or(self.play.as_ref()).cloned()
    }
    fn partly_used(&self, _: &Self) -> Option<String> {
        None
    }
    fn responds(&self) -> bool {
        self.play.is_some()
    }
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, bound = "")]
struct Expect {
    card: Option<String>,
    #[serde(rename = "in")]
    zone: Option<Zone>,
    rounds: Option<u32>,
    happened: IndexMap<Kind<Tells>, Many<String>>,
    never: IndexMap<Kind<Tells>, Many<String>>,
    order: Vec<IndexMap<Kind<Tells>, String>>,
    refused: Option<IndexMap<String, Move<Doing>>>,
}

impl Expectation<War> for Expect {
    fn common(&self) -> Common<'_, War> {
        Common {
            card: self.card.as_deref(),
            of_a_card: self.zone.map(|_| "in"),
            first_question: None,
            winner: None,
            at: None,
            loops: None,
            happened: &self.happened,
            never: &self.never,
            order: &self.order,
            times: None,
            allowed: None,
            refused: self.refused.as_ref(),
            because: None,
            cites: None,
        }
    }
}

impl CardTable for Table {
    type Text = Printing;

    fn count(&self) -> u16 {
        self.cards.len() as u16
    }
    fn id(&self, card: CardId) -> &str {
        &self.cards[usize::from(card.0)].id
    }
    fn text(&self, card: CardId) -> Option<&Printing> {
        Some(&self.cards[usize::from(card.0)].text)
    }
    fn winner(&self) -> Winner {
        None::<Side>.into()
    }
}

impl Begins<War> for Point {
    fn skeleton(self, _: &[(String, Arc<Printing>)]) -> Skeleton {
        Skeleton::default()
    }
}

impl SetsUp<War> for Given {
    fn build(
        file: &str,
        scenario: &Scenario<War>,
        cards: &Cards<Printing>,
        switches: Switches,
    ) -> Result<State<War>, Vec<Diagnostic>> {
        let names = Names::new(&scenario.cards, cards);
        let mut table = Table::default();
        for (player, given) in [(Player(0), &scenario.given.light), (Player(1), &scenario.given.dark)] {
            for name in given {
                let text = names.printed(file, name, name).map_err(|problem| vec![problem])?;
                table.cards.push(Card { id: name.as_str().into(), text, holder: player, zone: Zone::Hand });
            }
        }
        Ok(State::new(table, switches, Frame::Task(Round::Lays(Player(0)))))
    }
}

impl Alters<War> for Point {
    fn alter(&self, _: &mut Given, _: &Names<'_, Printing>) -> Result<(), String> {
        Err("Nothing is altered in this game.".into())
    }
}

impl Answers<War> for Doing {
    fn word(_: Word, _: &Question<War>) -> Option<Answer<CardId>> {
        Some(Answer::Pass)
    }

    fn answer(&mut self, state: &State<War>, question: &Question<War>, _: &mut Option<CardId>) -> Reply<War> {
        let part = match question.topic {
            Topic::Lay => self.lay.take(),
            Topic::Answer => self.play.take(),
        };
        let Some(name) = part else { return Ok(None) };
        let card = judge::engine::script::names::card_named(state, &name)?;
        Ok(Some(Answer::One(card)))
    }
}

impl Checks<War> for Expect {
    fn card(&self, record: &Record<'_, War>, card: CardId, parts: &mut Parts) {
        parts.opt("in", &self.zone, &record.state.table.cards[usize::from(card.0)].zone);
    }
    fn table(&self, record: &Record<'_, War>, parts: &mut Parts) {
        parts.opt("rounds", &self.rounds, &record.state.table.rounds);
    }
}

/// In this game nobody is asked first.
impl MatchesQuestion<War> for () {
    fn side(&self) -> Side {
        Side::Light
    }
    fn matches(&self, _: &Topic) -> bool {
        false
    }
}

impl Game for War {
    const CODE: &'static str = "war";
    const DOCUMENTS: &'static str = "the rules";
    type Point = Point;
    type Given = Given;
    type Happening = Point;
    type Doing = Doing;
    type Expect = Expect;
    type FirstQuestion = ();
    type Change = Point;

    fn player(_: &State<Self>, name: &str) -> Option<Player> {
        [("light", Player(0)), ("dark", Player(1))]
            .into_iter()
            .find(|(word, _)| *word == name)
            .map(|(_, p)| p)
    }
    fn stands_at(state: &State<Self>) -> Option<Point> {
        let topic = state.question.as_ref()?.topic;
        Some(if topic == Topic::Lay { Point::Lay } else { Point::Answer })
    }
    fn stretch(_: &State<Self>) -> Option<[u64; 4]> {
        None
    }
    fn turn(state: &State<Self>) -> u64 {
        u64::from(state.table.rounds)
    }
    fn has_passed(_: &Point, _: &State<Self>, _: &State<Self>, _: &[Step<Tells>]) -> bool {
        false
    }
    fn out_of_window(_: &State<Self>, _: Player, _: &Doing) -> Result<(), Refusal> {
        Err(Self::not_open())
    }
    fn not_open() -> Refusal {
        Refusal::new("That is not asked now.", Basis::Rulebook("the rules".into()))
    }
    fn left_out(_: &State<Self>, question: &Question<Self>) -> Option<Answer<CardId>> {
        match question.topic {
            Topic::Answer => Some(Answer::Pass),
            Topic::Lay => question.shape.only(),
        }
    }
    fn is_framework_decision(state: &State<Self>) -> bool {
        matches!(state.stack.last(), Some(Frame::Task(_)))
    }
    fn is_open_window(_: &Question<Self>) -> bool {
        false
    }
    fn is_window(question: &Question<Self>) -> bool {
        question.topic == Topic::Answer
    }
    fn describe(state: &State<Self>, question: &Question<Self>) -> String {
        format!("{} must answer.", state.table.name(question.player))
    }
    fn notes(_: &State<Self>) -> Vec<Step<Tells>> {
        Vec::new()
    }
}

const SCENARIOS: &str = "
- name: the-higher-takes
  game: war
  title: The higher card takes both
  at: lay
  cards: [{name: Two, rank: 2}, {name: Ten, rank: 10}, {name: Fool, rank: 0, jester: true}]
  given: {light: [Two], dark: [Ten, Fool]}
  script:
    - light: {lay: Ten, refused: rulebook}
    - light: {lay: Two}
    - light: {play: Fool, refused: rulebook}
    - dark: {lay: Ten}
  expect:
    - {order: [lays: Two, lays: Ten, takes: Ten]}
    - {card: Two, in: taken}
    - {never: {laughs: any}}
- name: a-jester-answers
  game: war
  title: Nobody takes anything when a jester answers
  at: lay
  cards: [{name: Two, rank: 2}, {name: Ten, rank: 10}, {name: Fool, rank: 0, jester: true}]
  given: {light: [Two], dark: [Ten, Fool]}
  script: [{light: {lay: Two}}, {dark: {lay: Ten}}, {dark: {play: Fool}}]
  expect: [{card: Ten, in: gone}, {happened: {laughs: Fool}}, {never: {takes: any}}, {rounds: 1}]
";

#[test]
fn a_third_game_is_played_by_the_same_kernel_and_script() {
    let cards = Cards::<Printing>::default();
    let loaded = situation::load::<War>("war.yaml", SCENARIOS, &cards)
        .unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(loaded.len(), 2);
    for situation in loaded {
        let replay = situation.replay(&cards, &Options::default()).expect("it can be set up");
        assert!(replay.passed(), "{replay:#?}");
    }
    let wrong = SCENARIOS.replace("laughs: any", "laugs: any");
    let problems = situation::load::<War>("war.yaml", &wrong, &cards).expect_err("no such step");
    assert!(problems[0].message.contains("laughs"), "{problems:?}");
}
