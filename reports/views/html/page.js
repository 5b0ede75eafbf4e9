'use strict';

// What the page's scripts share: elements are made of text, never of markup.
const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
};
const byId = (id) => document.getElementById(id);

document.documentElement.classList.add('js');

// Light or dark: what was chosen is kept where the browser lets a file keep anything.
(() => {
  const key = 'tensorleak-theme';
  const root = document.documentElement;
  const button = byId('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const kept = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to the ${isDark() ? 'light' : 'dark'} theme`);
  };
  const theme = kept();
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem(key, root.dataset.theme);
    } catch {
      // Then it lasts as long as the page.
    }
    show();
  });
  system.addEventListener('change', show);
  show();
})();

// The bar names the sections that this page has.
(() => {
  const nav = document.querySelector('.bar nav');
  for (const section of document.querySelectorAll('main > section[aria-labelledby]')) {
    const title = byId(section.getAttribute('aria-labelledby'));
    nav.append(make('a', { href: `#${section.id}` }, title.textContent));
  }
})();

// Links to what is folded or not yet shown: first show it.
const showAll = (target) => {
  const rest = target.querySelector(':scope > template.more');
  if (!rest) return;
  rest.replaceWith(rest.content);
  for (const button of document.querySelectorAll('.show-all')) {
    if (button.dataset.target === target.id) button.remove();
  }
};
(() => {
  for (const button of document.querySelectorAll('.show-all')) {
    button.addEventListener('click', () => showAll(byId(button.dataset.target)));
  }
  const reveal = () => {
    const id = location.hash.slice(1);
    if (!id.startsWith('site-')) return;
    if (!byId(id)) document.querySelectorAll('.cards').forEach(showAll);
    const card = byId(id);
    if (!card) return;
    const folded = card.closest('details');
    if (folded) folded.open = true;
    card.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();
})();

// The text for a ticket or a chat. Where the browser does not let a file copy, it is selected.
(() => {
  const button = byId('copy');
  const text = byId('answer-text');
  const say = (words) => {
    button.textContent = words;
    setTimeout(() => (button.textContent = 'Copy'), 2500);
  };
  const select = () => {
    getSelection().selectAllChildren(text);
    text.focus();
    say('Selected: press Ctrl+C');
  };
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      say('Copied');
    } catch {
      select();
    }
  });
})();

// On paper everything is open.
(() => {
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
})();
