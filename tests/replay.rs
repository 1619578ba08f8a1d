//! Every scenario that travels with the program comes out as its rulings say.

use judge::corpus::Files;
use judge::engine::library::Library;
use judge::engine::scenario::{Options, load};

#[test]
fn every_scenario_passes() {
    let (files, unread) = Files::folder(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings"));
    assert!(unread.is_empty(), "{unread:?}");
    let (library, problems) = Library::load(&files);
    assert!(
        problems.is_empty(),
        "{}",
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    );
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut failed = 0;
    for (path, file) in files.iter().filter(|(path, _)| path.starts_with("lcg/scenarios/")) {
        let loaded = match load::load(path, &file.text, &library) {
            Ok(loaded) => loaded,
            Err(problems) => {
                panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            }
        };
        for scenario in loaded.iter().filter(|s| s.about().name.contains(&only)) {
            let replay =
                scenario.replay(&library, &Options::default()).expect("a loaded scenario can be set up");
            for played in replay.scenarios.iter().filter(|played| !played.passed || !only.is_empty()) {
                failed += usize::from(!played.passed);
                println!("=== {} / {:?}: {}", played.name, played.variation_of, played.passed);
                for step in &played.steps {
                    println!(
                        "{:3} {}{} [{} {}]",
                        step.n,
                        "  ".repeat(step.depth),
                        step.text,
                        step.kind,
                        step.ruling.clone().unwrap_or_default()
                    );
                }
                for checked in played.expectations.iter().filter(|c| !c.passed) {
                    println!("  WANTED {}\n  FOUND  {}", checked.expect, checked.found);
                }
                println!("  stops: {}", played.stops.clone().unwrap_or_default());
            }
        }
    }
    assert_eq!(failed, 0, "scenarios failed");
}
