"use strict";
// Building elements. Text becomes text nodes and nothing else: content of pages is never parsed as HTML.
const dom = (() => {
  function fill(element, children) {
    for (const child of children.flat()) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
  }

  // make("button", {class: "quiet", onclick: f}, "text", otherElement)
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    return fill(element, children);
  }

  // Text from a page, on its own line of direction: what is written right to left stays inside.
  const foreign = (text, attributes = {}) => make("bdi", { dir: "auto", ...attributes }, text);

  function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return fill(element, children);
  }

  function icon(path) {
    const shape = svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": "1.6",
      "stroke-linecap": "round", "stroke-linejoin": "round" });
    return svg("svg", { viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" }, shape);
  }

  function replace(element, ...children) {
    element.replaceChildren();
    return fill(element, children);
  }

  // Tabs as the ARIA Authoring Practices have them: arrows move, one stop for the Tab key.
  function tabs(label, entries, chosen, choose) {
    const buttons = entries.map(([key, text]) => make("button", {
      type: "button", role: "tab", id: `tab-${key}`, "aria-selected": String(key === chosen),
      tabindex: key === chosen ? "0" : "-1", onclick: () => choose(key),
    }, text));
    const bar = make("div", { role: "tablist", class: "tabs", "aria-label": label }, buttons);
    bar.addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const now = entries.findIndex(([key]) => key === chosen);
      const key = entries[(now + move + entries.length) % entries.length][0];
      choose(key);
      document.getElementById(`tab-${key}`)?.focus();
    });
    return bar;
  }

  const byId = (id) => document.getElementById(id);
  return { make, foreign, svg, icon, replace, tabs, byId };
})();
