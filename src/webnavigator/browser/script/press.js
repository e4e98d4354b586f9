// Pressing one element and nothing else: a point where it is on top, a watch that stops a press on anything else, and
// what fields and selects need. All of it on the element that `locate` found last.
const hitInDocument = method(Document.prototype, "elementFromPoint");
const hitInShadow = method(ShadowRoot.prototype, "elementFromPoint");
const CONTROLS =
  "a[href],button,summary,input[type=submit],input[type=button],input[type=image],input[type=reset],[role=button],[role=link]," +
  "[role=menuitem],[role=tab]";

// Top left corner of what a frame shows, in the coordinates of the window around it.
function contentOrigin(holder) {
  const box = rectOf(holder);
  const style = styleOf(holder);
  return [box.x + holder.clientLeft + parseFloat(style.paddingLeft), box.y + holder.clientTop + parseFloat(style.paddingTop)];
}

// Of the document that holds an element, in the coordinates of the top window.
function viewOrigin(element) {
  let [left, top] = [0, 0];
  for (let view = viewOf(ownerDocument(element)); view && view !== window; ) {
    const holder = view.frameElement;
    if (!holder) break;
    const [x, y] = contentOrigin(holder);
    left += x;
    top += y;
    view = viewOf(ownerDocument(holder));
  }
  return [left, top];
}

// The innermost element at a point of the top window, through frames and shadow roots.
function hitAt(x, y) {
  let [root, hit, left, top] = [document, null, 0, 0];
  for (;;) {
    const shadow = nodeType(root) === 11;
    const next = (shadow ? hitInShadow : hitInDocument)(root, x - left, y - top);
    if (!next || next === hit || (shadow && rootNode(next) !== root)) return hit;
    hit = next;
    const inner = documentIn(hit);
    if (inner) {
      const [dx, dy] = contentOrigin(hit);
      left += dx;
      top += dy;
    }
    root = inner || shadowOf(hit);
    if (!root) return hit;
  }
}

const above = (node) => parentOf(node) || (nodeType(node) === 11 ? node.host : (viewOf(node) || {}).frameElement) || null;

// A control within a control is another one, unless it has the same words: an item of a menu and the link in it.
function saysTheSame(inner, element) {
  const words = textFor(inner);
  return words !== "" && words === textFor(element);
}

// What a press that hits `hit` would press instead of the element; "" when that is the element.
function instead(hit, element) {
  if (!hit) return "the edge of the window";
  for (let up = hit; up; up = above(up)) {
    if (up === element) return "";
    if (nodeType(up) !== ELEMENT) continue;
    if (localName(up) === "label" && up.control === element) return "";
    if (matches(up, CONTROLS) && !saysTheSame(up, element)) break;
  }
  if (localName(element) === "label" && element.control === hit) return "";
  const id = attr(hit, "id");
  return localName(hit) + (id ? `#${id}` : "");
}

const SPOTS = [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.5], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1]];

// Boxes of an element in its own window; those of its children when it has no area itself.
function boxesOf(element, depth = 0) {
  const boxes = Array.from(element.getClientRects()).filter((box) => box.width * box.height > 0);
  return boxes.length || depth > 3 ? boxes : innerBoxes(element, depth);
}

function innerBoxes(element, depth = 0) {
  return laidOutChildren(element).filter((node) => nodeType(node) === ELEMENT).flatMap((child) => boxesOf(child, depth + 1));
}

// Points of the top window where an element lies, its middle first; where it lies outside, those of what it holds, which
// may be fixed to the window.
function pointsOf(element) {
  const origin = viewOrigin(element);
  const points = pointsWithin(boxesOf(element), origin);
  return points.length ? points : pointsWithin(innerBoxes(element), origin);
}

function pointsWithin(boxes, [left, top]) {
  const points = [];
  for (const box of boxes.slice(0, 4)) {
    const [x0, x1] = [Math.max(0, box.left + left), Math.min(innerWidth, box.right + left)];
    const [y0, y1] = [Math.max(0, box.top + top), Math.min(innerHeight, box.bottom + top)];
    if (x1 <= x0 || y1 <= y0) continue;
    for (const [fx, fy] of SPOTS) points.push([x0 + fx * (x1 - x0), y0 + fy * (y1 - y0)]);
  }
  return points;
}

function pressPoint(element) {
  let covered = "";
  for (const block of ["", "center", "end", "start"]) {
    if (block) element.scrollIntoView({ block, inline: "center", behavior: "instant" });
    const points = pointsOf(element);
    for (const [x, y] of points) {
      const other = instead(hitAt(x, y), element);
      if (!other) return { x, y, covered: "" };
      covered = covered || other;
    }
    if (!points.length) covered = covered || "the edge of the window";
  }
  return { x: 0, y: 0, covered };
}

// Where the content of the frame at a path lies; null when it is gone. `scroll` brings it into view first.
function frameOrigin(path, scroll) {
  const holder = find(path);
  if (!holder || holder.foreign) return null;
  if (scroll) holder.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const [left, top] = viewOrigin(holder);
  const [x, y] = contentOrigin(holder);
  return [left + x, top + y];
}

// What lies over the element at a path at a point of the top window; "" for nothing.
function coverAt(path, x, y) {
  const element = find(path);
  return element && !element.foreign ? instead(hitAt(x, y), element) : "nothing";
}

const PRESSES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
let armed = null;

const LONGEST_ARMED_MS = 30000;

// From now on a press on anything but this element is stopped, until `pressed` is asked. An element that the page has
// put in its place meanwhile, and that fits all the same, is taken for it.
function arm(element, wanted) {
  pressed();
  armed = { element, wanted, seen: "", views: [window], since: performance.now() };
  const own = viewOf(ownerDocument(element));
  if (own !== window) armed.views.push(own);
  for (const view of armed.views) for (const type of PRESSES) view.addEventListener(type, onPress, true);
}

// The press has gone to something else, although the element lies there by now: one that the pointer made smaller for a
// moment, its picture for this not being there yet. Of closed shadow roots an event names only the host.
function strays(event, element) {
  const target = event.composedPath()[0];
  for (let root = rootNode(element); nodeType(root) === 11; root = rootNode(root.host)) if (root.host === target) return false;
  return instead(target, element) !== "";
}

function onPress(event) {
  if (!armed || !event.isTrusted || performance.now() - armed.since > LONGEST_ARMED_MS) return;
  if (!armed.seen) {
    if (!armed.element.isConnected) {
      const [way, again] = seek(armed.wanted);
      if (again && way !== "place" && way !== "foreign") armed.element = again;
    }
    const [left, top] = event.view === window ? [0, 0] : viewOrigin(armed.element);
    const other = instead(hitAt(event.clientX + left, event.clientY + top), armed.element);
    armed.seen = other || strays(event, armed.element) ? "missed" : "hit";
  }
  if (armed.seen === "missed") {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

// How the press went: "hit", "missed" (and stopped), "" when none was seen; and where the page was kept from going.
function pressed() {
  const outcome = armed ? armed.seen : "";
  for (const view of armed ? armed.views : []) for (const type of PRESSES) view.removeEventListener(type, onPress, true);
  armed = null;
  return { outcome, kept: kept.splice(0) };
}

const kept = [];
let staying = false;
function stayOnTheWeb() {
  if (staying || typeof navigation === "undefined") return;
  staying = true;
  navigation.addEventListener("navigate", (event) => {
    const url = event.destination.url;
    if (/^(https?|about):/.test(url) || !event.cancelable || event.downloadRequest !== null) return;
    event.preventDefault();
    kept.push(cut(url, 200));
  });
}

// Choose an option by label, else by value; false when there is none that can be chosen.
// Where several options can be chosen, they are named with " | " between them, and take the place of those before.
function choose(wanted) {
  if (!located || localName(located) !== "select" || matches(located, ":disabled")) return false;
  const options = Array.from(located.options).filter((each) => !matches(each, ":disabled"));
  const called = (name) => options.find((each) => cut(fold(each.label), 200) === name) || options.find((each) => each.value === name);
  const whole = called(wanted);
  const chosen = whole || !located.multiple ? [whole] : wanted.split("|").map((name) => called(fold(name)));
  if (chosen.includes(undefined)) return false;
  for (const each of located.options) if (each.selected && !chosen.includes(each)) each.selected = false;
  for (const each of chosen) each.selected = true;
  announce(located);
  return true;
}

function announce(element) {
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}

const SET_BY_VALUE = /^(number|date|time|month|week|datetime-local|range|color)$/;
const NOT_TEXT = /^(button|submit|reset|image|file|checkbox|radio|hidden)$/;

function takesText(element) {
  const tag = localName(element);
  if (tag === "input") return !NOT_TEXT.test(element.type) && !element.readOnly && !matches(element, ":disabled");
  return tag === "textarea" ? !element.readOnly && !matches(element, ":disabled") : element.isContentEditable === true;
}

// The element that has the keyboard, through shadow roots and frames.
function focused() {
  let active = document.activeElement;
  for (;;) {
    const inner = active && (documentIn(active) || shadowOf(active));
    if (!inner || !inner.activeElement) return active;
    active = inner.activeElement;
  }
}

// Give the keyboard to the field and select what is in it. "keys": type now; "set": the field took the text as its
// value; "": it takes none. `lines`: it keeps line breaks.
function focusField(text) {
  const inner = takesText(located) ? located : nodes(located).find((element) => isShown(element) && takesText(element));
  if (!inner) return { way: "" };
  inner.focus();
  const field = focused();
  if (!field || !takesText(field)) return { way: "" };
  if (SET_BY_VALUE.test(field.type || "")) {
    field.value = text;
    announce(field);
    return { way: field.value ? "set" : "" };
  }
  if (typeof field.select === "function") field.select();
  else ownerDocument(field).getSelection().selectAllChildren(field);
  return { way: "keys", lines: localName(field) !== "input" };
}
