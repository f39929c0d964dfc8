// The look of kinds of cards: a colour, and a mark for those who cannot tell colours apart.
// The colour and mark of a kind that is not listed are derived from its name.

const BEAN = 'M6 19C2 11 8 3 15 4c5 1 4 5 8 6 6 1 8 8 4 13-5 7-17 6-21-4Z';

const MARKS = {
  plain: [],
  spot: [['circle', { cx: 15, cy: 15, r: 3.6 }]],
  spots: [['circle', { cx: 11, cy: 11, r: 2 }], ['circle', { cx: 19, cy: 16, r: 2 }], ['circle', { cx: 13, cy: 20, r: 2 }], ['circle', { cx: 23, cy: 20, r: 2 }]],
  stripe: [['path', { d: 'M4 22 22 4M9 27 29 9' }]],
  stripes: [['path', { d: 'M3 18 17 3M6 24 24 7M12 27 29 12' }]],
  bands: [['path', { d: 'M3 11h28M3 19h28' }]],
  cross: [['path', { d: 'M10 9l12 13M22 9 10 22' }]],
  check: [['path', { d: 'M3 12h28M3 20h28M12 2v28M20 2v28' }]],
  ring: [['circle', { cx: 15, cy: 15, r: 5.5, fill: 'none' }]],
  eye: [['circle', { cx: 15, cy: 14, r: 5.5 }], ['circle', { cx: 15, cy: 14, r: 2, class: 'light' }]],
  wave: [['path', { d: 'M3 13q4-5 8 0t8 0 8 0 8 0M3 21q4-5 8 0t8 0 8 0 8 0', fill: 'none' }]],
  split: [['path', { d: 'M7 8q9 6 19 16', fill: 'none' }]],
  star: [['path', { d: 'M15 8l2 5 5 1-4 3 1 6-4-3-5 3 2-6-4-4 5 0Z' }]],
  zigzag: [['path', { d: 'M3 16l5-6 5 8 5-8 5 8 6-8', fill: 'none' }]],
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
    s('path', { d: BEAN, fill: colour, class: 'bean' }),
    s('g', { 'clip-path': 'url(#in-a-bean)', class: 'mark' }, MARKS[mark].map(([name, how]) => s(name, how))),
    s('path', { d: 'M9 10q3-4 7-3', class: 'gloss' }),
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
  s('clipPath', { id: 'in-a-bean' }, s('path', { d: BEAN }))));

function coin() {
  return s('svg', { class: 'coin', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    s('circle', { cx: 10, cy: 10, r: 9 }), s('circle', { cx: 10, cy: 10, r: 6.2, class: 'rim' }));
}

function coins(number) {
  return span('coins', { title: count(number, 'coin') }, coin(), h('b', number));
}
