/**
 * Browsers' translators replace text nodes by <font> elements. React keeps its text nodes: it would go on updating nodes
 * that are no longer shown, and fail when it removes one or inserts before one (github.com/facebook/react/issues/11538).
 */

/** The <font> that is shown for each replaced text node. */
const translations = new WeakMap<Node, Element>();
/** The text node that each <font> replaces. */
const originals = new WeakMap<Node, Text>();
/** Text nodes that changed where they stand: a translation that was asked for before would show the old text. */
const changed = new WeakSet<Node>();

/**
 * Keeps a translated page working: a text that changes takes the place of its translation, and is then translated again;
 * React removes and inserts as if its text nodes were still there. Must be called before React renders.
 */
export function installTranslationGuard(): void {
  const observer = new MutationObserver(update);

  function update(records: readonly MutationRecord[]): void {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const record of records) {
      if (record.type === 'characterData') onChanged(record.target);
      for (const node of record.removedNodes) onRemoved(node, record, added);
      for (const node of record.addedNodes) onInserted(node);
    }
  }

  function onChanged(text: Node): void {
    if (text.isConnected) changed.add(text);
    else showOriginals(translations.get(text)?.parentNode);
  }

  function onRemoved(node: Node, record: MutationRecord, added: ReadonlySet<Node>): void {
    const text = node instanceof Text ? node : originals.get(node);
    if (text === undefined) return;
    // a translator replaces a node in one step, or inserts beside it first
    const { addedNodes, previousSibling, nextSibling } = record;
    const translation = [...addedNodes, previousSibling, nextSibling].find(
      (other) => other?.nodeName === 'FONT' && added.has(other) && !originals.has(other),
    );
    if (translation instanceof Element) {
      translations.set(text, translation);
      originals.set(translation, text);
      // also while it is in no document
      observer.observe(text, { characterData: true });
      if (changed.delete(text) && !text.isConnected) showOriginals(translation.parentNode);
    } else if (node !== text) {
      // the translator may show the original again by a node that React does not know
      const copy = [...addedNodes].find(
        (other) => other instanceof Text && other !== text && other.data === text.data,
      );
      copy?.parentNode?.replaceChild(text, copy);
    }
  }

  /** React moved a text node whose translation stands at the old place. */
  function onInserted(text: Node): void {
    const translation = translations.get(text);
    if (translation === undefined || translation.contains(text)) return;
    translations.delete(text);
    translation.remove();
  }

  /** Translators translate the text nodes of an element together: all are shown again. */
  function showOriginals(parent: ParentNode | null | undefined): void {
    for (const node of [...(parent?.childNodes ?? [])]) {
      const text = originals.get(node);
      if (text === undefined) continue;
      translations.delete(text);
      node.replaceWith(text);
    }
  }

  /** The child that is shown for a node; null if there is none. */
  function childOf(parent: Node, node: Node): Node | null {
    if (node.parentNode === parent) return node;
    update(observer.takeRecords());
    const translation = translations.get(node);
    return translation?.parentNode === parent ? translation : null;
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child): Child {
    const child = childOf(this, node);
    if (child !== null) removeChild.call(this, child);
    return node;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    insertBefore.call(this, node, before && childOf(this, before));
    return node;
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
