// The magpies: a bird on the card, and turns without anything to draw.

FACES.magpie = () => [
  path('M3 21q5-2 7-8 3-7 9-6 4 0 5 4l5 2-5 1q0 7-6 9-5 2-9 0l-6 5Z', { fill: '#23262e' }),
  path('M12 17q6 0 9-4 1 7-5 8-3 0-4-4Z', { fill: '#f6f3ea' }),
  dot(20.5, 10.5, 1.1, { fill: '#f6f3ea' }),
];
PIECES.idle_turns = {
  table: (turns) => turns > 0 && labelled('nothing to draw', `for ${count(turns, 'turn')} in a row`),
};
