//! `judge schema`.

use clap::Args;
use schemars::schema_for;

use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError};
use crate::corpus::Files;
use crate::render::Format;

/// Print the JSON Schema of a file format
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge schema                        the formats there are
  judge schema deck > deck.json       for an editor that checks what is typed")]
pub(crate) struct SchemaArgs {
    /// The format's name; left out, the names are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Every file format with the schema derived from its types. The schemas embedded in the program are
/// generated from these by a test.
pub fn all() -> Vec<(&'static str, schemars::Schema)> {
    use crate::corpus::cards::{lcg, tcg};
    use crate::corpus::{asks::Asks, document::Document, ruling::Entry, synonyms::Synonym};
    use crate::deck::{figures, read::YamlDeck, report::Report};
    let mut all = vec![
        ("documents", schema_for!(Vec<Document>)),
        ("entries", schema_for!(Vec<Entry>)),
        ("asks", schema_for!(Vec<Asks>)),
        ("synonyms", schema_for!(Vec<Synonym>)),
        ("languages", schema_for!(Vec<crate::corpus::ForeignWord>)),
        ("digest", schema_for!(Vec<crate::corpus::digest::DigestEntry>)),
        ("beyond", schema_for!(Vec<crate::corpus::Beyond>)),
        ("explain", schema_for!(Vec<crate::corpus::Explanation>)),
        ("icons", schema_for!(Vec<crate::import::icons::Icon>)),
        ("history", schema_for!(Vec<crate::corpus::history::Version>)),
        ("lcg-cards", schema_for!(Vec<lcg::LcgCard>)),
        ("lcg-objective-sets", schema_for!(Vec<lcg::ObjectiveSet>)),
        ("lcg-fan-sets", schema_for!(Vec<lcg::FanSet>)),
        ("lcg-challenge-cards", schema_for!(Vec<lcg::ChallengeCard>)),
        ("lcg-affiliations", schema_for!(Vec<lcg::AffiliationCard>)),
        ("lcg-products", schema_for!(Vec<lcg::Product>)),
        ("lcg-octgn", schema_for!(lcg::Octgn)),
        ("tcg-cards", schema_for!(Vec<tcg::TcgCard>)),
        ("tcg-sets", schema_for!(Vec<tcg::TcgSet>)),
        ("deck-rules", schema_for!(Vec<figures::ViolationBasis>)),
        ("deck-restricted", schema_for!(Vec<figures::RestrictedList>)),
        ("deck-errata", schema_for!(Vec<figures::Erratum>)),
        ("deck-lists", schema_for!(Vec<figures::ListedCard>)),
        ("deck-words", schema_for!(crate::deck::words::ListWords)),
        ("deck", schema_for!(YamlDeck)),
        ("deck-json", schema_for!(Report)),
        ("diff-json", schema_for!(crate::corpus::diff::Diff)),
        ("entry-json", schema_for!(crate::render::json::EntryOut)),
    ];
    all.extend(crate::engine::schemas());
    all
}

/// Prints a schema, or the names of all schemas.
///
/// # Errors
/// Usage errors.
pub(super) fn run(args: &SchemaArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let files = Files::built_in();
    let name_of = |path: &'_ str| Some(path.strip_prefix("schemas/")?.strip_suffix(".json")?.to_owned());
    let all = || files.iter().filter_map(|(path, file)| Some((name_of(path)?, file)));
    let Some(name) = &args.name else {
        if context.globals.format() == Format::Json {
            ui.json(&all().map(|(name, _)| name).collect::<Vec<_>>())?;
        } else {
            all().try_for_each(|(name, _)| ui.print(&format!("{name}\n")))?;
        }
        return Ok(Status::Found);
    };
    let Some((_, schema)) = all().find(|(n, _)| n == name) else {
        let known: Vec<String> = all().map(|(n, _)| n).collect();
        return Err(UsageError(format!("There is no format {name}; there are {}.", known.join(", "))).into());
    };
    ui.print(schema.text())?;
    Ok(Status::Found)
}
