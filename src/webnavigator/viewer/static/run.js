"use strict";
// How the exploration went, or goes: it is asked for again while one is under way.
const runView = (() => {
  const { make, foreign, svg, replace, byId } = dom;

  const tile = (value, text) => make("div", { class: "tile" }, make("strong", {}, value), make("span", {}, text));

  function curve(points) {
    const WIDTH = 640;
    const HEIGHT = 150;
    const lastTime = Math.max(1, points[points.length - 1][0]);
    const most = points[points.length - 1][1];
    const line = points.map(([seconds, count]) => `${((seconds / lastTime) * WIDTH).toFixed(1)},${(HEIGHT - (count / most) * HEIGHT).toFixed(1)}`).join(" ");
    const minutes = `${(lastTime / 60).toFixed(1)} min`;
    return make("figure", {}, make("figcaption", {}, labels.say("growth")),
      svg("svg", { viewBox: `0 -6 ${WIDTH} ${HEIGHT + 12}`, class: "curve", role: "img", preserveAspectRatio: "none",
        "aria-label": `${labels.say("growth")}: ${labels.number(most)}, ${minutes}` },
      svg("polygon", { points: `0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`, class: "area" }),
      svg("polyline", { points: line, class: "stroke" })),
      make("div", { class: "axis" }, make("span", {}, "0"), make("span", {}, `${labels.number(most)} · ${minutes}`)));
  }

  function bars(counts, title) {
    const entries = Object.entries(counts);
    if (!entries.length) return null;
    const most = Math.max(...entries.map(([, count]) => count));
    return make("section", { class: "card" }, make("h2", {}, title), make("ul", { class: "bars" }, entries.map(([name, count]) => {
      const bar = make("span", { class: "fill", "aria-hidden": "true" });
      bar.style.width = `${Math.max(1, (count / most) * 100)}%`;
      return make("li", {}, foreign(name || "—", { class: "name" }), make("span", { class: "figure" }, labels.number(count)), bar);
    })));
  }

  function newest(ids) {
    return make("section", { class: "card wide" }, make("h2", {}, labels.say("newest")), make("ul", { class: "thumbs" }, ids.map((id) => {
      const at = atlas.place(id);
      return make("li", {}, make("a", { href: `#map/${id}` }, picture.crop(id, null, 180, 110), foreign(at === undefined ? id : atlas.called(at))));
    })));
  }

  function settings(value, prefix = "") {
    return Object.entries(value).flatMap(([name, inner]) => inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? settings(inner, `${prefix}${name}.`)
      : [make("div", {}, make("dt", {}, prefix + name), make("dd", {}, foreign(inner === null ? "–" : String(inner))))]);
  }

  async function show(pulse = null) {
    const told = await source.run();
    const report = told.report || {};
    const visited = pulse?.visited ?? atlas.states.visited.filter(Boolean).length;
    const rate = told.growth.length > 1 ? (60 * told.growth[told.growth.length - 1][1]) / Math.max(1, told.growth[told.growth.length - 1][0]) : 0;
    replace(byId("view-run"),
      make("h1", {}, labels.say("run")),
      make("p", { class: "lead" }, pulse?.running ? labels.say("running")
        : report.ended ? `${labels.say("ended")}: ${labels.say(report.ended)}` : null,
      report.seconds ? ` · ${labels.say("seconds", labels.number(Math.round(report.seconds)))}` : null),
      make("div", { class: "tiles" },
        tile(labels.number(visited), labels.say("visited")), tile(labels.number(pulse?.states ?? atlas.states.id.length), labels.say("states")),
        tile(labels.number(pulse?.edges ?? atlas.site.edges), labels.say("edges")),
        tile(labels.number(told.tasks.done || 0), labels.say("done")), tile(labels.number(told.tasks.pending || 0), labels.say("pending")),
        tile(labels.number(told.tasks.held || 0), labels.say("held")), tile(rate.toFixed(0), labels.say("perMinute"))),
      (report.warnings || []).map((line) => make("p", { class: "note" }, foreign(line))),
      make("div", { class: "cards" },
        told.growth.length > 1 ? make("section", { class: "card" }, curve(told.growth)) : null,
        bars(told.outcomes, labels.say("outcomes")), bars(told.held, labels.say("heldWhy")),
        newest(told.newest),
        told.settings ? make("section", { class: "card wide" }, make("details", {}, make("summary", {}, labels.say("settings")),
          make("dl", { class: "settings" }, settings(told.settings)))) : null));
  }

  return { show };
})();
