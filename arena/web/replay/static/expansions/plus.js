// Plus: orders in hands, on the table, and in the stack.

FACES.order = (kind) => {
  const [left, right] = kind.split('_').slice(1);
  const number = (text, x) => s('text', { x, y: 20, class: 'number' }, text ?? '?');
  return [
    path('M5 2h22v25l-4-2-3 2-4-2-4 2-3-2-4 2Z', { fill: '#fffaf0', class: 'bean' }),
    path('M16 6v17M8 6h16', { class: 'rule' }),
    number(left, 10.5), number(right, 21.5),
  ];
};
PIECES.order_stack = { table: (left) => labelled('orders left', left) };
PIECES.laid_order = { seat: laid('order laid') };
PIECES.order_laid_first = {};
