"use strict";
// What was typed for the log stays until it is logged, whatever is looked up in between, however the page is
// left and by whatever way one comes back; with its key, so that what is sent twice is not logged twice.
(() => {
  const form = document.querySelector("form[data-entry]");
  const logged = document.getElementById("logged");
  if (!form && !logged) return;
  let kept;
  try {
    kept = sessionStorage;
  } catch {
    return; // Nothing may be kept here.
  }
  // Drafts by the address of the form that they were typed into.
  const drafts = () =>
    Object.keys(kept)
      .filter((name) => name.startsWith("draft "))
      .map((name) => ({ name, address: name.slice("draft ".length), draft: JSON.parse(kept.getItem(name)) }))
      .sort((a, b) => (b.draft.at ?? 0) - (a.draft.at ?? 0));
  const wasSent = ({ draft }) => draft.key === kept.getItem("sent");
  if (logged) for (const { name } of drafts().filter(wasSent)) kept.removeItem(name);
  if (!form) return;
  const fields = [...form.elements].filter((field) => field.name && field.name !== "pin");
  const isTyped = (draft) => ["words", "table"].some((name) => draft[name]?.trim());
  const own = `draft ${location.pathname}${location.search}`;
  const opened = form.elements;
  const refused = form.dataset.entry === "refused";
  // The last one that the form can take is resumed in it: a form opened for nothing in particular takes any but
  // a correction, and one for a ruling what was typed for that ruling.
  const isResumed = ({ draft }) =>
    !logged && !opened.corrects && !draft.corrects && isTyped(draft) &&
    (opened.ruling.value ? draft.ruling === opened.ruling.value : !opened.question.value);
  const before = !refused && kept.getItem(own) ? own : drafts().find(refused ? wasSent : isResumed)?.name;
  const name = before ?? own;
  const keep = () => {
    const typed = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    kept.setItem(name, JSON.stringify({ ...typed, at: Date.now() }));
  };
  // What was refused came back with what was typed, and with the key to send it under now.
  if (refused) keep();
  else {
    const draft = JSON.parse(kept.getItem(name) ?? "{}");
    for (const field of fields) field.value = draft[field.name] ?? field.value;
  }
  // The others are one step away.
  for (const { draft, address } of drafts()) {
    if (draft.key === opened.key.value || !isTyped(draft)) continue;
    const words = draft.words.trim();
    const begin = words.length > 60 ? `${words.slice(0, 60)}…` : words;
    const table = draft.table?.trim();
    const link = document.createElement("a");
    link.href = address;
    link.textContent = [begin && `“${begin}”`, table && `table ${table}`].filter(Boolean).join(", ");
    const line = document.createElement("p");
    line.append("Typed and not logged yet: ", link);
    form.before(line);
  }
  form.addEventListener("input", keep);
  form.addEventListener("submit", () => {
    keep();
    kept.setItem("sent", opened.key.value);
  });
})();
// So does a list that was pasted, until the tab is closed.
(() => {
  const list = document.getElementById("list");
  if (!list) return;
  const keep = () => sessionStorage.setItem("list", list.value);
  try {
    list.value ||= sessionStorage.getItem("list") ?? "";
    keep();
    list.addEventListener("input", keep);
  } catch {
    // Nothing may be kept here.
  }
})();
