// node ask.js SCRIPT PAGE QUESTIONS: opens the search of a page with the page's own script and asks it each question; prints what
// each answer amounts to and its results, and on stderr how long that took.
"use strict";
const fs = require("node:fs");
const [script, page, questions] = process.argv.slice(2).map((file) => fs.readFileSync(file, "utf8"));
const judgeSearch = new Function(`${script}\nreturn judgeSearch;`)();
const bytes = (id) =>
  Buffer.from(page.split(`<script id="${id}" type="application/octet-stream">`)[1].split("</script>")[0], "base64");
(async () => {
  const begun = performance.now();
  const find = await judgeSearch(bytes("program"), bytes("index"), bytes("settings"));
  const opened = performance.now();
  const times = [];
  const told = JSON.parse(questions).map((words) => {
    const started = performance.now();
    const answer = find(words, "");
    times.push(performance.now() - started);
    return [answer.answer, answer.results];
  });
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.error(
    `opened in ${(opened - begun).toFixed(0)} ms; ${times.length} questions: median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms`,
  );
  console.log(JSON.stringify(told));
})();
