/** Runs in the page: names what can be used there and is cut off, too small, covered, or shows no focus. */
globalThis.findUnreachable = (target) => {
  const usable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const layer = document.querySelector('dialog[open]') ?? document.body;
  const problems = [];
  const name = (element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.outerHTML.slice(0, 80)}`;
  const hidden = (element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('[inert], [aria-hidden="true"]') !== null;
  /** What of an element its clipping ancestors leave, down to the screen's two sides. */
  const shown = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left: Math.max(left, 0), right: Math.min(right, innerWidth), top, bottom };
    for (
      let up = element.parentElement;
      up !== null && up !== document.body;
      up = up.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
    }
    return {
      width: box.right - box.left,
      height: box.bottom - box.top,
      lost: right - left - (box.right - box.left),
    };
  };
  for (const element of layer.querySelectorAll(usable)) {
    // the skip link comes into view a moment after it has the focus
    if (hidden(element) || element.disabled || element.getAttribute('href') === '#main') continue;
    element.focus();
    // wherever it can be scrolled to; focus alone may do so smoothly, and is still on its way
    element.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    const label = element.closest('label') ?? element.labels?.[0] ?? null;
    const box = element.getBoundingClientRect();
    // what is there for screen readers only shows itself by its label, or when it has the focus
    const sits = box.width <= 1 || box.height <= 1 ? label : element;
    const { width, height, lost } = shown(sits ?? element);
    const inText =
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent ?? '').length;
    const byLabel =
      label === null
        ? 0
        : Math.min(label.getBoundingClientRect().width, label.getBoundingClientRect().height);
    if (lost > 1) problems.push(`cut off: ${name(element)}`);
    const small = Math.round(Math.min(width, height)) < target && byLabel < target;
    if (!inText && small) {
      problems.push(`${Math.round(width)} × ${Math.round(height)} px: ${name(element)}`);
    }
    if (document.activeElement !== element) continue;
    const outlined = (one) =>
      one !== null &&
      getComputedStyle(one).outlineStyle !== 'none' &&
      Number.parseFloat(getComputedStyle(one).outlineWidth) > 0;
    if (!outlined(element) && !outlined(label)) problems.push(`focus unseen: ${name(element)}`);
    const at = (sits ?? element).getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].map((part) =>
      document.elementFromPoint(at.left + at.width / 2, at.top + at.height * part),
    );
    // the skip link leaves a moment after it has lost the focus
    const own = (one) =>
      one !== null &&
      ((sits ?? element).contains(one) ||
        one.contains(sits ?? element) ||
        one.closest('a[href="#main"]') !== null);
    if (!points.some(own)) problems.push(`covered while it has the focus: ${name(element)}`);
  }
  document.activeElement?.blur();
  window.scrollTo(0, 0);
  return problems;
};
