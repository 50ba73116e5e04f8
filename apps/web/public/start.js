// Runs before the first paint; a file of its own, because the content security policy allows no inline script.

// Sets the colour scheme, and whether somebody is signed in: the server renders a visitor's page, which app.css hides
// from members.
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

// A server-rendered page is painted first and hydrated after that. The modules are evaluated one task at a time, before
// the entry, so that a slow device can scroll and paint in between.
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.querySelector('link[data-entry]');
  if (entry === null) return;
  const loadApp = async () => {
    for (const { href } of document.querySelectorAll(
      'link[rel="modulepreload"]:not([data-entry])',
    )) {
      // the app imports a failed module again and handles its absence
      await import(href).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await import(entry.href);
  };
  if (document.hidden) loadApp();
  else requestAnimationFrame(() => setTimeout(loadApp));
});

// Until hydration the last click on a control is kept, and replayed by src/main.tsx.
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
