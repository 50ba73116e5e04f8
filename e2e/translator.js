/**
 * Runs in the page: what browsers' translators do to it. A "translation" is the same text in another element, so that a
 * translated page must read like an untranslated one.
 */
const SKIPPED =
  'script, style, noscript, textarea, font, [contenteditable], [translate="no"], .notranslate';

/** Milliseconds until a translation arrives. */
const ANSWER_MS = 50;

const waiting = new Set();

function textsIn(root) {
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = root; text !== null; text = walker.nextNode()) {
    const isText = text.nodeType === Node.TEXT_NODE && text.data.trim() !== '';
    if (isText && text.parentElement !== null && text.parentElement.closest(SKIPPED) === null)
      texts.push(text);
  }
  return texts;
}

function replace(text, words) {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = words;
  outer.append(inner);
  text.replaceWith(outer);
}

/** Translates what is on the page now. */
globalThis.translateOnce = () => {
  for (const text of textsIn(document.body)) replace(text, text.data);
};

/** Moves each text into an element, as some extensions do. */
globalThis.wrapOnce = () => {
  for (const text of textsIn(document.body)) {
    const font = document.createElement('font');
    text.before(font);
    font.append(text);
  }
};

/** Translates what is on the page and all that is added; each translation arrives a little later. */
globalThis.keepTranslated = () => {
  const translateLater = (root) => {
    for (const text of textsIn(root)) {
      if (waiting.has(text)) continue;
      waiting.add(text);
      const words = text.data;
      setTimeout(() => {
        waiting.delete(text);
        if (text.isConnected) replace(text, words);
      }, ANSWER_MS);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateLater(node);
  }).observe(document.body, { childList: true, subtree: true });
  translateLater(document.body);
};
