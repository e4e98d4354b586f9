// Finding an element again: by path, else by role and name, id, test id, text, target; never one of several that fit
// alike. What is found stays in `located` until the next search, for `press.js` to operate on.
let located = null;

function factsOf(element) {
  const tag = localName(element);
  const role = roleOf(element);
  const name = role ? nameOf(element, role) : "";
  const text = cut(ownText(element, role), 80);
  return {
    x: pathOf(element), r: role, n: cut(name, 300), i: attr(element, "id") || "", d: testIdOf(element), t: text,
    h: hrefOf(element, tag), g: tag, k: typeOf(element, tag), l: "", b: [0, 0, 0, 0], s: statesOf(element, role),
    e: 0, f: formOf(element, tag), a: attributesOf(element, tag, name || text), o: tag === "select" ? optionsOf(element) : [],
    v: valueOf(element, tag), c: "",
  };
}

function testIdOf(element) {
  return attr(element, "data-testid") || attr(element, "data-test") || attr(element, "data-cy") || "";
}

const nameFor = (element, role) => cut(nameOf(element, role), 300);
const textFor = (element) => cut(ownText(element, roleOf(element)), 80);

function fits(element, wanted) {
  const role = roleOf(element);
  if (wanted.role && role !== wanted.role) return false;
  if (wanted.name) return nameFor(element, role) === wanted.name;
  return !wanted.text || textFor(element) === wanted.text;
}

// Counts come and go in labels: "Cart (3)". They are no part of a label that leads elsewhere with another number: "Page 3".
function fitsButCount(element, wanted) {
  const role = roleOf(element);
  if (wanted.role && role !== wanted.role) return false;
  if (wanted.href && hrefOf(element, localName(element)) !== wanted.href) return false;
  const uncounted = (words) => words.replace(/\d+/g, "#");
  const [seen, label] = wanted.name ? [nameFor(element, role), wanted.name] : [textFor(element), wanted.text];
  return /\p{L}/u.test(label) && uncounted(seen) === uncounted(label);
}

const indexFree = (path) => path.replace(/\[\d+\]/g, "");

// The one element that fits, else the one of them with the same target, else the one that stands where the path says,
// indices apart; null when that is not one.
function onlyOne(found, wanted) {
  if (found.length < 2) return found[0] || null;
  const tests = [
    (element) => wanted.href && hrefOf(element, localName(element)) === wanted.href,
    (element) => indexFree(pathOf(element)) === indexFree(wanted.xpath),
  ];
  for (const test of tests) {
    const alike = found.filter(test);
    if (alike.length === 1) return alike[0];
  }
  return null;
}

function waysTo(wanted) {
  const role = (element) => !wanted.role || roleOf(element) === wanted.role;
  const leads = wanted.href && !/^javascript:/.test(wanted.href) && !wanted.href.includes("#");
  return [
    ["role", wanted.role && wanted.name, (element) => role(element) && nameFor(element, wanted.role) === wanted.name],
    ["id", wanted.element_id, (element) => attr(element, "id") === wanted.element_id],
    ["test id", wanted.test_id, (element) => testIdOf(element) === wanted.test_id],
    ["text", wanted.text, (element) => role(element) && textFor(element) === wanted.text],
    ["href", leads, (element) => role(element) && hrefOf(element, localName(element)) === wanted.href],
  ];
}

// Way and element; ["", null] when nothing fits, ["ambiguous", null] when several do.
function search(wanted) {
  const shown = nodes().filter((element) => isShown(element));
  let verdict = "";
  for (const [way, asked, test] of waysTo(wanted)) {
    if (!asked) continue;
    const found = innermost(shown.filter(test));
    const element = onlyOne(found, wanted);
    if (element) return [way, element];
    if (found.length) verdict = "ambiguous";
  }
  return [verdict, null];
}

// Text and listeners of an element are also those of what is around it.
function innermost(found) {
  const outer = new Set();
  for (const element of found) for (let up = parentOf(element); up; up = parentOf(up)) outer.add(up);
  return found.filter((element) => !outer.has(element));
}

// At its path; else, unless several elements fit, whatever of its role stands there now.
function seek(wanted) {
  const at = find(wanted.xpath);
  if (at && at.foreign) return ["foreign", at.foreign];
  const there = at && isShown(at) ? at : null;
  if (there && (fits(there, wanted) || fitsButCount(there, wanted))) return ["xpath", there];
  const [way, element] = search(wanted);
  if (element || way === "ambiguous") return [way, element];
  return there && (!wanted.role || roleOf(there) === wanted.role) ? ["place", there] : ["", null];
}

// Way to an element, its facts, and where it can be pressed; `press`: from now on only this element takes a press,
// `stay`: the page may not go to what is no web address.
function locate(wanted, press, stay) {
  const [way, element] = seek(wanted);
  located = null;
  if (!element || way === "foreign") return { way };
  located = element;
  const point = pressPoint(element);
  if (press && !point.covered) arm(element, wanted);
  if (stay) stayOnTheWeb();
  return { way, facts: factsOf(element), ...point };
}
