"use strict";
// Results of benchmarks, row by row, with what went wrong in sight.
const resultsView = (() => {
  const { make, foreign, replace, byId } = dom;
  const PAGE = 300;
  const COLUMNS = ["id", "language", "query", "outcome", "check", "rank", "seconds", "reason"];
  let onlyWrong = false;

  const shown = (value) => value === null || value === undefined ? "–"
    : typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : String(value);

  function figures(summary, prefix = "") {
    return Object.entries(summary).flatMap(([name, value]) => value !== null && typeof value === "object" && !Array.isArray(value)
      ? figures(value, `${prefix}${name} · `) : [[prefix + name, shown(value)]]);
  }

  function cell(row, column) {
    const value = row[column];
    if (typeof value === "boolean") return make("td", { class: value ? "good" : "bad" }, value ? labels.say("yes") : labels.say("no"));
    if (column === "outcome" && row.node && atlas.place(row.node) !== undefined) {
      return make("td", {}, make("a", { href: `#map/${row.node}` }, foreign(shown(value))));
    }
    const text = value !== null && typeof value === "object" ? JSON.stringify(value) : shown(value);
    return make("td", { class: typeof value === "number" ? "figure" : "" }, foreign(text));
  }

  function table(result) {
    const known = COLUMNS.filter((column) => result.rows.some((row) => column in row));
    const columns = known.length ? known : Object.keys(result.rows[0] || {}).slice(0, 9);
    const wrong = (row) => row.check === false || row.success === false || row.outcome === "error";
    const rows = result.rows.filter((row) => !onlyWrong || wrong(row)).slice(0, PAGE);
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": result.name }, make("table", {},
      make("thead", {}, make("tr", {}, columns.map((column) => make("th", { scope: "col" }, column)))),
      make("tbody", {}, rows.map((row) => make("tr", { class: wrong(row) ? "wrong" : "" }, columns.map((column) => cell(row, column)))))));
  }

  async function show() {
    const { results } = await source.extras();
    const box = byId("view-results");
    if (!results.length) return replace(box, make("h1", {}, labels.say("results")), make("p", { class: "empty" }, labels.say("noResults")));
    return replace(box, make("h1", {}, labels.say("results")),
      make("label", { class: "toolbar" }, make("input", { type: "checkbox", checked: onlyWrong, onchange: (event) => {
        onlyWrong = event.target.checked;
        show();
      } }), ` ${labels.say("onlyWrong")}`),
      results.map((result) => make("section", {}, make("h2", {}, foreign(result.name)),
        make("dl", { class: "settings" }, figures(result.summary).map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
        result.rows.length ? table(result) : null)));
  }

  return { show };
})();
