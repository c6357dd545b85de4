import { describe, expect, it } from 'vitest';
import { newOrderNumber, orderNumbersIn, readOrderNumbers } from '#src/features/orders/server/order-number.ts';

describe('order numbers in free text', () => {
  it.each([
    ['K7QF-3MXA', ['K7QF-3MXA']],
    [' k7qf3mxa ', ['K7QF-3MXA']],
    ['Bestellung Nr. K7QF 3MXA, bitte', ['K7QF-3MXA']],
    ['#K7QF–3MXA', ['K7QF-3MXA']],
    ['KIQF-O0LA', ['K1QF-001A']],
    ['K7QF-3MXA und 0000-1111', ['K7QF-3MXA', '0000-1111']],
    ['2026 K7QF 3MXA', ['2026-K7QF', 'K7QF-3MXA']],
    ['K7QF-3MXAB', []],
    ['zwei Dosen Guaraná vom 3. Oktober', []],
    ['', []],
  ])('%j are %j', (words, numbers) => {
    expect(orderNumbersIn(words)).toEqual(numbers);
  });

  it('are recognized in the shop’s own format', () => {
    for (let time = 0; time < 100; time++) {
      const number = newOrderNumber();
      expect(orderNumbersIn(number)).toEqual([number]);
      expect(orderNumbersIn(number.replace('-', '').toLowerCase())).toEqual([number]);
    }
  });
});

describe('order numbers typed into a command', () => {
  it.each([
    [['wqb6', '34ys'], ['WQB6-34YS']],
    [
      ['wqb6 34ys', 'K7QF3MXA'],
      ['WQB6-34YS', 'K7QF-3MXA'],
    ],
    [
      ['#K7QF–3MXA,', 'wqb6-34ys'],
      ['K7QF-3MXA', 'WQB6-34YS'],
    ],
    [['koil-o0l1'], ['K011-0011']],
    [['K7QF-3MXA', 'k7qf3mxa'], ['K7QF-3MXA']],
  ])('%j are %j', (words, numbers) => {
    expect(readOrderNumbers(words)).toEqual({ numbers, unread: [] });
  });

  it('are distinguished from other words', () => {
    expect(readOrderNumbers(['hello', 'K7QF-3MXA', 'K7QF'])).toEqual({
      numbers: ['K7QF-3MXA'],
      unread: ['hello', 'K7QF'],
    });
  });
});
