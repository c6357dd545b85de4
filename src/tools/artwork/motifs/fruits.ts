import { at, ball, dots, fill, leaf, line, oval, shine } from './forms.ts';
import { lit, type Motif, round } from './ink.ts';

const GREEN = '#3f8a3c';

const cashew: Motif = {
  tone: '#e8502a',
  draw: (ink) =>
    [
      line('M-4-74Q-4-88 8-96', '#6b4a2a', 6),
      leaf(0, -76, 76, 46, 66, GREEN),
      leaf(-4, -76, 64, 40, -62, GREEN),
      fill(
        'M-30-74C-10-84 12-84 28-72C46-56 58-14 50 14C42 40-40 42-52 14C-60-16-48-60-30-74Z',
        ink.linear(
          [
            [0, '#f7b733'],
            [0.45, '#ee6b2c'],
            [1, '#c9301f'],
          ],
          [0.1, 0, 0.9, 1],
        ),
      ),
      shine('M-30-54Q-42-26-38 4', 8, 0.4),
      fill('M-22 34C-34 44-40 66-22 84C0 100 36 92 42 66C44 54 34 50 26 56C16 66 4 62 4 48C4 36-10 28-22 34Z', round(ink, '#8a7460')),
      shine('M-22 54Q-20 70-8 76', 5, 0.4),
    ].join(''),
};

const acai: Motif = {
  tone: '#45204f',
  draw: (ink) => {
    const places: readonly (readonly [number, number])[] = [
      [0, -28],
      [-38, -14],
      [38, -14],
      [-60, 24],
      [60, 24],
      [-20, 18],
      [22, 16],
      [-40, 58],
      [42, 58],
      [0, 56],
      [2, 88],
    ];
    return [
      leaf(-14, -40, 70, 30, -58, GREEN),
      leaf(14, -40, 70, 30, 58, GREEN),
      leaf(0, -40, 62, 28, -14, GREEN),
      leaf(2, -40, 58, 28, 22, GREEN),
      places.map(([x, y]) => ball(ink, x, y, 25, '#4b2358')).join(''),
    ].join('');
  },
};

const BANANA = 'M-52-74C-50-22-10 36 60 48C72 50 76 62 66 68C8 84-76 30-72-70C-71-80-54-84-52-74Z';

const banana: Motif = {
  tone: '#f6cb35',
  draw: (ink) => {
    const one =
      fill(BANANA, lit(ink, '#f5c830', 0.4)) +
      line('M-62-70C-58-10-14 50 60 60', '#d69b13', 3.5, 0.8) +
      fill('M60 48C72 50 76 62 66 68L58 66Z', '#5d4322');
    return [
      at(16, -14, -22, 0.96, one),
      at(2, 6, -4, 1, one),
      at(-2, 22, 16, 0.96, one),
      fill('M-66-96L-40-98L-34-66C-44-54-66-52-76-60Z', lit(ink, '#8a6a24')),
    ].join('');
  },
};

const mango: Motif = {
  tone: '#f29a2e',
  draw: (ink) =>
    [
      line('M22-66Q24-84 36-92', '#6b4a2a', 6),
      leaf(24, -70, 84, 38, 82, GREEN),
      leaf(22, -72, 70, 34, -40, GREEN),
      fill(
        'M26-70C62-62 86-22 78 22C70 66 22 92-24 82C-66 72-88 36-74 10C-62-12-30-14-16-36C-6-54 4-74 26-70Z',
        ink.linear(
          [
            [0, '#ffd23f'],
            [0.5, '#f59a2b'],
            [1, '#d8402f'],
          ],
          [0, 0.8, 0.9, 0.1],
        ),
      ),
      shine('M-52 16Q-40 2-18-6', 9, 0.5),
      shine('M34-46Q54-34 60-8', 6, 0.35),
    ].join(''),
};

const pineapple: Motif = {
  tone: '#e9a72e',
  draw: (ink) => {
    const crown = [
      [-62, 40],
      [62, 40],
      [-40, 56],
      [40, 56],
      [-20, 66],
      [20, 66],
      [0, 70],
    ]
      .map(([turn, length]) => leaf(0, -24, length ?? 0, 22, turn ?? 0, '#47913f'))
      .join('');
    return [
      crown,
      oval(0, 36, 50, 62, lit(ink, '#eeb03a')),
      // The clip would need an id; lines that end inside the body do without.
      line('M-36-6L32 78M-46 22L8 94M-16-24L46 54M8-26L50 26M36-6L-32 78M46 22L-8 94M16-24L-46 54M-8-26L-50 26', '#a8650f', 3.4),
      dots('M0-4V90M-24 12V76M24 12V76M-12-12V88M12-12V88', 5, 25, '#ffe08a'),
    ].join('');
  },
};

const guarana: Motif = {
  tone: '#d1281f',
  draw: (ink) => {
    const open = (x: number, y: number, r: number): string =>
      [
        ball(ink, x, y, r, '#cf2a1f'),
        oval(x, y + r * 0.22, r * 0.74, r * 0.56, '#fff3df'),
        oval(x, y + r * 0.06, r * 0.5, r * 0.46, '#2a1a1c'),
        oval(x - r * 0.16, y - r * 0.12, r * 0.13, r * 0.08, '#a58f8c', -30),
      ].join('');
    return [
      leaf(-20, -40, 84, 52, -62, GREEN),
      leaf(20, -44, 84, 52, 56, GREEN),
      leaf(0, -44, 60, 40, -4, GREEN),
      ball(ink, -8, -26, 30, '#c5261d'),
      ball(ink, -60, 6, 30, '#c0241b'),
      ball(ink, 62, -4, 28, '#c5261d'),
      ball(ink, -44, 58, 30, '#c5261d'),
      ball(ink, 20, 84, 22, '#b9221a'),
      ball(ink, -14, 20, 32, '#d22d22'),
      open(34, 34, 46),
    ].join('');
  },
};

const BERRY = 'M0 88C-40 66-66 20-58-14C-50-40-20-44 0-34C20-44 50-40 58-14C66 20 40 66 0 88Z';

const berry: Motif = {
  tone: (ink) => (/morango|erdbeer|strawberr/.test(ink.hint) ? '#d92b35' : '#5b2a6e'),
  draw: (ink) => {
    if (/morango|erdbeer|strawberr/.test(ink.hint)) {
      const calyx = [-84, -50, -18, 18, 50, 84].map((turn) => leaf(0, -34, 44, 24, turn, GREEN)).join('');
      return (
        fill(BERRY, round(ink, '#dc2b37')) +
        dots('M-40-14L-8 66M-18-24L14 70M8-24L22 54M34-22L36 24M-50 6L-30 40', 5, 17, '#ffe39a') +
        calyx +
        line('M0-34V-70', GREEN, 6)
      );
    }
    return [
      leaf(0, -30, 68, 42, -48, GREEN),
      leaf(4, -30, 64, 40, 42, GREEN),
      ball(ink, -34, 2, 42, '#7a2a5c'),
      ball(ink, 38, 0, 42, '#6a2757'),
      ball(ink, 2, 48, 46, '#84305f'),
    ].join('');
  },
};

export const fruits = { cashew, acai, banana, mango, pineapple, guarana, berry };
