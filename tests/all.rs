//! What the program promises, in one test binary. Each file is about one subject; `README.md` lists them.

mod common;
mod fuzzed;
mod play;
mod typeset;

mod as_of;
mod bad_scenarios;
#[cfg(feature = "serve")]
mod browser;
mod cache;
mod card_play;
mod card_words;
mod cards;
mod cli;
mod cli_editions;
mod corpus;
mod deck;
#[cfg(all(feature = "prompt", unix))]
mod deck_ask;
mod deck_properties;
mod deck_report;
mod deck_typed;
mod diff;
mod digest;
mod each_card;
mod engagement_properties;
mod event;
mod help;
mod house;
mod import;
mod import_foreign;
mod import_hostile;
mod import_later;
mod import_layouts;
mod import_living;
mod import_next;
mod import_safety;
mod input;
mod kept_inputs;
#[cfg(feature = "log")]
mod log;
#[cfg(feature = "log")]
mod log_check;
#[cfg(feature = "log")]
mod log_damage;
#[cfg(feature = "log")]
mod log_list;
mod notices;
#[cfg(feature = "offline")]
mod offline;
mod on_demand;
mod packages;
#[cfg(feature = "pictures")]
mod pictures;
mod play_properties;
mod prints;
#[cfg(feature = "prompt")]
mod prompt;
#[cfg(all(feature = "prompt", unix))]
mod prompt_terminal;
mod replay;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod serve_pages;
#[cfg(feature = "serve")]
mod serve_process;
#[cfg(unix)]
mod surroundings;
mod tcg_properties;
mod third_game;
mod trees;
mod yaml_form;
