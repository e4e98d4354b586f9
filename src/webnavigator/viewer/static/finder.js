"use strict";
// The left column: words that filter at once or ask the map, filters, and the states that are left.
const finder = (() => {
  const { make, foreign, replace, byId } = dom;
  const PAGE = 100;
  let limit = PAGE;
  let asked = null; // what the map answered, null while only filtering
  let chosen = -1;
  let choose = () => {};

  function build() {
    const input = make("input", { id: "words", type: "search", autocomplete: "off", spellcheck: "false", maxlength: "500",
      placeholder: labels.say("ask"), "aria-label": labels.say("ask"), "aria-describedby": "hint", value: atlas.filters.words,
      oninput: (event) => {
        asked = null;
        atlas.filters.words = event.target.value;
        refresh();
      } });
    const form = make("form", { class: "ask", role: "search", onsubmit: (event) => {
      event.preventDefault();
      ask(input.value.trim());
    } }, input, make("button", { type: "submit" }, labels.say("askShort")));
    replace(byId("finder"), form, make("p", { id: "hint", class: "hint" }, labels.say("askHint")), filters(),
      make("div", { id: "verdict", "aria-live": "polite" }), make("p", { id: "count", class: "count", role: "status" }),
      make("ul", { id: "found", class: "found" }));
    refresh();
  }

  function filters() {
    const { states } = atlas;
    const counts = new Map();
    for (const kind of states.kind) counts.set(kind, (counts.get(kind) || 0) + 1);
    const kindBox = (kind) => make("label", { class: "chip" },
      make("input", { type: "checkbox", checked: atlas.filters.kinds.has(kind), onchange: (event) => {
        if (event.target.checked) atlas.filters.kinds.add(kind);
        else atlas.filters.kinds.delete(kind);
        refresh();
      } }), make("span", { class: `dot k-${kind} ${kind === "page" ? "" : "inner"}`, "aria-hidden": "true" }),
      `${labels.say(kind)} ${labels.number(counts.get(kind))}`);
    const seen = (value, key) => make("option", { value, selected: atlas.filters.seen === value }, labels.say(key));
    const deepest = atlas.deepest();
    const depth = make("output", {}, labels.say("upTo", Math.min(atlas.filters.depth, deepest)));
    const order = atlas.groups.map((_, at) => at).sort((a, b) => atlas.groups[b].size - atlas.groups[a].size);
    return make("details", { class: "filters", open: innerWidth > 900 }, make("summary", {}, labels.say("filter")),
      make("fieldset", {}, make("legend", {}, labels.say("kinds")), atlas.KINDS.filter((kind) => counts.has(kind)).map(kindBox)),
      make("label", { class: "pair" }, labels.say("seen"), make("select", { onchange: (event) => {
        atlas.filters.seen = event.target.value;
        refresh();
      } }, seen("all", "seenAll"), seen("visited", "seenVisited"), seen("link", "seenLink"))),
      make("label", { class: "pair" }, labels.say("depth"), depth,
        make("input", { type: "range", min: "0", max: String(deepest), value: String(Math.min(atlas.filters.depth, deepest)), oninput: (event) => {
          atlas.filters.depth = Number(event.target.value);
          depth.textContent = labels.say("upTo", atlas.filters.depth);
          refresh();
        } })),
      make("label", { class: "pair" }, labels.say("group"), make("select", { onchange: (event) => {
        atlas.filters.group = Number(event.target.value);
        refresh();
        if (atlas.filters.group >= 0) graph.zoomToGroup(atlas.filters.group);
        else graph.fit();
      } }, make("option", { value: "-1" }, labels.say("everyGroup")),
      order.map((at) => make("option", { value: String(at), selected: at === atlas.filters.group }, `${atlas.groups[at].name} (${atlas.groups[at].size})`)))));
  }

  async function ask(words) {
    if (!words) return;
    if (source.exported) {
      asked = null;
      refresh();
      replace(byId("verdict"), make("p", { class: "note" }, labels.say("staticSearch")));
      return;
    }
    replace(byId("verdict"), make("p", { class: "note" }, labels.say("asking")));
    try {
      asked = await source.search(words);
    } catch (error) {
      asked = { error: String(error.message) };
    }
    limit = PAGE;
    refresh();
    const first = asked.verdict && (asked.verdict.inner || asked.verdict.state);
    if (first && atlas.place(first) !== undefined) choose(atlas.place(first), { keep: true });
  }

  function verdict() {
    const box = byId("verdict");
    if (!asked) return replace(box);
    if (asked.error) return replace(box, make("p", { class: "verdict bad" }, foreign(asked.error)));
    const { state, inner, confidence, reason } = asked.verdict;
    const name = (id) => foreign(atlas.place(id) === undefined ? id : atlas.called(atlas.place(id)));
    return replace(box, make("div", { class: `verdict ${state ? "good" : "bad"}` },
      make("p", {}, make("strong", {}, labels.say(state ? "verdictYes" : "verdictNo")), " ", state ? name(inner || state) : null,
        inner ? [` ${labels.say("verdictOn")} `, name(state)] : null,
        make("span", { class: "sure" }, labels.say("sure", Math.round(confidence * 100)))),
      make("p", { class: "reason" }, foreign(reason))),
    asked.indexed < asked.searchable ? make("p", { class: "note" }, labels.say("notIndexed", labels.number(asked.indexed), labels.number(asked.searchable))) : null,
    asked.warnings.map((line) => make("p", { class: "note" }, foreign(line))));
  }

  function refresh() {
    if (!asked) limit = Math.min(limit, PAGE);
    verdict();
    const hits = asked?.hits ? asked.hits.map((hit) => [atlas.place(hit.state), hit]).filter(([at]) => at !== undefined) : null;
    graph.filter(hits ? hits.map(([at]) => at) : null);
    const rows = hits || atlas.shown().map((at) => [at, null]);
    byId("count").textContent = labels.say("found", labels.number(rows.length), labels.number(atlas.states.id.length));
    const top = hits?.length ? Math.max(...hits.map(([, hit]) => hit.score)) : 1;
    const low = hits?.length ? Math.min(...hits.map(([, hit]) => hit.score)) : 0;
    replace(byId("found"), rows.slice(0, limit).map(([at, hit], rank) => row(at, hit, rank, low, top)),
      rows.length === 0 ? make("li", { class: "empty" }, labels.say("none")) : null,
      rows.length > limit ? make("li", {}, make("button", { type: "button", class: "quiet wide", onclick: () => {
        limit += 5 * PAGE;
        refresh();
      } }, labels.say("more"))) : null);
  }

  function row(at, hit, rank, low, top) {
    const { states } = atlas;
    const dot = make("span", { class: `dot k-${states.kind[at]} ${states.kind[at] === "page" ? "" : "inner"} ${states.visited[at] ? "" : "linked"} ${atlas.isError(at) ? "error" : ""}`, "aria-hidden": "true" });
    const button = make("button", { type: "button", class: "row", "data-at": at, "aria-current": at === chosen ? "true" : null, onclick: () => choose(at) },
      hit ? make("span", { class: "number" }, rank + 1) : dot,
      make("span", { class: "lines" }, foreign(atlas.called(at), { class: "name" }), foreign(atlas.path(at), { class: "path" }),
        hit ? why(hit, low, top) : null));
    return make("li", {}, button, hit ? signals(hit) : null);
  }

  function why(hit, low, top) {
    const meter = make("span", { class: "score", "aria-hidden": "true" }, make("span", {}));
    meter.firstChild.style.width = `${top > low ? Math.round(8 + (92 * (hit.score - low)) / (top - low)) : 100}%`;
    const matches = hit.matches.map((match) => make("span", { class: "match" }, make("b", {}, labels.say(`f_${match.field}`)), " ", foreign(match.words.join(", "))));
    return make("span", { class: "matches" }, meter, matches.length ? matches : make("span", { class: "muted" }, labels.say("meaningOnly")));
  }

  function signals(hit) {
    const entries = Object.entries(hit.features);
    return make("details", { class: "signals" }, make("summary", {}, `${labels.say("why")} · ${hit.score.toFixed(2)}`),
      make("dl", {}, entries.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value.toFixed(2))))));
  }

  function select(at) {
    chosen = at;
    for (const button of byId("found").querySelectorAll("button[data-at]")) {
      if (Number(button.dataset.at) === at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  const begin = (onChoose) => { choose = onChoose; };
  return { begin, build, select };
})();
