// Parts of a page that may be a wall asking for consent: what lies over the rest, dialogs, and what is named like one.
// Which of them is a wall is judged elsewhere (`webnavigator.model.consent`).
const OVER_POINTS = [...CURTAIN_POINTS, [0.5, 0.04], [0.5, 0.96], [0.1, 0.95], [0.9, 0.95], [0.5, 0.8]];
const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
const WALL_NAMES = ["cookie", "consent", "gdpr"]
  .flatMap((name) => [`[id*=${name} i]`, `[class*=${name} i]`]).join(",");
const PAGE_PARTS = "main,[role=main],article,nav,[role=navigation]";
const MOST_PARTS = 1500;
const MOST_BOXES = 40;
const MOST_BUTTONS = 40;
const LONGEST_BOX = 6000;

const isOverPage = (element) => /^(fixed|sticky)$/.test(styleOf(element).position) || matches(element, DIALOGS);
const isNamed = (element) => matches(element, WALL_NAMES);
const sizeOf = (element) => textContent(element).length;

// It can be seen in the window now, and is no page in itself.
function mayBeWall(element) {
  if (!isShown(element, { opacityProperty: true, visibilityProperty: true })) return false;
  const { left, top, right, bottom } = rectOf(element);
  if (right <= Math.max(left, 0) || bottom <= Math.max(top, 0) || left >= innerWidth || top >= innerHeight) return false;
  return !select(element, PAGE_PARTS) && selectAll(element, "*").length <= MOST_PARTS;
}

function boxesOver() {
  const found = new Set();
  for (const [x, y] of OVER_POINTS) {
    for (let node = hitAt(innerWidth * x, innerHeight * y); node; node = upFrom(node)) {
      if (nodeType(node) === ELEMENT && isOverPage(node)) found.add(node);
    }
  }
  const top = documentElement(document);
  if (top) for (const element of [...selectAll(top, DIALOGS), ...selectAll(top, WALL_NAMES)].slice(0, MOST_BOXES * 4)) found.add(element);
  for (const whole of [top, bodyOf(document)]) found.delete(whole);
  const boxes = [...found].filter(mayBeWall);
  return outermost(boxes.filter((box) => !holdsAnother(box, boxes))).slice(0, MOST_BOXES);
}

const upFrom = (node) => parentOf(node) || rootNode(node).host || null;

// What holds a wall besides other things is the frame of an application.
function holdsAnother(box, boxes) {
  const within = (inner) => inner !== box && box.contains(inner) && (isOverPage(inner) || !isNamed(box));
  return boxes.some((inner) => within(inner) && sizeOf(inner) < sizeOf(box) / 2);
}

function outermost(boxes) {
  const known = new Set(boxes);
  return boxes.filter((box) => {
    for (let up = upFrom(box); up; up = upFrom(up)) if (known.has(up)) return false;
    return true;
  });
}

const namesOf = (element) =>
  ["id", "class", "aria-label", "title", "name", "src"].map((name) => attr(element, name) || "").concat(localName(element)).join(" ");

const isForeign = (element) => /^(iframe|frame)$/.test(localName(element)) && !documentIn(element);

// Short text of a box; null when it says more than a wall would.
function saidIn(parts) {
  let text = "";
  for (const part of parts) {
    for (let node = firstChild(part); node; node = nextSibling(node)) {
      if (nodeType(node) === TEXT) text += `${nodeValue(node)} `;
    }
    if (text.length > LONGEST_BOX * 2) return null;
  }
  return cut(fold(text), LONGEST_BOX + 1);
}

function isPressable(element) {
  const tag = localName(element);
  if (tag === "input") return /^(button|submit)$/.test(element.type);
  return tag === "button" || tag === "a" || /^(button|link)$/.test(attr(element, "role") || "") ||
    hasAttr(element, "onclick") || (styleOf(element).cursor === "pointer" && !element.firstElementChild);
}

function buttonOf(element) {
  const role = roleOf(element);
  const tag = localName(element);
  const form = formOf(element, tag);
  const href = tag === "a" ? attr(element, "href") || "" : "";
  const submits = form && form.m !== "get" && form.m !== "dialog" && /^(submit|image)$/.test(element.type || "");
  return { x: pathOf(element), n: cut((role && nameOf(element, role)) || textOf(element), 120), r: role,
    h: /^#/.test(href) ? "" : href && element.href, p: Boolean(submits) };
}

// Everything else is behind it: a curtain is drawn over the page, and it stands in the middle.
function isInFront(box) {
  for (let node = hitAt(innerWidth / 2, innerHeight / 2); node; node = upFrom(node)) if (node === box) return true;
  return false;
}

// Something to write in or to choose from, as forms have.
function isFilledIn(element) {
  const tag = localName(element);
  if (tag === "input") return !/^(hidden|checkbox|radio|button|submit|image|reset)$/.test(element.type);
  return tag === "textarea" || tag === "select" || /^(textbox|combobox)$/.test(attr(element, "role") || "");
}

function walls() {
  const closed = curtain() !== null;
  return boxesOver().map((box) => {
    const parts = nodes(box).filter((element) => isShown(element));
    const frames = parts.filter(isForeign);
    const text = saidIn(parts.filter((element) => !SKIPPED.has(localName(element))));
    if (text === null || (!text && !frames.length)) return null;
    const buttons = frames.length && !text ? [] : parts.filter(isPressable).slice(0, MOST_BUTTONS).map(buttonOf);
    const named = [box, ...frames].map(namesOf).join(" ");
    return { x: pathOf(box), t: text, w: cut(named, 1000), f: frames.length > 0, c: closed && isInFront(box), i: parts.some(isFilledIn), b: buttons };
  }).filter((row) => row !== null);
}

// Take a wall out of the way, and what it has put over the page besides; true when it was there.
function takeAway(path) {
  const box = find(path);
  if (!box || box.foreign) return false;
  for (const dialog of [box, ...selectAll(box, "dialog")]) if (matches(dialog, "dialog:modal")) dialog.close();
  box.style.setProperty("display", "none", "important");
  for (const over of curtain() || []) {
    if (!readable(textContent(over)) && !select(over, TO_OPERATE)) over.style.setProperty("display", "none", "important");
  }
  for (const whole of [documentElement(document), bodyOf(document)]) {
    if (styleOf(whole).overflowY === "hidden") whole.style.setProperty("overflow", "auto", "important");
    if (styleOf(whole).pointerEvents === "none") whole.style.setProperty("pointer-events", "auto", "important");
  }
  for (const other of selectAll(bodyOf(document), ":scope > [inert]")) other.removeAttribute("inert");
  return true;
}
