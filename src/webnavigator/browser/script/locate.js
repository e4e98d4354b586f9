// Finding an element again: by path, else by role and name, id, test id, text; never one of several that fit alike.
const labelOf = (element, role) => nameOf(element, role) || cut(textOf(element), 80);

function factsOf(element) {
  const tag = localName(element);
  const role = roleOf(element);
  const name = role ? nameOf(element, role) : "";
  const text = cut(textOf(element), 80);
  return {
    x: pathOf(element), r: role, n: cut(name, 300), i: attr(element, "id") || "",
    d: attr(element, "data-testid") || attr(element, "data-test") || attr(element, "data-cy") || "", t: text,
    h: hrefOf(element, tag), g: tag, k: typeOf(element, tag), l: "", b: [0, 0, 0, 0], s: statesOf(element, role),
    e: 0, f: formOf(element, tag), a: attributesOf(element, name || text), o: tag === "select" ? optionsOf(element) : [],
    v: valueOf(element, tag), c: "",
  };
}

// Digits come and go in labels: "Cart (3)".
const sameWords = (a, b) => a.replace(/\d+/g, "#") === b.replace(/\d+/g, "#");

function fits(element, wanted) {
  const role = roleOf(element);
  if (wanted.role && role !== wanted.role) return false;
  if (wanted.name) return sameWords(cut(nameOf(element, role), 300), wanted.name);
  return !wanted.text || sameWords(cut(textOf(element), 80), wanted.text);
}

const indexFree = (path) => path.replace(/\[\d+\]/g, "");

// The one element among several that also stands where the path says, indices apart; null when that is not one.
function onlyOne(found, wanted) {
  if (found.length < 2) return found[0] || null;
  const alike = found.filter((element) => indexFree(pathOf(element)) === indexFree(wanted.xpath));
  return alike.length === 1 ? alike[0] : null;
}

function search(wanted) {
  const shown = nodes().filter((element) => isShown(element));
  const ways = [
    ["role", wanted.role && wanted.name, (element) =>
      roleOf(element) === wanted.role && nameOf(element, wanted.role) === wanted.name],
    ["id", wanted.element_id, (element) => attr(element, "id") === wanted.element_id],
    ["test id", wanted.test_id, (element) =>
      ["data-testid", "data-test", "data-cy"].some((name) => attr(element, name) === wanted.test_id)],
    ["text", wanted.text, (element) =>
      (!wanted.role || roleOf(element) === wanted.role) && cut(textOf(element), 80) === wanted.text],
  ];
  for (const [way, asked, test] of ways) {
    const element = asked ? onlyOne(innermost(shown.filter(test)), wanted) : null;
    if (element) return [way, element];
  }
  return ["", null];
}

// Text and listeners of an element are also those of what is around it.
function innermost(found) {
  const outer = new Set();
  for (const element of found) for (let up = parentOf(element); up; up = parentOf(up)) outer.add(up);
  return found.filter((element) => !outer.has(element));
}

// What is hit at the middle of an element, through frames and shadow roots; null when that is the element itself.
function coveredBy(element, x, y) {
  let root = document;
  let [left, top] = [0, 0];
  for (;;) {
    const hit = root.elementFromPoint(x - left, y - top);
    if (!hit) return null;
    if (hit === element || element.contains(hit) || hit.contains(element) && !documentIn(hit)) return null;
    const inner = shadowOf(hit) || documentIn(hit);
    if (!inner || inner === root) {
      const label = closest(hit, "label");
      return label && label.control === element ? null : hit;
    }
    if (documentIn(hit)) {
      const box = rectOf(hit);
      left += box.x + hit.clientLeft;
      top += box.y + hit.clientTop;
    }
    root = inner;
  }
}

// Where to press: the middle of the first box of an element, scrolled into view.
function pressPoint(element) {
  let box = topRect(element);
  const outside = box.x < 0 || box.y < 0 || box.x + box.width > innerWidth || box.y + box.height > innerHeight;
  const framed = ownerDocument(element) !== document;
  if (outside || framed) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    box = topRect(element);
  }
  const lines = element.getClientRects();
  if (lines.length > 1 && !framed) box = lines[0];
  return [box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2, box.width * box.height];
}

function locate(wanted) {
  const at = find(wanted.xpath);
  if (at && at.foreign) return { way: "foreign", holder: pathOf(at.foreign), rest: at.rest };
  let [way, element] = at && isShown(at) && fits(at, wanted) ? ["xpath", at] : search(wanted);
  if (!element && at && isShown(at) && (!wanted.role || roleOf(at) === wanted.role)) [way, element] = ["place", at];
  if (!element) return { way: "" };
  const [x, y, area] = pressPoint(element);
  const cover = area > 0 ? coveredBy(element, x, y) : null;
  return { way, facts: factsOf(element), x, y, area, covered: cover ? localName(cover) + (attr(cover, "id") ? "#" + attr(cover, "id") : "") : "" };
}

function choose(wanted, option) {
  const element = find(wanted.xpath);
  const chosen = Array.from(element.options).find((o) => fold(o.label) === option || o.value === option);
  if (!chosen) return false;
  element.value = chosen.value;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  return true;
}

function focusField(wanted) {
  const element = find(wanted.xpath);
  element.focus();
  if (typeof element.select === "function") element.select();
  return true;
}
