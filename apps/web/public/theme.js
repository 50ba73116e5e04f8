// The visitor's choice of colour scheme, applied before anything is painted.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // storage is blocked: the system's scheme applies
  }
})();
