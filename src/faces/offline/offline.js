"use strict";
// The search of the command line, compiled for this page, over the same index: from words to what is shown.
const judgeSearch = async (program, index, settings) => {
  const { instance } = await WebAssembly.instantiate(program);
  const judge = instance.exports;
  const give = (bytes) => {
    const at = judge.input(bytes.length);
    new Uint8Array(judge.memory.buffer, at, bytes.length).set(bytes);
  };
  const replied = (length) => {
    const value = JSON.parse(new TextDecoder().decode(new Uint8Array(judge.memory.buffer, judge.output(), length)));
    if (value.error) throw new Error(value.error);
    return value;
  };
  give(settings);
  judge.settings();
  give(index);
  replied(judge.open());
  return (words, game) => {
    give(new TextEncoder().encode(words));
    return replied(judge.search(["", "lcg", "tcg"].indexOf(game)));
  };
};

if (typeof document !== "undefined") {
  (async () => {
    const at = (id) => document.getElementById(id);
    const bytes = (id) => Uint8Array.from(atob(at(id).textContent), (c) => c.charCodeAt(0));
    const open = () => judgeSearch(bytes("program"), bytes("index"), bytes("settings"));
    const form = at("search");
    const field = at("q");
    const results = at("results");
    const count = at("count");
    let find;
    try {
      find = await open();
    } catch (why) {
      at("fallback").textContent = `The search does not run here (${why.message}). Everything is to be read below.`;
      return;
    }
    const follow = () => {
      const words = field.value.trim();
      if (!words) {
        results.replaceChildren();
        count.textContent = "";
        return;
      }
      try {
        results.innerHTML = find(words, new FormData(form).get("game") ?? "").html;
        count.className = "aloud";
        count.textContent = results.firstElementChild?.dataset.count ?? "";
      } catch (why) {
        results.replaceChildren();
        count.className = "warning";
        count.textContent = `These words cannot be searched (${why.message}). Try others.`;
        open().then((anew) => { find = anew; });
      }
    };
    let due = 0;
    const soon = () => {
      cancelAnimationFrame(due);
      due = requestAnimationFrame(follow);
    };
    field.addEventListener("input", soon);
    form.addEventListener("change", (event) => {
      if (event.target !== field) soon();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      follow();
      field.blur();
    });
    at("fallback").hidden = true;
    form.hidden = false;
    follow();
    // The page has grown above the ruling that its address names.
    if (location.hash) at(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  })();
}
