// Runs before the first paint; a file of its own, because the content security policy allows no inline script.

// Sets the colour scheme, and marks the page of a member: the server renders every page for a visitor, and app.css
// hides it from members.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (localStorage.getItem('token') !== null) dataset.member = '';
  } catch {
    // storage is blocked: the system's colour scheme applies
  }
})();

// Hydrates a server-rendered page after its first paint. Each module is evaluated in a task of its own, before the
// entry, so that a slow device can scroll and paint in between.
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.querySelector('link[data-entry]');
  if (entry === null) return;
  const loadApp = async () => {
    for (const { href } of document.querySelectorAll(
      'link[rel="modulepreload"]:not([data-entry])',
    )) {
      // the app imports a failed module again and handles a second failure
      await import(href).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await import(entry.href);
  };
  if (document.hidden) loadApp();
  else requestAnimationFrame(() => setTimeout(loadApp));
});

// Keeps the last click on a control before hydration; src/main.tsx replays it.
document.addEventListener(
  'click',
  (event) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const clicked = opensElsewhere
      ? null
      : event.target.closest(
          '[data-served] :is(button[type="button"], input[type="checkbox"], input[type="radio"], [data-in-place])',
        );
    if (clicked === null || clicked === window.clickedBeforeHydration) return;
    event.preventDefault();
    window.clickedBeforeHydration = clicked;
  },
  true,
);
