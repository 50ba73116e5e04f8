/**
/**
 * Speeds up the three lookups that queries by role, name and label make for every element: jsdom searches its style
 * sheet or the whole document each time.
 */

/**
 * The style of an element, computed once per kind: the app's style sheets are not loaded, and queries read no inherited
 * property, so jsdom's own sheet and the element's attributes decide.
 */
const computeStyle = window.getComputedStyle.bind(window);
const styles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element) => {
  const attributes = ['hidden', 'open', 'type', 'style'].map((name) => element.getAttribute(name));
  const kind = JSON.stringify([element.localName, ...attributes]);
  const style = styles.get(kind) ?? computeStyle(element);
  styles.set(kind, style);
  return style;
};

/** The labels of a field; searches only the label elements. */
function labelsOf(this: HTMLInputElement): HTMLLabelElement[] {
  return [...this.ownerDocument.querySelectorAll('label')].filter((label) =>
    label.htmlFor === '' ? label.control === this : label.htmlFor === this.id,
  );
}
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
])
  Object.defineProperty(prototype, 'labels', { get: labelsOf });

/** An element by its id, from the table of ids. */
const select = Element.prototype.querySelector;
Element.prototype.querySelector = function querySelector(selector: string): Element | null {
  const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1];
  if (id === undefined) return select.call(this, selector);
  const found = this.ownerDocument.getElementById(id);
  return this !== found && this.contains(found) ? found : null;
};
