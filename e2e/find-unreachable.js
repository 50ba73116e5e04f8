/** Runs in the page: finds focusable elements that are clipped, too small, covered, or without a focus outline. */
globalThis.findUnreachable = (target) => {
  const focusable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const layer = document.querySelector('[role="dialog"]') ?? document.body;
  const problems = [];
  const name = (element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.outerHTML.slice(0, 80)}`;
  const hidden = (element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('[inert], [aria-hidden="true"]') !== null;
  /** The size of the part of an element that neither its ancestors nor the viewport's sides clip. */
  const visiblePart = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left: Math.max(left, 0), right: Math.min(right, innerWidth), top, bottom };
    for (
      let ancestor = element.parentElement;
      ancestor !== null && ancestor !== document.body;
      ancestor = ancestor.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(ancestor);
      const clip = ancestor.getBoundingClientRect();
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, clip.left);
        box.right = Math.min(box.right, clip.right);
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, clip.top);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
    }
    return {
      width: box.right - box.left,
      height: box.bottom - box.top,
      clipped: right - left - (box.right - box.left),
    };
  };
  for (const element of layer.querySelectorAll(focusable)) {
    // the skip link is visible only after a transition
    if (hidden(element) || element.disabled || element.getAttribute('href') === '#main') continue;
    element.focus();
    // the scrolling of `focus` may be smooth and still running, so scroll instantly as well
    element.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    const label = element.closest('label') ?? element.labels?.[0] ?? null;
    const box = element.getBoundingClientRect();
    // a visually hidden control is represented by its label
    const visual = box.width <= 1 || box.height <= 1 ? label : element;
    const { width, height, clipped } = visiblePart(visual ?? element);
    const isInline =
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent ?? '').length;
    const labelSize =
      label === null
        ? 0
        : Math.min(label.getBoundingClientRect().width, label.getBoundingClientRect().height);
    if (clipped > 1) problems.push(`cut off: ${name(element)}`);
    const isSmall = Math.round(Math.min(width, height)) < target && labelSize < target;
    if (!isInline && isSmall) {
      problems.push(`${Math.round(width)} × ${Math.round(height)} px: ${name(element)}`);
    }
    if (document.activeElement !== element) continue;
    const outlined = (one) =>
      one !== null &&
      getComputedStyle(one).outlineStyle !== 'none' &&
      Number.parseFloat(getComputedStyle(one).outlineWidth) > 0;
    if (!outlined(element) && !outlined(label)) problems.push(`focus unseen: ${name(element)}`);
    const at = (visual ?? element).getBoundingClientRect();
    // a panel of tabs can be higher than the screen
    const top = Math.max(at.top, 0);
    const seen = Math.min(at.bottom, innerHeight) - top;
    const points = [0.5, 0.1, 0.9].map((part) =>
      document.elementFromPoint(at.left + at.width / 2, top + seen * part),
    );
    // the skip link remains visible for a moment after losing the focus
    const isOwn = (one) =>
      one !== null &&
      ((visual ?? element).contains(one) ||
        one.contains(visual ?? element) ||
        one.closest('a[href="#main"]') !== null);
    if (!points.some(isOwn)) problems.push(`covered while it has the focus: ${name(element)}`);
  }
  document.activeElement?.blur();
  window.scrollTo(0, 0);
  return problems;
};
