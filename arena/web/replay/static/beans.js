// The look of kinds of cards: a colour, and a mark for those who cannot tell colours apart.
// The colour and mark of a kind that is not listed are derived from its name.

const BEAN = 'M6 19C2 11 8 3 15 4c5 1 4 5 8 6 6 1 8 8 4 13-5 7-17 6-21-4Z';

const dot = (cx, cy, r, more) => s('circle', { cx, cy, r, ...more });
const path = (d, more) => s('path', { d, ...more });
const HOLLOW = { fill: 'none' };

const MARKS = {
  plain: () => [],
  spot: () => dot(15, 15, 3.6),
  spots: () => [dot(11, 11, 2), dot(19, 16, 2), dot(13, 20, 2), dot(23, 20, 2)],
  stripe: () => path('M4 22 22 4M9 27 29 9'),
  stripes: () => path('M3 18 17 3M6 24 24 7M12 27 29 12'),
  bands: () => path('M3 11h28M3 19h28'),
  cross: () => path('M10 9l12 13M22 9 10 22'),
  check: () => path('M3 12h28M3 20h28M12 2v28M20 2v28'),
  ring: () => dot(15, 15, 5.5, HOLLOW),
  eye: () => [dot(15, 14, 5.5), dot(15, 14, 2, { class: 'light' })],
  wave: () => path('M3 13q4-5 8 0t8 0 8 0 8 0M3 21q4-5 8 0t8 0 8 0 8 0', HOLLOW),
  split: () => path('M7 8q9 6 19 16', HOLLOW),
  star: () => path('M15 8l2 5 5 1-4 3 1 6-4-3-5 3 2-6-4-4 5 0Z'),
  zigzag: () => path('M3 16l5-6 5 8 5-8 5 8 6-8', HOLLOW),
};

const LOOKS = {
  coffee: ['#7b4a2a', 'split'],
  wax: ['#e6cf57', 'plain'],
  brandy: ['#c9762f', 'bands'],
  cognac: ['#d99a4e', 'ring'],
  blue: ['#3f74c4', 'stripe'],
  chili: ['#d8452e', 'zigzag'],
  stink: ['#9aa03a', 'wave'],
  green: ['#4aa556', 'spots'],
  soy: ['#dcbf7a', 'spot'],
  black_eyed: ['#f0e7d2', 'eye'],
  red: ['#ab2740', 'cross'],
  garden: ['#59b3a0', 'star'],
  cocoa: ['#5b3a2b', 'stripes'],
  field: ['#a98fc0', 'check'],
};

function look(kind) {
  if (LOOKS[kind]) return LOOKS[kind];
  const sum = [...kind].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 9973, 7);
  const marks = Object.keys(MARKS);
  return [`hsl(${sum % 360} 45% 55%)`, marks[sum % marks.length]];
}

// Faces of cards that are not beans, by the first part of the kind; expansions add theirs.
const FACES = {};

function beanFace(kind) {
  const [colour, mark] = look(kind);
  return [
    path(BEAN, { fill: colour, class: 'bean' }),
    s('g', { 'clip-path': 'url(#in-a-bean)', class: 'mark' }, MARKS[mark]()),
    path('M9 10q3-4 7-3', { class: 'gloss' }),
  ];
}

function picture(kind) {
  const id = `kind-${kind}`;
  if (!$(id)) {
    const face = FACES[kind.split('_')[0]] ?? beanFace;
    $('symbols').append(s('symbol', { id, viewBox: '0 0 32 30' }, face(kind)));
  }
  return s('svg', { class: 'picture', 'aria-hidden': 'true' }, s('use', { href: `#${id}` }));
}

document.body.prepend(s('svg', { id: 'symbols', width: 0, height: 0, 'aria-hidden': 'true' },
  s('clipPath', { id: 'in-a-bean' }, path(BEAN))));

const coin = () => s('svg', { class: 'coin', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, dot(10, 10, 9), dot(10, 10, 6.2, { class: 'rim' }));
const coins = (number) => span('coins', { title: count(number, 'coin') }, coin(), h('b', number));
