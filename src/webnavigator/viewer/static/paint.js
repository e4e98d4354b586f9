"use strict";
// How the drawing looks: colours are those of the page, so that light and dark are said once.
const paint = (() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function style() {
    const kinds = atlas.KINDS.map((kind) => ({
      selector: `.k-${kind}`, style: { "background-color": colour(`--k-${kind}`), "border-color": colour(`--k-${kind}`) },
    }));
    return [
      { selector: ".group", style: {
        shape: "round-rectangle", width: "data(width)", height: "data(height)", "background-color": colour("--box"),
        "border-width": 1, "border-color": colour("--line"), label: "data(label)", color: colour("--muted"),
        "font-size": "data(font)", "font-family": "system-ui, sans-serif", "text-valign": "top", "text-halign": "center",
        "text-margin-y": "data(drop)", "text-wrap": "ellipsis", "text-max-width": "data(room)", "min-zoomed-font-size": 7,
        "z-index": 0, "overlay-opacity": 0 } },
      { selector: ".group.far", style: { opacity: 0.25 } },
      { selector: ".band", style: {
        width: 1, height: 1, "background-opacity": 0, label: "data(label)", color: colour("--muted"), "font-size": 26,
        "font-weight": 600, "font-family": "system-ui, sans-serif", "text-halign": "right", "text-valign": "center",
        "overlay-opacity": 0, events: "no" } },
      { selector: ".state", style: {
        width: 15, height: 15, "border-width": 1.5, label: "data(label)", color: colour("--text"), "font-size": 3.6,
        "font-family": "system-ui, sans-serif", "text-valign": "bottom", "text-margin-y": 1.5, "text-wrap": "ellipsis",
        "text-max-width": 27, "min-zoomed-font-size": 7.5, "z-index": 3, "overlay-opacity": 0 } },
      ...kinds,
      { selector: ".linked", style: { "background-color": colour("--box"), width: 9, height: 9 } },
      { selector: ".error", style: { "background-color": colour("--bad"), "border-color": colour("--bad") } },
      { selector: ".inner", style: { shape: "round-rectangle" } },
      { selector: ".dim", style: { opacity: 0.12, events: "no" } },
      { selector: "edge", style: {
        width: 0.8, "line-color": colour("--edge"), "curve-style": "straight", "z-index": 1, events: "no",
        opacity: 0.55, "overlay-opacity": 0 } },
      { selector: "edge.thread", style: { "curve-style": "haystack", "haystack-radius": 0 } }, // cheapest by far
      { selector: "edge.thread.back", style: { opacity: 0.12 } },
      { selector: "edge.out", style: {
        "line-color": colour("--accent"), width: 1.4, opacity: 0.75, "z-index": 2, "target-arrow-shape": "triangle",
        "target-arrow-color": colour("--accent"), "arrow-scale": 0.6 } },
      { selector: "edge.in", style: {
        "line-color": colour("--in"), width: 1, opacity: 0.45, "z-index": 2, "line-style": "dashed" } },
      { selector: "edge.way", style: {
        "line-color": colour("--way"), width: 3.5, opacity: 1, "z-index": 4, "target-arrow-shape": "triangle",
        "target-arrow-color": colour("--way"), "arrow-scale": 0.9 } },
      { selector: ".on-way", style: { "border-color": colour("--way"), "border-width": 3, "z-index": 5 } },
      { selector: ".hit", style: { "border-color": colour("--text"), "border-width": 2, width: 18, height: 18 } },
      { selector: ".chosen", style: {
        "border-color": colour("--way"), "border-width": 4, width: 22, height: 22, "z-index": 9 } },
    ];
  }

  return { style };
})();
