// Accessible names: dom-accessibility-api (vendor/), with a short way for what is only text.
const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio " +
    "rowheader switch tab tooltip treeitem"
  ).split(" "),
);
const NEVER_NAMED = new Set(
  (
    "paragraph list listitem strong emphasis code caption deletion insertion subscript superscript mark time term " +
    "definition row rowgroup label legend sectionheader sectionfooter figcaption abbr"
  ).split(" "),
);
const TRICKY = new Set(
  "img svg input select textarea button slot object embed video audio canvas iframe math picture".split(" "),
);
const AFFECTS_NAME = ["aria-label", "aria-labelledby", "aria-hidden", "aria-owns", "hidden", "role", "alt", "title"];

const hasContent = (content) => content !== "none" && content !== "normal" && content !== '""' && content !== "";

function isPlain(element) {
  if (TRICKY.has(localName(element)) || shadowOf(element)) return false;
  for (const name of AFFECTS_NAME) if (hasAttr(element, name)) return false;
  return true;
}

// Text of an element whose content is text and plain elements alone; null when it takes the whole algorithm.
function plainContent(element) {
  let text = "";
  const stack = [element];
  let budget = 60;
  while (stack.length) {
    const node = stack.pop();
    if (typeof node === "string") {
      text += node;
      continue;
    }
    if (nodeType(node) === TEXT) {
      text += nodeValue(node);
      continue;
    }
    if (--budget < 0 || (node !== element && !isPlain(node))) return null;
    const style = styleOf(node);
    if (style.display === "none") continue;
    if (style.visibility !== "visible") return null;
    const gap = style.display === "inline" ? "" : " ";
    text += gap + pseudoText(styleOf(node, "::before").content);
    const after = pseudoText(styleOf(node, "::after").content) + gap;
    if (after) stack.push(after);
    for (let child = lastChild(node); child; child = previousSibling(child)) {
      const type = nodeType(child);
      if (type === ELEMENT || type === TEXT) stack.push(child);
    }
  }
  return text;
}

const PLAIN_NAMES = new Set(["a", "button", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "option", "td", "th"]);

// Accessible name of an element with the role given, whitespace folded; "" when it has none.
function nameOf(element, role) {
  if (NEVER_NAMED.has(role) && !hasAttr(element, "aria-label") && !hasAttr(element, "aria-labelledby")) return "";
  try {
    return readable(quickName(element, role) ?? accname.computeAccessibleName(element, NAME_OPTIONS));
  } catch {
    return readable(attr(element, "aria-label") || attr(element, "title") || "");
  }
}

// What a ::before or ::after adds to a name: the alternative after the slash where the style gives one
// (`content: "\f090" / "Log in"`), else its strings.
function pseudoText(content) {
  if (!hasContent(content)) return "";
  const alternative = /\/\s*((?:"(?:[^"\\]|\\.)*"\s*)+)$/.exec(content);
  const strings = (alternative ? alternative[1] : content).match(/"(?:[^"\\]|\\.)*"/g) || [];
  return readable(strings.map((string) => string.slice(1, -1).replace(/\\(.)/g, "$1")).join(""));
}

function styleForNames(element, pseudo) {
  const style = styleOf(element, pseudo);
  if (!pseudo) return style;
  return { getPropertyValue: (name) => (name === "content" ? `"${pseudoText(style.content)}"` : style.getPropertyValue(name)) };
}

const NAME_OPTIONS = { getComputedStyle: styleForNames, computedStyleSupportsPseudoElements: true };

function quickName(element, role) {
  if (hasAttr(element, "aria-labelledby")) return null;
  const label = attr(element, "aria-label");
  if (label && label.trim()) return label;
  const tag = localName(element);
  if (tag === "summary") return contentOrLibrary(element);
  if (!NAMED_BY_CONTENT.has(role)) return quickOther(element, tag);
  if (!PLAIN_NAMES.has(tag) && tag !== "span" && tag !== "div" && tag !== "li") return null;
  if (tag === "button" && element.labels && element.labels.length) return null;
  const text = plainContent(element);
  return text && text.trim() ? text : null;
}

function contentOrLibrary(element) {
  return plainContent(element) ?? textContent(element);
}

function quickOther(element, tag) {
  const title = attr(element, "title");
  if (tag === "img") return attr(element, "alt") || title || "";
  if (/^(nav|main|aside|header|footer|form|section|article|dialog|div|ul|ol|iframe|p|details)$/.test(tag)) return title || "";
  return null;
}
