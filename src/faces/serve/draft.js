"use strict";
// What was typed for the log stays until it is logged, whatever is looked up in between and however the page is
// left; with its key, so that what is sent twice is not logged twice.
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
  const change = (key, next) => {
    for (const name of Object.keys(kept).filter((name) => name.startsWith("draft "))) {
      const draft = JSON.parse(kept.getItem(name));
      if (draft.key !== key) continue;
      if (next) kept.setItem(name, JSON.stringify({ ...draft, key: next }));
      else kept.removeItem(name);
    }
  };
  if (logged) change(kept.getItem("sent"));
  if (!form) return;
  const name = `draft ${location.pathname}${location.search}`;
  const fields = [...form.elements].filter((field) => field.name && field.name !== "pin");
  const keep = () => {
    const typed = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    kept.setItem(name, JSON.stringify(typed));
  };
  if (form.dataset.entry === "refused") {
    // It came back with what was typed, and with the key to send it under now.
    change(kept.getItem("sent"), form.elements.key.value);
    keep();
  } else {
    const draft = JSON.parse(kept.getItem(name) ?? "{}");
    for (const field of fields) field.value = draft[field.name] ?? field.value;
  }
  form.addEventListener("input", keep);
  form.addEventListener("submit", () => {
    keep();
    kept.setItem("sent", form.elements.key.value);
  });
})();
