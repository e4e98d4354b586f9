// Accessible names as Chromium computes them. The common cases (content, labels, alt, title) are computed here in one
// pass; what refers to other elements goes to dom-accessibility-api (vendor/), which follows the specification's text.
const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio " +
    "rowheader switch tab term tooltip treeitem"
  ).split(" "),
);
const NEVER_NAMED = new Set(
  (
    "paragraph list listitem strong emphasis code caption deletion insertion subscript superscript mark time " +
    "definition row rowgroup label legend sectionheader sectionfooter figcaption abbr"
  ).split(" "),
);
const EMBEDDED = new Set("img svg input select textarea object embed video audio canvas iframe math meter progress".split(" "));
const FIELDS = new Set(["input", "select", "textarea"]);
const BY_TITLE = /^(nav|main|aside|header|footer|form|section|article|dialog|div|span|ul|ol|iframe|p|details|figure|hgroup|address)$/;
const MAX_NAME_NODES = 400;

// Accessible name of an element with the role given, whitespace folded; "" when it has none.
function nameOf(element, role) {
  const label = hasAttr(element, "aria-label") && !hasAttr(element, "aria-labelledby") && attr(element, "aria-label").trim();
  if (label) return readable(label);
  if (NEVER_NAMED.has(role) && !hasAttr(element, "aria-labelledby")) return "";
  try {
    return readable(quickName(element, role) ?? accname.computeAccessibleName(element, NAME_OPTIONS));
  } catch {
    return readable(attr(element, "title") || "");
  }
}

// The name without references to other elements; null when there are such.
function quickName(element, role) {
  if (hasAttr(element, "aria-labelledby")) return null;
  const tag = localName(element);
  const title = attr(element, "title") || "";
  if (FIELDS.has(tag)) return fieldName(element, tag, title);
  if (tag === "img") return attr(element, "alt") ?? title;
  if (tag === "svg") return svgName(element) || title;
  if (tag === "button" && element.labels && element.labels.length) return null;
  if (tag === "summary" || NAMED_BY_CONTENT.has(role)) {
    const text = contentName(element, null);
    return text === null ? null : text.trim() || title;
  }
  return BY_TITLE.test(tag) ? title : null;
}

function svgName(element) {
  const title = select(element, "title");
  return title && parentOf(title) === element ? textContent(title) : "";
}

const VALUE_NAMES = { submit: "Submit", reset: "Reset", file: "Choose File", button: "" };

function fieldName(element, tag, title) {
  const labels = element.labels;
  const type = tag === "input" ? element.type : tag;
  if (type in VALUE_NAMES && type !== "file" && hasAttr(element, "value")) return attr(element, "value") || title;
  if (type === "image" && attr(element, "alt")) return attr(element, "alt");
  if (labels && labels.length) {
    const words = Array.from(labels, (label) => contentName(label, element));
    if (words.includes(null)) return null;
    const name = words.join(" ").trim();
    if (name) return name;
  }
  if (title) return title;
  const own = type === "file" && element.multiple ? "Choose Files" : VALUE_NAMES[type];
  return attr(element, "placeholder") || attr(element, "aria-placeholder") || own || "";
}

// Text of what an element holds, as it is laid out; `without` is left out (the field inside its own label).
// null when a descendant takes its name from elsewhere. Iterative: content nests as deep as it likes.
function contentName(element, without) {
  if (without || !look.running) return readContent(element, without);
  let text = look.contents.get(element);
  if (text === undefined) {
    text = readContent(element, null);
    look.contents.set(element, text);
  }
  return text;
}

function readContent(element, without) {
  let text = "";
  let budget = MAX_NAME_NODES;
  const stack = [element];
  while (stack.length && budget-- > 0) {
    const node = stack.pop();
    if (typeof node === "string") text += node;
    else if (Array.isArray(node)) text += text.length === node[0] ? node[1] : "";
    else if (nodeType(node) === TEXT) text += nodeValue(node);
    else if (node !== without) {
      const own = node === element ? undefined : ownName(node);
      if (own === null) return null;
      if (own === undefined) text += enter(node, stack, text.length, node !== element);
      else text += own;
    }
  }
  return text;
}

// What a descendant adds by itself: text, "" for nothing, undefined: its content, null: what others say of it.
function ownName(node) {
  if (attr(node, "aria-hidden") === "true") return "";
  const tag = localName(node);
  if (SKIPPED.has(tag)) return "";
  if (tag === "br" || isSubtree(node)) return " ";
  if (hasAttr(node, "aria-labelledby")) return null;
  const label = attr(node, "aria-label");
  if (label && label.trim()) return ` ${label} `;
  if (!EMBEDDED.has(tag)) return undefined;
  return isShown(node, SHOWN) ? ` ${nameOf(node, roleOf(node))} ` : "";
}

// The children of a tree's item are not part of its name.
const isSubtree = (node) => attr(node, "role") === "group" && attr(parentOf(node), "role") === "treeitem";
const SHOWN = { visibilityProperty: true, checkVisibilityCSS: true };

// Put a descendant's content on the stack, and give the text before it.
function enter(node, stack, length, inner) {
  const style = styleOf(node);
  if (style.display === "none") return "";
  if (style.visibility !== "visible") return visibleBelow(node, stack);
  const gap = style.display === "inline" || style.display === "contents" ? "" : " ";
  const before = gap + addedText(node, "::before");
  const after = addedText(node, "::after") + gap;
  const title = inner && attr(node, "title");
  if (title) stack.push([length + before.length, title]);
  if (after) stack.push(after);
  const children = laidOutChildren(node);
  for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  return before;
}

// Under visibility: hidden only elements count that are visible again; their text nodes do not.
function visibleBelow(node, stack) {
  const children = laidOutChildren(node);
  for (let i = children.length - 1; i >= 0; i--) if (nodeType(children[i]) === ELEMENT) stack.push(children[i]);
  return "";
}

function styleForNames(element, pseudo) {
  const style = styleOf(element, pseudo);
  if (!pseudo) return style;
  return { getPropertyValue: (name) => (name === "content" ? `"${readable(pseudoText(style.content))}"` : style.getPropertyValue(name)) };
}

const NAME_OPTIONS = { getComputedStyle: styleForNames, computedStyleSupportsPseudoElements: true };
