// Light or dark, as the reader last wished, and what a browser keeps for a page.

/** Read from a store of the browser, or write to it; some browsers forbid that. */
const kept = (store, key, value) => {
  try {
    if (value === undefined) return window[store].getItem(key);
    if (value) window[store].setItem(key, value);
    else window[store].removeItem(key);
  } catch {
    // Then nothing is kept.
  }
  return null;
};

const { style } = document.documentElement;
style.colorScheme = kept('localStorage', 'theme') ?? '';

function switchTheme() {
  const dark = style.colorScheme ? style.colorScheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  style.colorScheme = dark ? 'light' : 'dark';
  kept('localStorage', 'theme', style.colorScheme);
}

const theme = document.getElementById('theme');
theme.hidden = false;
theme.addEventListener('click', switchTheme);
