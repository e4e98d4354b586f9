"use strict";
// What changed on the site, by the map's last refresh or by diffs that were given: states first, then edges.
const changesView = (() => {
  const { make, foreign, replace, byId } = dom;
  const KINDS = ["gone", "moved", "structure", "content", "new", "unseen"];
  const PAGE = 300;
  let chosen = "";

  const known = (id) => Boolean(id) && atlas.place(id) !== undefined;
  const tile = (value, text) => make("div", { class: "tile" }, make("strong", {}, value), make("span", {}, text));
  const tag = (change) => make("td", {}, make("span", { class: `tag ${change}` }, labels.say(`c_${change}`)));
  const passes = (row) => (chosen ? row.change === chosen : row.change !== "unseen");

  function place(id, text) {
    return make("td", {}, known(id) ? make("a", { href: `#map/${id}` }, foreign(text || id)) : foreign(text || "–"));
  }

  function lines(mark, rows) {
    return (rows || []).map((line) => make("li", { class: mark === "+" ? "came" : "went" }, `${mark} `, foreign(line)));
  }

  function differs(row) {
    const came = [...lines("+", row.added), ...lines("+", row.controls_added)];
    const went = [...lines("−", row.removed), ...lines("−", row.controls_removed)];
    const words = [(row.fields || []).map((name) => labels.say(`d_${name}`)).join(", "), row.reason].filter(Boolean).join(" · ");
    return make("td", {}, foreign(words), came.length + went.length ? make("details", {}, make("summary", {}, labels.say("lineByLine")),
      make("ul", { class: "diff" }, went, came)) : null);
  }

  function stateRow(row) {
    const called = [row.name, row.title].filter(Boolean).join(" · ");
    return make("tr", {}, tag(row.change), place(row.after, called || row.url), make("td", {}, foreign(row.url, { class: "path" }),
      row.url_after && row.url_after !== row.url ? [" → ", foreign(row.url_after, { class: "path" })] : null), differs(row));
  }

  function edgeRow(row) {
    const target = row.target_after || row.target;
    const named = row.label_after && row.label_after !== row.label ? `${row.label} → ${row.label_after}` : row.label;
    return make("tr", {}, tag(row.change), make("td", {}, foreign(named || "–")),
      place(row.source, known(row.source) ? atlas.called(atlas.place(row.source)) : ""),
      place(target, known(target) ? atlas.called(atlas.place(target)) : ""), make("td", {}, foreign(row.reason || "")));
  }

  function table(title, heads, rows) {
    if (!rows.length) return null;
    return make("section", {}, make("h3", {}, labels.say(title)), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": labels.say(title) },
      make("table", {}, make("thead", {}, make("tr", {}, heads.map((key) => make("th", { scope: "col" }, labels.say(key))))),
        make("tbody", {}, rows.slice(0, PAGE)))));
  }

  function diff(told) {
    const counts = told.counts.states || {};
    const states = told.states.filter(passes).map(stateRow);
    const edges = told.edges.filter(passes).map(edgeRow);
    const left = told.more + Math.max(0, states.length - PAGE) + Math.max(0, edges.length - PAGE);
    return make("section", {}, make("h2", {}, told.name ? foreign(told.name) : labels.say("lastRefresh")),
      told.since ? make("p", { class: "muted" }, labels.say("changedSince", labels.time(told.since))) : null,
      make("div", { class: "tiles" }, [...KINDS, "same"].map((kind) => tile(labels.number(counts[kind] || 0), labels.say(`c_${kind}`)))),
      table("states", ["kind", "state", "address", "differs"], states),
      table("edges", ["kind", "controlName", "state", "leads", "reason"], edges),
      states.length + edges.length ? null : make("p", { class: "empty" }, labels.say("nothingChanged")),
      left ? make("p", { class: "muted" }, labels.say("notShown", labels.number(left))) : null);
  }

  async function show() {
    const { diffs } = await source.changes();
    replace(byId("view-changes"), make("h1", {}, labels.say("changes")),
      make("div", { class: "toolbar" }, make("select", { "aria-label": labels.say("kind"), onchange: (event) => {
        chosen = event.target.value;
        show();
      } }, make("option", { value: "" }, labels.say("allKinds")),
      KINDS.map((kind) => make("option", { value: kind, selected: kind === chosen }, labels.say(`c_${kind}`))))),
      diffs.length ? diffs.map(diff) : make("p", { class: "empty" }, labels.say("nothingChanged")));
  }

  return { show };
})();
