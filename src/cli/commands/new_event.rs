//! `judge new-event`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::context::without_errors;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError, write_files};
use crate::corpus::document::Precision;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Authority, Corpus, Day, Document, Files, Game, emit};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  judge new-event nationals-2014 --who 'A. Head Judge' --where 'Nationals 2014'
  judge rule 'Attackers once declared stay declared.' --see lcg:2.3
  judge --rulings nationals-2014 can he take back his attack
  judge lint nationals-2014

The folder is the event's: `--rulings DIR`, or JUDGE_RULINGS for the whole day,
lays it over the official rulings. It is labelled [House] wherever it is shown.";

/// Make a folder for the rulings of an event
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NewEventArgs {
    /// What the event is called in ids, such as nationals-2014
    #[arg(value_name = "ID")]
    id: String,
    /// Who decides
    #[arg(long, value_name = "NAME")]
    who: String,
    /// At which event
    #[arg(long = "where", id = "place", value_name = "EVENT")]
    place: String,
    /// Its day; left out, that of JUDGE_AS_OF, or today
    #[arg(long, value_name = "DATE")]
    date: Option<jiff::civil::Date>,
    /// What its rulings are cited as; left out, the event
    #[arg(long, value_name = "TEXT")]
    cite: Option<String>,
    /// The folder to make; left out, one called like the event
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

/// Creates the folder, completely or not at all.
///
/// # Errors
/// Usage errors, and a folder that cannot be written or already belongs to an event.
pub(super) fn run(args: &NewEventArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    write_files::check_id("ID", &args.id)?;
    write_files::check_line("--who", &args.who)?;
    write_files::check_line("--where", &args.place)?;
    args.cite.as_ref().map_or(Ok(()), |cite| write_files::check_line("--cite", cite))?;
    // A day set in the environment is the event's day: its rulings take effect from then on.
    let today = || Day(jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::system()).date());
    let day = args.date.map(Day).or(globals.day()?).unwrap_or_else(today);
    let documents: Vec<Document> = match globals.game() {
        Some(game) => vec![document(args, args.id.clone(), game, day)],
        None => {
            Game::ALL.map(|game| document(args, format!("{}-{}", args.id, game.code()), game, day)).to_vec()
        }
    };
    let files = files(&documents);
    check(&files)?;
    let folder = args.into.clone().unwrap_or_else(|| PathBuf::from(&args.id));
    write_files::write_all_or_none(&folder, &files)?;
    let shown = folder.display().to_string();
    if globals.format() == Format::Json {
        let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        ui.json(&json!({ "folder": shown, "documents": documents, "files": paths }))?;
        return Ok(Status::Found);
    }
    for (path, _) in &files {
        ui.sentences(&format!("wrote {}", folder.join(path).display()))?;
    }
    ui.sentences(&format!("\nA ruling: judge --rulings {shown} rule 'What holds.' --see lcg:3.6"))?;
    ui.sentences(&format!("For the whole day: export JUDGE_RULINGS={shown}"))?;
    Ok(Status::Found)
}

fn document(args: &NewEventArgs, id: String, game: Game, day: Day) -> Document {
    Document {
        series: id.clone(),
        id: Spanned::without_span(id),
        game,
        title: format!("{}, rulings of the day", args.place.trim()),
        version: None,
        date: Spanned::without_span(day),
        precision: Precision::Day,
        cite: args.cite.clone().unwrap_or_else(|| args.place.trim().to_owned()),
        authority: Authority::House,
        who: Some(args.who.trim().to_owned()),
        r#where: Some(args.place.trim().to_owned()),
        official_only: false,
        source: None,
    }
}

/// The head comment of an event's file of rulings.
pub(super) const HEAD: &str = "# The rulings of the day; `judge rule` adds one, `judge lint` checks them.\n";

fn files(documents: &[Document]) -> Vec<(String, String)> {
    let head = "# Who decides, where and when; the format: `judge schema documents`.\n";
    let none: &[emit::Note] = &[];
    let text = emit::documents(head, documents.iter().map(|d| (d, none)));
    vec![("documents.yaml".to_owned(), text), ("rulings.yaml".to_owned(), HEAD.to_owned())]
}

/// Checks, before writing, that the files read back as what was typed.
fn check(files: &[(String, String)]) -> anyhow::Result<()> {
    let mut read = Files::default();
    files.iter().for_each(|(path, text)| read.add(path, text.clone()));
    let corpus = without_errors(Corpus::load(&read))?;
    match corpus.documents().next() {
        Some(_) => Ok(()),
        None => {
            Err(UsageError("The event cannot be written as it is called; use plain words.".to_owned()).into())
        }
    }
}
