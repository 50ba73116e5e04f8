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

// Keeps the browser's offer to install the app for the profile, which shows it; nobody is asked on arrival.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installOffer = event;
});
