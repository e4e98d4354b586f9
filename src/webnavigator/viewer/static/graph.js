"use strict";
// The map as a drawing: boxes of like states in bands, lines between them, one state chosen.
const graph = (() => {
  const { make, replace, byId, icon } = dom;
  const LINES = ["linesWay", "linesAll", "linesNone"];
  let cy = null;
  let lines = "linesWay";
  let chosen = -1;
  let way = [];
  let choose = () => {};

  function boxes() {
    return atlas.groups.map((group, at) => ({
      group: "nodes", classes: "group", selectable: false, grabbable: false,
      data: { id: `g${at}`, group: at, label: heading(group), width: group.width,
        height: group.height, room: `${group.width - 20}px`, font: group.head * 0.4, drop: group.head * 0.74 },
      position: { x: group.x + group.width / 2, y: group.y + group.height / 2 },
    }));
  }

  // The end of an address tells more than its beginning.
  function heading(group) {
    const room = Math.floor((group.width - 26) / (group.head * 0.4 * 0.56)) - String(group.size).length - 3;
    const name = group.name.length > room ? `…${group.name.slice(Math.max(0, group.name.length - room + 1))}` : group.name;
    return `${name}  ·  ${group.size}`;
  }

  function bands() {
    const first = new Map();
    let top = Infinity;
    for (const group of atlas.groups) {
      first.set(group.depth, Math.min(first.get(group.depth) ?? Infinity, group.x));
      top = Math.min(top, group.y);
    }
    return [...first].map(([depth, x]) => ({
      group: "nodes", classes: "band", selectable: false, grabbable: false,
      data: { id: `b${depth}`, label: bandName(depth) }, position: { x, y: top - 34 },
    }));
  }

  const bandName = (depth) => depth === 0 ? labels.say("start")
    : depth === 1 ? labels.say("oneStep") : labels.say("stepsBand", depth);

  function dots() {
    const { states } = atlas;
    return states.id.map((_, at) => ({
      group: "nodes", grabbable: false, position: { x: states.x[at], y: states.y[at] },
      classes: ["state", `k-${states.kind[at]}`, states.visited[at] ? "" : "linked",
        atlas.isError(at) ? "error" : "", states.kind[at] === "page" ? "" : "inner"].join(" "),
      data: { id: `s${at}`, at, label: atlas.called(at) },
    }));
  }

  function threads() {
    if (lines === "linesNone") return [];
    const pairs = lines === "linesWay"
      ? atlas.parents.map((from, to) => [from, to]).filter(([from]) => from >= 0)
      : atlas.edges.source.map((from, number) => [from, atlas.edges.target[number]]);
    return pairs.map(([from, to]) => ({ group: "edges", classes: "thread", data: { source: `s${from}`, target: `s${to}` } }));
  }

  function draw() {
    const before = cy ? { zoom: cy.zoom(), pan: cy.pan() } : null;
    if (cy) cy.destroy();
    cy = cytoscape({
      container: byId("canvas"), elements: [...boxes(), ...bands(), ...threads(), ...dots()], style: paint.style(),
      layout: { name: "preset", fit: before === null, padding: 24 }, minZoom: 0.05, maxZoom: 8,
      boxSelectionEnabled: false, autounselectify: true,
      hideEdgesOnViewport: atlas.states.id.length > 1500, textureOnViewport: false,
      ...(before || {}),
    });
    cy.on("tap", ".state", (event) => choose(event.target.data("at")));
    cy.on("tap", ".group", (event) => zoomTo(event.target));
    cy.on("mouseover", ".state", (event) => tip.show(event.target.data("at"), event.renderedPosition));
    cy.on("mouseover", ".group", (event) => tip.showGroup(event.target.data("group"), event.renderedPosition));
    cy.on("mouseout pan zoom", () => tip.hide());
    filter();
    mark(chosen, way);
  }

  // What the filters leave out is still there, faintly, so that the drawing keeps its shape.
  function filter(hits = null) {
    if (!cy) return;
    const through = hits ? new Set(hits) : null;
    cy.batch(() => {
      for (const dot of cy.nodes(".state")) {
        const at = dot.data("at");
        dot.toggleClass("dim", through ? !through.has(at) : !atlas.passes(at));
        dot.toggleClass("hit", through !== null && through.has(at));
      }
      for (const line of cy.edges(".thread")) {
        line.toggleClass("dim", line.source().hasClass("dim") || line.target().hasClass("dim"));
      }
    });
  }

  // Show one state with its edges and the way to it.
  function mark(at, steps = []) {
    chosen = at;
    way = steps;
    if (!cy) return;
    cy.batch(() => {
      cy.edges(".out, .in, .way").remove();
      cy.nodes(".chosen, .on-way").removeClass("chosen on-way");
      cy.edges(".thread").toggleClass("back", at >= 0);
      if (at < 0) return;
      const line = (classes) => (from, to) => ({ group: "edges", classes, data: { source: `s${from}`, target: `s${to}` } });
      cy.add(atlas.coming(at).slice(0, 400).map((from) => line("in")(from, at)));
      cy.add(atlas.leaving(at).slice(0, 400).map((to) => line("out")(at, to)));
      cy.add(steps.slice(1).map((to, number) => line("way")(steps[number], to)));
      for (const stop of steps) cy.getElementById(`s${stop}`).addClass("on-way");
      cy.getElementById(`s${at}`).removeClass("dim").addClass("chosen");
    });
  }

  function reveal(at) {
    const dot = cy?.getElementById(`s${at}`);
    if (!dot || dot.empty()) return;
    const box = dot.renderedBoundingBox();
    const outside = box.x1 < 20 || box.y1 < 20 || box.x2 > cy.width() - 20 || box.y2 > cy.height() - 20;
    if (cy.zoom() < 0.7 || outside) {
      cy.stop();
      cy.animate({ center: { eles: dot }, zoom: Math.max(cy.zoom(), 1.1), duration: calm() ? 0 : 220 });
    }
  }

  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const zoomTo = (elements) => cy.animate({ fit: { eles: elements, padding: 40 }, duration: calm() ? 0 : 220 });
  const fit = () => cy.animate({ fit: { eles: cy.elements(), padding: 24 }, duration: calm() ? 0 : 220 });
  const zoom = (factor) => cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });

  // The state nearest to the chosen one in a direction: other axes count double.
  function neighbour(dx, dy) {
    const { states } = atlas;
    if (chosen < 0) return atlas.shown()[0] ?? -1;
    let best = -1;
    let least = Infinity;
    for (const at of atlas.shown()) {
      const ahead = (states.x[at] - states.x[chosen]) * dx + (states.y[at] - states.y[chosen]) * dy;
      const aside = Math.abs((states.x[at] - states.x[chosen]) * dy) + Math.abs((states.y[at] - states.y[chosen]) * dx);
      if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [at, ahead + 2 * aside];
    }
    return best;
  }

  function keys(event) {
    const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (event.key in arrows) {
      const at = neighbour(...arrows[event.key]);
      if (at >= 0) choose(at, { keep: true });
    } else if (event.key === "+" || event.key === "=") zoom(1.3);
    else if (event.key === "-") zoom(1 / 1.3);
    else if (event.key === "0") fit();
    else if (event.key === "Enter" && chosen >= 0) byId("state").querySelector("button")?.focus();
    else return;
    event.preventDefault();
  }

  function tools() {
    const button = (key, path, act) => make("button", {
      type: "button", class: "quiet icon", "aria-label": labels.say(key), title: labels.say(key), onclick: act,
    }, icon(path));
    const option = (key) => make("option", { value: key, selected: key === lines }, labels.say(key));
    replace(byId("tools"),
      make("label", {}, `${labels.say("lines")} `, make("select", { onchange: (event) => {
        lines = event.target.value;
        draw();
      } }, LINES.map(option))),
      button("zoomIn", "M8 3v10M3 8h10", () => zoom(1.4)),
      button("zoomOut", "M3 8h10", () => zoom(1 / 1.4)),
      button("fit", "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3", fit));
  }

  function legend() {
    const used = atlas.KINDS.filter((kind) => atlas.states.kind.includes(kind));
    const entry = (classes, text) => make("span", {}, make("span", { class: `dot ${classes}`, "aria-hidden": "true" }), text);
    replace(byId("legend"),
      used.map((kind) => entry(`k-${kind}${kind === "page" ? "" : " inner"}`, labels.say(kind))),
      atlas.states.visited.includes(0) && entry("linked k-page", labels.say("linked")),
      atlas.states.status.some((status) => status >= 400) && entry("error", labels.say("errorPage")));
  }

  function begin(onChoose) {
    choose = onChoose;
    const canvas = byId("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.addEventListener("keydown", keys);
    new ResizeObserver(() => cy?.resize()).observe(canvas);
  }

  function show() {
    byId("canvas").setAttribute("aria-label", labels.say("canvasLabel", labels.number(atlas.states.id.length)));
    tools();
    legend();
    draw();
  }

  const restyle = () => cy?.style(paint.style());
  return { begin, show, filter, mark, reveal, restyle, zoomToGroup: (at) => zoomTo(cy.getElementById(`g${at}`)), fit,
    get drawn() { return cy; } };
})();
