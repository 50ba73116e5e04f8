// Before anything is painted; a file of its own, because the content security policy allows no inline script.

// The visitor's choice of colour scheme, and whether this is a visitor at all: what the server draws is a visitor's
// page, which members do not see.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (localStorage.getItem('token') !== null) dataset.member = '';
  } catch {
    // storage is blocked: the system's scheme applies
  }
})();

// A page that the server has drawn is painted first, and comes to life then: file by file, what the app is made of
// before the app itself, so that a slow device can scroll and draw in between.
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.querySelector('link[data-entry]');
  if (entry === null) return;
  const comeToLife = async () => {
    for (const { href } of document.querySelectorAll(
      'link[rel="modulepreload"]:not([data-entry])',
    )) {
      // a file that does not come is asked for again by the app, which knows what to do without it
      await import(href).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await import(entry.href);
  };
  if (document.hidden) comeToLife();
  else requestAnimationFrame(() => setTimeout(comeToLife));
});

// Until then it keeps the last press of a button, for the app to do it again: see src/main.tsx.
document.addEventListener(
  'click',
  (event) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const pressed = elsewhere
      ? null
      : event.target.closest(
          '[data-served] :is(button[type="button"], input[type="checkbox"], input[type="radio"], [data-in-place])',
        );
    if (pressed === null || pressed === window.pressedEarly) return;
    event.preventDefault();
    window.pressedEarly = pressed;
  },
  true,
);
