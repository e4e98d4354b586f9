// A curtain: fixed boxes that cover the whole window (a cookie wall, a dialog with its backdrop). What they cover
// cannot be operated, however visible it is.
const CURTAIN_POINTS = [[0.5, 0.5], [0.08, 0.08], [0.92, 0.08], [0.08, 0.92], [0.92, 0.92]];

// The innermost fixed box around an element, across shadow roots; null when it moves with the page.
function fixedAround(element) {
  for (let node = element; node; node = parentOf(node) || rootNode(node).host || null) {
    if (nodeType(node) !== ELEMENT) continue;
    if (styleOf(node).position === "fixed") return node;
  }
  return null;
}

function hitAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit && shadowOf(hit); inner; inner = hit && shadowOf(hit)) {
    const deeper = inner.elementFromPoint ? inner.elementFromPoint(x, y) : null;
    if (!deeper || deeper === hit) break;
    hit = deeper;
  }
  return hit;
}

// The fixed boxes that cover the window between them, or null when the page can be reached.
function curtain() {
  const boxes = new Set();
  for (const [x, y] of CURTAIN_POINTS) {
    const hit = hitAt(innerWidth * x, innerHeight * y);
    const box = hit && fixedAround(hit);
    if (!box) return null;
    boxes.add(box);
  }
  return boxes;
}
