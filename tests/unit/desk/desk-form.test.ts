import { expect, it } from 'vitest';
import { askedForm } from '#src/desk/server/desk-form.ts';

it('a form of the desk contains no NUL, which a database would refuse', () => {
  const form = askedForm(new URL('http://desk.example/?lot=L%00%20%207&line=%00&line=AGUA%00'));
  expect([form.text('lot'), form.line('lot'), form.raw('lot'), form.all('line')]).toEqual([
    'L  7',
    'L 7',
    'L  7',
    ['', 'AGUA'],
  ]);
});
