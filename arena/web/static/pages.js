// Programs of the pages: sorting and filtering of tables, and news on a server.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const made = (name, properties, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};

const FEW = 12; // Rows among which nobody searches.
const choices = new Map(); // By table: what is searched for, and by which column it is sorted.

const choiceOf = (table) => {
  const key = table.closest('[data-part]').id + all('[data-tools]').indexOf(table);
  if (!choices.has(key)) choices.set(key, { words: '', column: null, down: false });
  return choices.get(key);
};

function valueOf(cell) {
  const text = cell.textContent.trim();
  const number = /[-+]?\d+(?:\.\d+)?/.exec(text.replaceAll(',', ''));
  if (['', '–', '·'].includes(text)) return null;
  return cell.classList.contains('n') && number ? Number(number[0]) : text.toLocaleLowerCase();
}

function arrange(table) {
  const { words, column, down } = choiceOf(table);
  const rows = all('tbody > tr', table);
  const parts = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) {
    const text = `${row.textContent} ${row.dataset.words ?? ''}`.toLocaleLowerCase();
    row.hidden = !parts.every((part) => text.includes(part));
  }
  all('thead th', table).forEach((head, at) => {
    if (at === column) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  });
  if (column === null) return;
  const keyed = rows.map((row) => [valueOf(row.cells[column]), row]);
  const order = (one, other) => {
    if (one === null || other === null) return (one === null) - (other === null);
    const less = typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
    return down ? -less : less;
  };
  keyed.sort(([one], [other]) => order(one, other));
  table.tBodies[0].append(...keyed.map(([, row]) => row));
}

function equip(table) {
  const choice = choiceOf(table);
  all('thead th:not([data-plain])', table).forEach((head) => {
    const column = head.cellIndex;
    const onclick = () => {
      // A first click sorts numbers from the largest, but ranks and names from the first.
      const first = head.classList.contains('n') && head.textContent !== '#';
      choice.down = choice.column === column ? !choice.down : first;
      choice.column = column;
      arrange(table);
    };
    head.replaceChildren(made('button', { type: 'button', title: head.title || 'Sort', onclick }, ...head.childNodes));
  });
  if (table.tBodies[0].rows.length > FEW) {
    const oninput = ({ target }) => { choice.words = target.value; arrange(table); };
    const field = made('input', { type: 'search', value: choice.words, oninput });
    (table.closest('.wide') ?? table).before(made('div', { className: 'tools' }, made('label', {}, `Search these ${table.dataset.tools} `, field)));
  }
  if (choice.words || choice.column !== null) arrange(table);
}

const shown = new Map(all('[data-part]').map((part) => [part.id, part.innerHTML]));
all('[data-tools]').forEach(equip);

const seconds = Number(document.body.dataset.news);
const state = document.getElementById('state');
let tag = null;

/** Replace the parts of the page that have changed, except one that somebody is typing in. */
function renew(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of all('[data-part]')) {
    const now = fresh.getElementById(part.id);
    if (!now || shown.get(part.id) === now.innerHTML) continue;
    if (part.contains(document.activeElement) && document.activeElement.matches('input')) continue;
    const open = all('details', part).map((each) => each.open);
    const before = part.contains(document.activeElement) ? all('a, button, summary', part).indexOf(document.activeElement) : -1;
    shown.set(part.id, now.innerHTML);
    part.replaceChildren(...now.childNodes);
    all('[data-tools]', part).forEach(equip);
    all('details', part).forEach((each, at) => { each.open = open[at] ?? false; });
    if (before >= 0) all('a, button, summary', part)[before]?.focus({ preventScroll: true });
  }
  document.body.dataset.news = fresh.body.dataset.news;
}

async function ask() {
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { cache: 'no-store', headers: tag ? { 'If-None-Match': tag } : {} });
      if (answer.ok) {
        tag = answer.headers.get('ETag');
        renew(await answer.text());
      }
      state.textContent = '';
    } catch {
      state.textContent = 'The server does not answer; this is what it last showed.';
    }
  }
  setTimeout(ask, 1000 * (Number(document.body.dataset.news) || seconds));
}

if (seconds) setTimeout(ask, 1000 * seconds);
document.documentElement.dataset.ready = 'yes';
