// Not a module: it runs before the first paint, so that no page flashes in the wrong theme.
(() => {
  const THEMES = ['auto', 'light', 'dark'];
  const root = document.documentElement;

  function remembered() {
    try {
      return localStorage.getItem('corral-theme');
    } catch {
      return null; // a browser that keeps nothing shows its own theme
    }
  }

  function show(theme) {
    root.dataset.theme = theme;
    const button = document.getElementById('theme');
    if (button) {
      button.querySelector('span').textContent = theme[0].toUpperCase() + theme.slice(1);
      button.setAttribute('aria-label', `Theme: ${theme}. Change it`);
    }
    dispatchEvent(new Event('theme'));
  }

  const first = remembered();
  root.dataset.theme = THEMES.includes(first) ? first : 'auto';
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => dispatchEvent(new Event('theme')));

  addEventListener('DOMContentLoaded', () => {
    show(root.dataset.theme);
    document.getElementById('theme').addEventListener('click', () => {
      const next = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
      try {
        localStorage.setItem('corral-theme', next);
      } catch {
        // shown all the same
      }
      show(next);
    });
  });
})();
