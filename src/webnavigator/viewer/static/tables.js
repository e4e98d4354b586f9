"use strict";
// What was left alone, and why.
const auditView = (() => {
  const { make, foreign, replace, byId } = dom;
  const PAGE = 200;
  const chosen = { kind: "", reason: "", words: "" };
  let told = null;
  let limit = PAGE;

  function picker(key, values, all) {
    const counts = new Map();
    for (const row of told.rows) counts.set(row[key], (counts.get(row[key]) || 0) + 1);
    const options = [...values].sort((a, b) => counts.get(b) - counts.get(a));
    return make("select", { "aria-label": labels.say(key), onchange: (event) => {
      chosen[key] = event.target.value;
      rows();
    } }, make("option", { value: "" }, labels.say(all)),
    options.map((value) => make("option", { value, selected: value === chosen[key] }, `${key === "kind" ? labels.say(value) : value} (${labels.number(counts.get(value))})`)));
  }

  const passes = (row) => (!chosen.kind || row.kind === chosen.kind) && (!chosen.reason || row.reason === chosen.reason)
    && `${row.what} ${row.reason} ${row.url}`.toLowerCase().includes(chosen.words.toLowerCase());

  function rows() {
    const left = told.rows.filter(passes);
    byId("audit-count").textContent = labels.say("records", labels.number(left.length), labels.number(told.count));
    replace(byId("audit-rows"), left.slice(0, limit).map((row) => make("tr", {},
      make("td", {}, make("span", { class: `tag ${row.kind}` }, labels.say(row.kind))),
      make("td", { class: "figure" }, labels.number(row.count)),
      make("td", {}, foreign(row.what)), make("td", {}, foreign(row.reason)),
      make("td", {}, row.state && atlas.place(row.state) !== undefined
        ? make("a", { href: `#map/${row.state}` }, foreign(row.url, { class: "path" })) : foreign(row.url, { class: "path" })))),
    left.length > limit ? make("tr", {}, make("td", { colspan: "5" }, make("button", { type: "button", class: "quiet wide", onclick: () => {
      limit += 5 * PAGE;
      rows();
    } }, labels.say("more")))) : null);
  }

  async function show() {
    told = await source.audit();
    const head = ["kind", "times", "what", "reason", "where"].map((key) => make("th", { scope: "col" }, labels.say(key)));
    replace(byId("view-audit"), make("h1", {}, labels.say("audit")), make("p", { class: "lead" }, labels.say("auditLead")),
      make("div", { class: "toolbar" },
        picker("kind", new Set(told.rows.map((row) => row.kind)), "allKinds"),
        picker("reason", new Set(told.rows.map((row) => row.reason)), "allReasons"),
        make("input", { type: "search", placeholder: labels.say("filter"), "aria-label": labels.say("filter"), value: chosen.words, oninput: (event) => {
          chosen.words = event.target.value;
          rows();
        } }), make("span", { id: "audit-count", class: "muted", role: "status" })),
      make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": labels.say("rows") },
        make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", { id: "audit-rows" }))));
    rows();
  }

  return { show };
})();
