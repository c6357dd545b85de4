import { lighter } from '../colour.ts';
import { at, ball, dots, fill, line, oval, repeat, shine } from './forms.ts';
import { lit, type Motif, round } from './ink.ts';

const milk: Motif = {
  tone: '#f4f6f8',
  draw: (ink) =>
    [
      fill('M-98 74C-88 44-56 62-40 54C-10 40 20 44 44 54C60 62 90 46 98 74C104 96-104 96-98 74Z', '#ffffff'),
      fill('M-98 76C-60 96 60 96 98 76C100 94-100 94-98 76Z', '#c9d6e2'),
      fill('M-44-90H44L36 52C34 72-34 72-36 52Z', '#dfe9f1'),
      fill(
        'M-40-52C-20-66 10-40 40-56L32 52C30 66-30 66-32 52Z',
        ink.linear([
          [0, '#ffffff'],
          [0.6, '#ffffff'],
          [1, '#cfdbe6'],
        ]),
      ),
      oval(0, -90, 44, 9, '#f6fafc'),
      oval(0, -89, 37, 6, '#c6d6e2'),
      line('M-44-90L-36 52C-34 70 34 70 36 52L44-90', '#9fb6c8', 3.5),
      shine('M-30-74L-24 40', 6, 0.9),
      fill('M66-40C80-20 84-8 76 2C68 10 54 4 54-8C54-18 62-28 66-40Z', '#ffffff'),
      oval(-66, -4, 9, 9, '#ffffff'),
      oval(-72, 28, 6, 6, '#ffffff'),
    ].join(''),
};

const honey: Motif = {
  tone: '#eca318',
  draw: (ink) => {
    const grooves = (
      [
        [-44, 24],
        [-26, 34],
        [-8, 38],
        [10, 34],
        [28, 24],
      ] as const
    )
      .map(([y, half]) => `<rect x="${-half}" y="${y}" width="${half * 2}" height="14" rx="7" fill="${lit(ink, '#c98a3e')}"/>`)
      .join('');
    return [
      fill(
        'M-92 72C-80 50-40 60-6 56C40 50 84 56 92 74C98 96-98 96-92 72Z',
        ink.linear(
          [
            [0, '#f8c23a'],
            [1, '#d98a0c'],
          ],
          [0, 0, 0, 1],
        ),
      ),
      fill('M-2 0C12 0 14 30 10 66H-22C-16 40-16 0-2 0Z', '#f0a81c'),
      at(
        16,
        -14,
        32,
        1,
        line('M0-50V-112', '#a8703a', 12),
        grooves,
        fill(
          'M-40-8C-36-18 36-18 40-8C46 30 20 52 6 50C-20 52-44 30-40-8Z',
          ink.linear([
            [0, '#ffd75e', 0.85],
            [1, '#e39a12', 0.95],
          ]),
        ),
        shine('M-26 0Q-26 22-14 34', 6, 0.7),
      ),
      shine('M-70 72Q-50 64-30 66', 5, 0.7),
    ].join('');
  },
};

const cookie: Motif = {
  tone: '#d69a55',
  draw: (ink) => {
    const edge = dots('M0-70A70 70 0 1 1-.1-70', 17, 18.33, '#c98640');
    const one = edge + oval(0, 0, 71, 71, '#c98640') + oval(0, 0, 66, 66, round(ink, '#dca25c', 0.4));
    const chips: readonly (readonly [number, number, number])[] = [
      [-30, -26, 11],
      [18, -38, 9],
      [38, 0, 11],
      [-8, 8, 12],
      [-42, 20, 9],
      [16, 36, 11],
      [-16, 46, 8],
      [2, -14, 7],
    ];
    const chip = (x: number, y: number, r: number): string =>
      oval(x, y, r, r * 0.84, '#4c2915', x) + oval(x - r * 0.3, y - r * 0.3, r * 0.3, r * 0.2, '#8f5a36');
    return at(34, -26, 20, 0.78, one) + at(-14, 14, 0, 1, one, chips.map(([x, y, r]) => chip(x, y, r)).join(''));
  },
};

const popcorn: Motif = {
  tone: '#fff2d0',
  draw: (ink) => {
    const puff = [
      oval(2, 4, 27, 24, '#e2b866'),
      oval(-13, -6, 15, 14, '#fff6df'),
      oval(11, -11, 16, 14, '#fffaf0'),
      oval(14, 8, 14, 13, '#fbe9c0'),
      oval(-8, 11, 15, 13, '#fff3d6'),
      oval(1, 0, 6, 5, '#e3a93f'),
    ].join('');
    const spots: readonly (readonly [number, number, number])[] = [
      [-44, -10, 20],
      [44, -10, 80],
      [0, -16, 140],
      [-26, -42, 60],
      [26, -44, 200],
      [0, -70, 10],
      [-62, -48, 100],
      [66, -56, 30],
      [-54, 6, 250],
      [54, 6, 300],
      [0, 8, 90],
    ];
    return [
      repeat(ink, puff, spots),
      fill('M-72 6H72L52 98H-52Z', '#ffffff'),
      fill('M-72 6H-46L-33 98H-52ZM-18 6H12L9 98H-13ZM42 6H72L52 98H31Z', '#d8322b'),
      fill(
        'M-72 6H72L52 98H-52Z',
        ink.linear([
          [0, '#000000', 0.06],
          [0.3, '#ffffff', 0.2],
          [1, '#000000', 0.28],
        ]),
      ),
      repeat(ink, puff, [
        [-34, 6, 45],
        [32, 4, 160],
      ]),
    ].join('');
  },
};

const bread: Motif = {
  tone: '#d99a4e',
  draw: (ink) => {
    if (/queijo/.test(ink.hint)) {
      const bun = (x: number, y: number, r: number): string =>
        ball(ink, x, y, r, '#e5ac58') +
        line(`M${x - r * 0.4} ${y + r * 0.3}q${r * 0.3}-8 ${r * 0.5} 0M${x} ${y - r * 0.3}q${r * 0.2} 6 ${r * 0.4} 0`, '#b87a2c', 3, 0.6);
      return bun(0, -34, 46) + bun(-46, 34, 48) + bun(48, 36, 47);
    }
    return at(
      0,
      4,
      -24,
      1,
      fill(
        'M-98 14C-98-30-50-50 0-50S98-30 98 14C98 44 60 54 0 54S-98 44-98 14Z',
        ink.linear(
          [
            [0, '#efbf73'],
            [0.5, '#d8954a'],
            [1, '#a8622a'],
          ],
          [0, 0, 0, 1],
        ),
      ),
      fill(
        'M-66-22C-54-34-40-20-34 20C-50 14-64-2-66-22ZM-14-30C-2-42 12-26 16 16C0 10-14-8-14-30ZM38-26C50-36 62-20 64 14C50 8 40-6 38-26Z',
        '#f7dfae',
      ),
      line('M-66-22C-64-2-50 14-34 20M-14-30C-14-8 0 10 16 16M38-26C40-6 50 8 64 14', '#a8622a', 3.5),
    );
  },
};

const cup: Motif = {
  tone: (ink) => ink.main,
  draw: (ink) =>
    [
      line('M-28-52C-40-66-16-76-28-96M4-52C-8-66 16-76 4-96M36-52C24-66 48-76 36-96', lighter(ink.main, 0.6), 6, 0.85),
      fill('M60-14C104-22 104 50 44 44L48 30C84 34 84-4 58 2Z', lit(ink, ink.main)),
      oval(-4, 80, 78, 12, lit(ink, ink.accent)),
      fill('M-74-34H66C66 30 46 78 12 82H-20C-54 78-74 30-74-34Z', lit(ink, ink.main)),
      oval(-4, -34, 70, 16, lighter(ink.main, 0.55)),
      oval(-4, -32, 61, 12, round(ink, '#4a2814', 0.3)),
      oval(-18, -34, 22, 4, '#8a5a34'),
      shine('M-58-8Q-54 36-32 60', 7, 0.4),
    ].join(''),
};

export const pantry = { milk, honey, cookie, popcorn, bread, cup };
