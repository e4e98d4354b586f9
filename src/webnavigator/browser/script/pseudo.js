// Text that style sheets add before and after elements. Asking for the style of two pseudo-elements of every element is
// dear, so on large pages the rules are read once and only elements that they match are asked.
const FEW_LOOKUPS = 600;

// What is remembered during one look, while no script of the page runs, and forgotten after it.
const look = {
  running: false,
  lookups: 0,
  contents: new Map(), // element -> text, see name.js
  sheets: new Map(), // document -> selector of what may have text added; null where it cannot be known
  begin() {
    this.running = true;
    this.lookups = 0;
  },
  end() {
    this.running = false;
    this.contents.clear();
    this.sheets.clear();
  },
};

const hasContent = (content) => content !== "none" && content !== "normal" && content !== '""' && content !== "";

// What a ::before or ::after adds to a name: the alternative after the slash where the style gives one
// (`content: "\f090" / "Log in"`), else its strings.
function pseudoText(content) {
  if (!hasContent(content)) return "";
  const alternative = /\/\s*((?:"(?:[^"\\]|\\.)*"\s*)+)$/.exec(content);
  const strings = (alternative ? alternative[1] : content).match(/"(?:[^"\\]|\\.)*"/g) || [];
  const text = strings.map((string) => string.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
  return alternative ? ` ${text} ` : text;
}

// Text before ("::before") or after an element.
function addedText(element, pseudo) {
  if (look.running && ++look.lookups > FEW_LOOKUPS && !mayHaveAdded(element)) return "";
  return pseudoText(styleOf(element, pseudo).content);
}

function mayHaveAdded(element) {
  const doc = ownerDocument(element);
  if (rootNode(element) !== doc) return true;
  if (!look.sheets.has(doc)) look.sheets.set(doc, readSheets(doc));
  const selector = look.sheets.get(doc);
  return selector === null || (selector !== "" && matches(element, selector));
}

function readSheets(doc) {
  const selectors = [];
  try {
    for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) addSelectors(sheet.cssRules, selectors);
    const selector = selectors.join(",");
    if (selector) matches(documentElement(doc), selector);
    return selector;
  } catch {
    return null; // a sheet of another origin, or nested rules: every element is asked
  }
}

function addSelectors(rules, selectors) {
  for (const rule of rules) {
    if (rule.styleSheet) addSelectors(rule.styleSheet.cssRules, selectors);
    if (rule.cssRules && rule.cssRules.length) addSelectors(rule.cssRules, selectors);
    const text = rule.selectorText;
    if (!text || !/:(before|after)/.test(text)) continue;
    const content = rule.style.content;
    if (/attr|counter|var|\//.test(content) || readable(pseudoText(content))) {
      selectors.push(...text.split(",").map((part) => part.replace(/::?(before|after)/g, "").trim() || "*"));
    }
  }
}
