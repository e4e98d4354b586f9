"use strict";
// One state: its picture with the controls on it, where it leads, what leads to it, what was left alone.
const statePanel = (() => {
  const { make, foreign, replace, byId, icon, tabs } = dom;
  const ROWS = 120;
  let told = null;
  let wanted = "";
  let tab = "picture";
  let controlsShown = true;
  let choose = () => {};

  const go = (id) => {
    const at = atlas.place(id);
    if (at !== undefined) choose(at);
  };

  function facts() {
    const reachable = told.url_reachable === null ? "unknown" : told.url_reachable ? "yes" : "no";
    const rows = [
      ["kind", [make("span", { class: `dot k-${told.kind} ${told.kind === "page" ? "" : "inner"}`, "aria-hidden": "true" }), labels.say(told.kind)]],
      ["steps", told.depth],
      ["reachable", labels.say(reachable)],
      ["status", told.status ?? "–"],
      ["lang", told.language || "–"],
      ["lastSeen", labels.time(told.last_seen)],
    ];
    return make("dl", { class: "facts" }, rows.map(([key, value]) => make("div", {}, make("dt", {}, labels.say(key)), make("dd", {}, value))));
  }

  function head() {
    const opens = /^https?:\/\//.test(told.url);
    return make("div", { class: "head" },
      make("div", { class: "bar" },
        make("h2", {}, foreign(told.name || told.title || labels.say("untitled"))),
        make("button", { type: "button", class: "quiet icon", "aria-label": labels.say("close"), title: labels.say("close"),
          onclick: () => choose(-1) }, icon("M4 4l8 8M12 4l-8 8"))),
      told.name && told.title ? make("p", { class: "muted" }, foreign(told.title)) : null,
      make("p", { class: "address" }, foreign(told.url, { class: "path" }),
        make("button", { type: "button", class: "quiet small", onclick: copy }, labels.say("copy")),
        opens && make("a", { class: "quiet small", href: told.url, target: "_blank", rel: "noopener noreferrer" }, labels.say("open"))),
      facts());
  }

  async function copy(event) {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(told.url);
      button.textContent = labels.say("copied");
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
    }
  }

  function pictureTab() {
    if (!told.picture) return make("p", { class: "empty" }, labels.say("noPicture"));
    const image = make("img", { src: source.picture(told.id), alt: "", class: "whole" });
    const sheet = make("div", { class: `sheet ${controlsShown ? "" : "bare"}` }, image);
    const rows = told.controls.map((control) => {
      const fate = control.to ? "leads" : control.held ? "held" : "other";
      const rectangle = picture.over(image, control.box, { class: `box ${fate}`, title: hint(control) });
      if (control.to) rectangle.addEventListener("click", () => go(control.to));
      sheet.append(rectangle);
      const light = (on) => rectangle.classList.toggle("lit", on);
      return controlRow(control, fate, light);
    });
    return make("div", {},
      make("div", { class: "keys" },
        make("label", {}, make("input", { type: "checkbox", checked: controlsShown, onchange: (event) => {
          controlsShown = event.target.checked;
          sheet.classList.toggle("bare", !controlsShown);
        } }), ` ${labels.say("showControls")}`),
        make("span", { class: "key leads" }, labels.say("ctlLeads")), make("span", { class: "key held" }, labels.say("ctlHeld")),
        make("span", { class: "key other" }, labels.say("ctlOther"))),
      sheet,
      told.blind?.length ? make("p", { class: "note" }, labels.say("blind"), ": ", foreign(told.blind.join("; "))) : null,
      make("h3", {}, labels.say("controls", labels.number(told.control_count ?? rows.length))),
      make("ul", { class: "rows" }, rows));
  }

  const hint = (control) => [control.role, control.label, control.held].filter(Boolean).join(" · ");

  function controlRow(control, fate, light) {
    const body = [make("span", { class: `key ${fate}`, "aria-hidden": "true" }), make("span", { class: "role" }, control.role),
      foreign(control.label || "—"), control.held ? make("span", { class: "why" }, foreign(control.held)) : null];
    const on = { onmouseenter: () => light(true), onmouseleave: () => light(false), onfocus: () => light(true), onblur: () => light(false) };
    return make("li", {}, control.to
      ? make("button", { type: "button", class: "row", onclick: () => go(control.to), ...on }, body)
      : make("span", { class: "row", ...on }, body));
  }

  function edgeRows(edges, count) {
    const rows = edges.slice(0, ROWS).map((edge) => {
      const at = atlas.place(edge.state);
      const tries = edge.tries ? labels.say("worked", edge.successes, edge.tries) : edge.verified ? "" : labels.say("inferred");
      return make("li", {}, make("button", { type: "button", class: "row edge", onclick: () => go(edge.state) },
        picture.crop(edge.state, null, 64, 40),
        make("span", { class: "lines" },
          make("span", {}, make("strong", {}, foreign(edge.label || "—")), edge.input ? foreign(` “${edge.input}”`) : null,
            make("span", { class: "role" }, edge.kind)),
          foreign(at === undefined ? edge.state : atlas.called(at)),
          make("span", { class: "why" }, [labels.say("seconds", edge.seconds), tries].filter(Boolean).join(" · ")))));
    });
    const rest = count - rows.length;
    return make("ul", { class: "rows" }, rows, rest > 0 ? make("li", { class: "muted" }, `+ ${labels.number(rest)}`) : null);
  }

  function heldTab() {
    if (!told.held.length) return make("p", { class: "empty" }, labels.say("none"));
    return make("ul", { class: "rows" }, told.held.map((row) => make("li", {}, make("span", { class: "row" },
      make("span", { class: `key ${row.safety ? "held" : "other"}`, "aria-hidden": "true" }), foreign(row.label || "—"), make("span", { class: "why" }, foreign(row.reason))))));
  }

  function textTab() {
    return make("div", { class: "prose" },
      told.headings.length ? make("h3", {}, labels.say("headings")) : null,
      make("ul", {}, told.headings.map((heading) => make("li", {}, foreign(heading)))),
      told.text.map((text) => make("p", {}, foreign(text))));
  }

  const BODIES = {
    picture: pictureTab,
    leads: () => edgeRows(told.out, told.out_count),
    reached: () => edgeRows(told.in, told.in_count),
    heldHere: heldTab,
    text: textTab,
  };

  function draw() {
    const box = byId("state");
    if (!told) {
      box.hidden = true;
      return;
    }
    const counts = { leads: told.out_count, reached: told.in_count, heldHere: told.held.length };
    const entries = Object.keys(BODIES).map((key) => [key, key in counts ? `${labels.say(key)} ${labels.number(counts[key])}` : labels.say(key)]);
    const bar = tabs(labels.say("state"), entries, tab, (key) => {
      tab = key;
      draw();
    });
    const top = box.scrollTop;
    replace(box, head(), bar, make("div", { role: "tabpanel", class: "panel", "aria-labelledby": `tab-${tab}`, tabindex: "0" }, BODIES[tab]()));
    box.hidden = false;
    box.scrollTop = top;
  }

  async function show(at) {
    const id = atlas.states.id[at];
    wanted = id;
    const found = await source.state(id);
    if (!found || wanted !== id) return null; // another one was chosen meanwhile
    told = found;
    draw();
    byId("state").scrollTop = 0;
    return told;
  }

  function hide() {
    told = null;
    wanted = "";
    draw();
  }

  const begin = (onChoose) => { choose = onChoose; };
  return { begin, show, hide, draw };
})();
