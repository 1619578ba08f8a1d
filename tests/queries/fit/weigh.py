"""Fits the weights of the ranking (src/search/weights.rs) and of found or nearest (src/search/answerability.rs).

    python3 tests/queries/fit/weigh.py verbatim > verbatim.yaml
    python3 tests/queries/fit/weigh.py held copy > held.yaml
    cargo test --release --test quality -- --features FILE… verbatim.yaml held.yaml --rulings copy --no-builtin > whole.jsonl
    cargo test --release --test quality -- --features --without-asks FILE… --rulings copy --no-builtin > folds.jsonl
    python3 tests/queries/fit/weigh.py rank whole.jsonl
    python3 tests/queries/fit/weigh.py expected folds.jsonl
    python3 tests/queries/fit/weigh.py decides whole.jsonl
    python3 tests/queries/fit/weigh.py decides_new folds.jsonl

The files are those of tests/queries but for score/, which nothing is fitted on, and two more: verbatim.yaml, spans of the
rulings' own words, which must find them too; and held.yaml, one ask of each rule in our own words, which the copy of the
rulings lacks. Needs numpy, scipy and PyYAML. Prints the weights, and
what they reach on the fifth of the questions that each of five fits did not see.
"""

import json
import re
import sys
from collections import Counter

import numpy as np
from scipy.optimize import minimize

KEPT = {"players", "visitors", "organiser", "old-hand", "ordinary"}
# How much each question of a file counts; held.yaml has as many as all the others. Words of the questions of the other
# files became asks, so that they are found more easily than a new one: boards.yaml alone is as a player's next question is.
IMPORTANCE = dict.fromkeys(KEPT, 2.0) | {"verbatim": 2.5, "held": 0.25, "boards": 6.0}
# Of a file whose words became asks.
SPENT = 0.3
PARTS = ["translation", "title", "words", "card", "related", "asked", "asks", "profile"]
RANK = ["synonyms", "game", "asked.translation", "asked.likelihood", "asked.nearest", "asked.similarity", "asked.card", "rule", "rule.translation", "rule.title", "rule.words",
        "rule.nearest", "rule.similarity"]
EXPECTED = ["expected", "expected.rule", "expected.translation", "expected.words", "expected.length", "expected.best"]
# How much a question counts that a ruling without asks answers, beside one that it must not answer.
WITHOUT_ASKS = 2.0
# A part that is found never tells against a ruling; but the asks of a card's ruling are full of its name.
LEAST = {n: 0.0 for n in RANK if "." in n} | {"synonyms": 0.0, "game": 0.0, "asked.card": -1.5}
EVIDENCE = ["worst", "mean", "silent", "asked", "asks", "similarity", "similarity*sqrt(words)", "sqrt(words)", "ln(words)",
            "unexplained", "named", "of_other_cards", "cards_without_rulings", "beyond"]
# Of a ruling without asks less is known; more evidence than this did not judge better.
OF_NEW = ["margin", "ln(words)", "unexplained", "beyond"]
# What never speaks for an answer, however the questions fall.
AGAINST = {"silent", "unexplained", "named", "of_other_cards", "cards_without_rulings", "beyond"}
# How many of the ordinary questions that a ruling decides, and of all that a rule decides, may be told as undecided.
ALARMS = {"rulings": 0.03, "rules": 0.08}


def read(path):
    """The questions of a file of features, each with the name of the file of queries it stands in."""
    questions, waiting = [], []
    for line in open(path):
        if line.startswith("{"):
            waiting.append(json.loads(line))
        elif found := re.match(r"(?:.*/)?([\w-]+)\.yaml$", line.strip()):
            for question in waiting:
                question["file"] = found[1]
            questions, waiting = questions + waiting, []
    for question in waiting:
        question["file"] = "without asks"
    return questions + waiting


def verbatim(_):
    """A span of 6 to 12 words of each ruling, and half of the titles."""
    import random
    from pathlib import Path

    import yaml

    random.seed(5)
    entries = [e for path in sorted(Path("rulings").glob("*/rulings/*.yaml")) for e in yaml.safe_load(path.read_text()) if "id" in e]
    texts = {e["id"]: re.sub(r"\s+", " ", " ".join(str(e.get(k) or "") for k in ("text", "question", "answer"))) for e in entries}
    for e in entries:
        words = texts[e["id"]].split()
        asked = []
        if len(words) >= 14:
            start = random.randrange(len(words) - 12)
            asked.append(" ".join(words[start:start + random.randrange(6, 13)]).strip('.,;:()"*_'))
        right = [[i for i, text in texts.items() if span in text or i == e["id"]] for span in asked]
        if e.get("title") and random.random() < 0.5:
            asked.append(re.sub(r"[\[\]]", "", e["title"]))
            right.append([other["id"] for other in entries if other.get("title") == e["title"]])
        for question, ids in zip(asked, right):
            print("-", json.dumps({"q": question, "game": e["id"].split(":")[0], "style": "verbatim", "relevant": ids}))


def held(copies):
    """One ask of each rule, which a copy of the rulings is made without."""
    import random
    import shutil
    from pathlib import Path

    import yaml

    random.seed(11)
    (copy,) = map(Path, copies)
    shutil.copytree("rulings", copy)
    for path in sorted(copy.glob("*/digest/*.yaml")):
        rules, lines = {e["id"]: e for e in yaml.safe_load(path.read_text())}, path.read_text().split("\n")
        rule = None
        for n, line in enumerate(lines):
            if line.startswith("- id: "):
                rule = rules[yaml.safe_load(line)[0]["id"]]
            elif line.startswith("  words: "):
                words = list(rule["words"])
                asked = words.pop(random.randrange(len(words)))
                lines[n] = "  words: " + json.dumps(words, ensure_ascii=False)
                also = rule.get("see", []) + rule.get("changed_by", [])
                question = {"q": asked, "game": rule["id"].split(":")[0], "style": "held", "relevant": [rule["id"]], "form": "rulebook"}
                print("-", json.dumps(question | ({"also": also} if also else {})))
        path.write_text("\n".join(lines))


def decided(question):
    return question["form"] in (None, "found", "rulebook")


def rank_rows(hits):
    parts = np.array([[h["parts"][p] for p in PARTS] for h in hits])
    translation, title, words, card, related, asked, asks, profile = parts.T
    none = np.array([h["parts"]["has"] == 0 for h in hits])
    digest = np.array([":core." in h["id"] for h in hits])
    rule, asks_own = digest & ~none, ~digest & ~none
    return np.column_stack([
        related, np.array([h["parts"]["game"] for h in hits]), translation * asks_own, asked * asks_own, asks * asks_own, profile * asks_own, card * asks_own,
        rule, translation * rule, title * rule, words * rule, asks * rule, profile * rule,
    ]).astype(float)


def fit_rank(rows, fixed, right, weights, names):
    """What each column of the rows counts, beside what is fixed, for the right ones of a question to come first."""
    lengths = [len(r) for r in rows]
    starts, group = np.cumsum([0] + lengths[:-1]), np.repeat(np.arange(len(rows)), lengths)
    all_rows, all_fixed, all_right = np.concatenate(rows), np.concatenate(fixed), np.concatenate(right)
    deviation, weights = all_rows.std(0) + 1e-9, weights / weights.sum()
    x = all_rows / deviation

    def loss(b):
        z = x @ b + all_fixed
        e = np.exp(z - np.maximum.reduceat(z, starts)[group])
        total = np.add.reduceat(e, starts)
        e_right = np.where(all_right, e, 0)
        total_right = np.add.reduceat(e_right, starts) + 1e-12
        gradient = (e / total[group] - e_right / total_right[group]) * weights[group]
        return -(weights * np.log(total_right / total)).sum() + 1e-4 * b @ b, x.T @ gradient + 2e-4 * b

    bounds = [(None if LEAST.get(n) is None else LEAST[n] * d, None) for n, d in zip(names, deviation)]
    return minimize(loss, np.zeros(len(names)), jac=True, bounds=bounds, method="L-BFGS-B").x / deviation


def cross_validated(questions, rows, fixed, right, weights, names):
    """Which questions have a right one first by the fit that did not see them; and the fit to all."""
    hits = np.zeros(len(questions))
    for train, test in folds(questions):
        b = fit_rank(*([part[i] for i in train] for part in (rows, fixed, right)), weights[train], names)
        for i in test:
            hits[i] = right[i][np.argmax(rows[i] @ b + fixed[i])]
    return hits, fit_rank(rows, fixed, right, weights, names)


def rank(paths):
    questions = [q for path in paths for q in read(path)]
    for q in questions:
        q["hits"] = [h for h in q["hits"] if h["parts"]]
    questions = [q for q in questions if any(h["ok"] for h in q["hits"])]
    rows = [rank_rows(q["hits"]) for q in questions]
    right = [np.array([h["ok"] for h in q["hits"]]) for q in questions]
    in_file = Counter(q["file"] for q in questions)
    importance = {name: IMPORTANCE.get(name, SPENT) for name in in_file}
    weights = np.array([importance[q["file"]] / in_file[q["file"]] ** 0.5 for q in questions])
    fixed = [np.zeros(len(r)) for r in rows]
    hits, fitted = cross_validated(questions, rows, fixed, right, weights, RANK)
    for name in in_file:
        print(f"{name:<16} {hits[[q['file'] == name for q in questions]].mean():.3f} first")
    for name, weight in zip(RANK, fitted):
        print(f"{name:<22} {weight:8.3f}")


def expected(paths):
    """What is expected of the asks of a ruling that has none, beside the scores which the others have by the weights in use.

    `folds.jsonl` has questions that such a ruling answers, and others, of which it must not.
    """
    questions = [q for path in paths for q in read(path)]
    for q in questions:
        q["hits"] = [h for h in q["hits"] if h["parts"]]
    questions = [q for q in questions if any(h["ok"] for h in q["hits"]) and q["evidence"]]
    rows, fixed, right, own = [], [], [], []
    for q in questions:
        none = np.array([h["parts"]["has"] == 0 for h in q["hits"]])
        score = np.array([h["score"] for h in q["hits"]])
        best = score[~none].max(initial=0.0)
        length = np.log1p(q["evidence"]["words"])
        # What counts for a ruling with asks is its score; for one without, that of its game as well.
        game = [0.4 * h["parts"]["game"] + 0.57 * h["parts"]["related"] + 0.35 * h["parts"]["likelihood"] for h in q["hits"]]
        fixed.append(np.where(none, game, score))
        values = [[1, ":core." in h["id"], h["parts"]["translation"], h["parts"]["title"] + h["parts"]["words"], length, best] for h in q["hits"]]
        rows.append(np.array(values, float) * none[:, None])
        right.append(np.array([h["ok"] for h in q["hits"]]))
        own.append(not any(h["ok"] and h["parts"]["has"] for h in q["hits"]))
    own = np.array(own)
    hits, fitted = cross_validated(questions, rows, fixed, right, np.where(own, WITHOUT_ASKS, 1.0), EXPECTED)
    print(f"without asks of their own {hits[own].mean():.3f} first, beside rulings without asks {hits[~own].mean():.3f}")
    for name, weight in zip(EXPECTED, fitted):
        print(f"{name:<22} {weight:8.3f}")


def folds(questions):
    """Five times what is fitted on and what is scored; the same question is always on one side."""
    places = {text: n for n, text in enumerate(dict.fromkeys(q["q"] for q in questions))}
    fold = np.random.RandomState(0).randint(0, 5, len(places))[[places[q["q"]] for q in questions]]
    return [(np.where(fold != n)[0], np.where(fold == n)[0]) for n in range(5)]


def evidence_row(e, names=EVIDENCE):
    words = e["words"]
    values = dict(e) | {"similarity*sqrt(words)": e["similarity"] * words ** 0.5, "sqrt(words)": words ** 0.5, "ln(words)": np.log(words)}
    return [values[name] for name in names] + [1.0]


def fit_decides(rows, right, weights, names=EVIDENCE):
    mean, deviation = rows.mean(0), rows.std(0) + 1e-9
    mean[-1], deviation[-1] = 0.0, 1.0
    x, weights = (rows - mean) / deviation, weights / weights.sum()

    def loss(b):
        z = x @ b
        penalty = 0.002 * np.append(b[:-1], 0)
        lost = np.logaddexp(0, np.where(right, -z, z))
        return (weights * lost).sum() + penalty @ b, x.T @ (weights * (1 / (1 + np.exp(-z)) - right)) + 2 * penalty

    bounds = [(None, 0.0 if name in AGAINST else None) for name in names] + [(None, None)]
    b = minimize(loss, np.zeros(x.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B").x / deviation
    b[-1] -= (b[:-1] * mean[:-1]).sum()
    return b


def decides(paths):
    """Rulings and rules in judge's own words are judged apart: other things tell of them."""
    all_questions = [q for path in paths for q in read(path) if q["evidence"] and q["evidence"]["asked"] is not None]
    ordinary = KEPT - {"ordinary"}
    for name, rulebook in [("rulings", 0.0), ("rules", 1.0)]:
        questions = [q for q in all_questions if q["evidence"]["rulebook"] == rulebook]
        rows = np.array([evidence_row(q["evidence"]) for q in questions])
        right = np.array([decided(q) for q in questions])
        posts = np.array([q["file"] in ("posts", "forum") or q["style"] == "posts" for q in questions])
        weights = np.select([right & posts, right, posts], [1.0, 0.5, 2.0], 1.5)
        scores = np.zeros(len(questions))
        for train, test in folds(questions):
            scores[test] = rows[test] @ fit_decides(rows[train], right[train], weights[train])
        measured = right & np.array([rulebook or q["file"] in ordinary for q in questions], bool)
        threshold = np.quantile(scores[measured], ALARMS[name])
        below = scores < threshold
        print(f"{name}: {len(questions)} questions; alarms {below[right].mean():.3f} told {below[~right].mean():.3f}")
        print(f"  of posts: alarms {below[right & posts].mean():.3f} told {below[~right & posts].mean():.3f}")
        fitted = fit_decides(rows, right, weights)
        fitted[-1] -= threshold
        for evidence, weight in zip(EVIDENCE + ["bias"], fitted):
            print(f"{evidence:<24} {weight:8.3f}")


def decides_new(paths):
    """Whether a ruling without asks decides, where one comes first: rightly, instead of another, or where nothing does."""
    first = lambda q: next((h for h in q["hits"] if h["parts"]), None)
    questions = [q for path in paths for q in read(path) if q["evidence"] and first(q) and first(q)["parts"]["has"] == 0]
    rows = np.array([evidence_row(q["evidence"], OF_NEW) for q in questions])
    right = np.array([decided(q) and first(q)["ok"] for q in questions])
    undecided = np.array([not decided(q) for q in questions])
    weights = np.ones(len(questions))
    scores = np.zeros(len(questions))
    for train, test in folds(questions):
        scores[test] = rows[test] @ fit_decides(rows[train], right[train], weights[train], OF_NEW)
    below = scores < 0
    print(f"{len(questions)} questions; alarms {below[right].mean():.3f}, told {below[undecided].mean():.3f}, of wrong ones {below[~right & ~undecided].mean():.3f}")
    for name, weight in zip([*OF_NEW, "bias"], fit_decides(rows, right, weights, OF_NEW)):
        print(f"{name:<24} {weight:8.3f}")


if __name__ == "__main__":
    {"verbatim": verbatim, "held": held, "rank": rank, "expected": expected, "decides": decides, "decides_new": decides_new}[sys.argv[1]](sys.argv[2:])
