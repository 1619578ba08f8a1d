"use strict";
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const count = document.getElementById("count");
  if (!field || !results || !count) return;
  let asked = 0;
  let shown = 0;
  const follow = async () => {
    const mine = ++asked;
    const query = new URLSearchParams(new FormData(field.form));
    try {
      const reply = await fetch(`/?${query}&part=results`);
      const text = await reply.text();
      if (!reply.ok || mine < shown) return;
      shown = mine;
      results.innerHTML = text;
      count.textContent = results.firstElementChild?.dataset.count ?? "";
      history.replaceState(null, "", `/?${query}`);
    } catch {
      count.textContent = "The head judge's computer does not answer.";
    }
  };
  field.addEventListener("input", follow);
  // The field itself has changed by now, key by key; leaving it must not draw anew what is just being touched.
  field.form.addEventListener("change", (event) => {
    if (event.target !== field) follow();
  });
})();
