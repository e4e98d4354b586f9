// What shows more without being a control by its role: menus that open under the pointer, parts of a page folded away.
const pointed = new WeakSet(); // elements on which a script of the page waits for the pointer; filled by `listen`

// Whether pointing at it may show more: it says so, a script waits for the pointer, or what stands beside it is hidden.
const MOST_BESIDE = 8;
const LISTS = /^(nav|ul|ol)$/; // a script may wait there for the pointer on any item
const MENU_ENDS = /^(nav|ul|ol|table|tr|body|main|header|footer|form)$/;
function opensUnderPointer(element, states) {
  if (states.includes("haspopup") || states.includes("collapsed")) return true;
  for (let node = element, up = 0; up < 3; node = parentOf(node), up++) {
    if (!node || nodeType(node) !== ELEMENT) return false;
    if (MENU_ENDS.test(localName(node))) return LISTS.test(localName(node)) && pointed.has(node);
    if (pointed.has(node) || (up && hidesMenu(node, element))) return true;
  }
  return false;
}

// Not what is an item itself: the mark on a heading that shows under the pointer is no menu.
const holdsItems = (element) => !!select(element, "a[href],button,[role=menuitem],[role=link]");
function hidesMenu(holder, opener) {
  const beside = childrenOf(holder);
  if (beside.length < 2 || beside.length > MOST_BESIDE) return false;
  return Array.from(beside).some((child) => !child.contains(opener) && !isVisible(child) && holdsItems(child));
}

function isVisible(element) {
  if (!isShown(element, { opacityProperty: true, visibilityProperty: true })) return false;
  return rectOf(element).height > 1 || styleOf(element).overflowY === "visible";
}

// A word in a list that is no control, over a hidden menu: it opens while the pointer is on it.
function isMenuWord(item) {
  const parts = childrenOf(item);
  if (!parts.length || parts.length > MOST_BESIDE || !select(item, TO_OPERATE)) return false;
  const [hidden, shown] = [[], []];
  for (const part of parts) (isVisible(part) ? shown : hidden).push(part);
  return hidden.some(holdsControl) && !shown.some(holdsControl);
}
const holdsControl = (element) => matches(element, TO_OPERATE) || !!select(element, TO_OPERATE);

// A link to a part of its page that is not shown: a tab, an answer folded away, and no mere place to scroll to.
function leadsToHidden(link) {
  const href = attr(link, "href") || "";
  if (href.length < 2 || href[0] !== "#") return false;
  const name = href.slice(1);
  const part = byId(ownerDocument(link), name) || (name.includes("%") && byId(ownerDocument(link), decoded(name)));
  return !!part && !isShown(part);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
