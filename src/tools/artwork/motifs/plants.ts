import { darker, lighter } from '../colour.ts';
import { at, dots, fill, leaf as leafForm, line, oval, repeat, shine } from './forms.ts';
import { type Ink, lit, type Motif, round } from './ink.ts';
import { use } from '../svg.ts';

const GREEN = '#3f8a3c';

const leaf: Motif = {
  tone: GREEN,
  draw: () =>
    line('M-6 98C-2 60-2 20 0-20', '#2f6b33', 6) +
    leafForm(-3, 64, 96, 62, -62, '#4d9a45') +
    leafForm(-2, 56, 96, 62, 58, '#43903f') +
    leafForm(-1, 20, 116, 74, 0, GREEN),
};

const mate: Motif = {
  tone: '#4f7f2f',
  draw: () =>
    [
      line('M0 98C4 50-2 0 0-30', '#5b4a2a', 6),
      leafForm(0, 78, 84, 54, -70, '#5b8f35'),
      leafForm(2, 74, 84, 54, 66, '#4a7d2c'),
      leafForm(0, 36, 88, 56, -48, '#659a3c'),
      leafForm(0, 30, 88, 56, 46, '#55893a'),
      leafForm(0, -4, 94, 58, 0, '#5f9438'),
      oval(-12, 30, 7, 7, '#b3261e'),
      oval(13, 34, 7, 7, '#b3261e'),
      oval(0, 46, 7, 7, '#c8382c'),
    ].join(''),
};

const bloom = (ink: Ink, count: number, petal: string, colour: string, offset = 0): string =>
  repeat(
    ink,
    fill(petal, round(ink, colour, 0.4)),
    Array.from({ length: count }, (_, i) => [0, 0, offset + (i * 360) / count] as const),
  );

const flower: Motif = {
  tone: '#e56a8d',
  draw: (ink) =>
    [
      leafForm(20, 40, 76, 44, 118, GREEN),
      leafForm(-20, 40, 76, 44, -118, GREEN),
      leafForm(0, 30, 70, 40, 176, GREEN),
      bloom(ink, 6, 'M0 6C-44-14-44-80-12-92C-4-96 4-96 12-92C44-80 44-14 0 6Z', '#ea7d9c'),
      bloom(ink, 6, 'M0 4C-26-10-28-50 0-62C28-50 26-10 0 4Z', '#f5a9bc', 30),
      oval(0, 0, 19, 19, round(ink, '#f6c244')),
      dots('M0-12A12 12 0 1 1-.1-12', 4.5, 7.5, '#b56f14'),
    ].join(''),
};

const lavender: Motif = {
  tone: '#7d62b0',
  draw: (ink) => {
    const bud = fill('M0 0C12-4 14-20 0-28C-14-20-12-4 0 0Z', lit(ink, '#8a6cc0'));
    const buds = [46, 26, 6, -14, -34, -52].flatMap(
      (y, i) =>
        [
          [-8, y, -46, 1.05 - i * 0.06],
          [8, y, 46, 1.05 - i * 0.06],
          [0, y - 4, 0, 0.95 - i * 0.05],
        ] as const,
    );
    const sprig = ink.keep(line('M0 104V-50', '#5f8a4c', 4.5) + repeat(ink, bud, [...buds, [0, -66, 0, 0.8]]));
    return [at(-34, 10, -20, 0.86, use(sprig)), at(36, 8, 20, 0.86, use(sprig)), use(sprig)].join('');
  },
};

const vanilla: Motif = {
  tone: '#f6e3a1',
  draw: (ink) =>
    [
      line('M-70 92C-40 40-20 0-34-88', '#3f2618', 11),
      line('M-54 94C-14 50 0 4-14-92', '#58341f', 11),
      line('M-56 90C-18 48-5 4-18-84', '#8f6242', 2.5, 0.7),
      at(
        26,
        10,
        0,
        0.86,
        bloom(ink, 5, 'M0 4C-22-20-26-66 0-90C26-66 22-20 0 4Z', '#f8efc4', 18),
        fill('M0-10C26-16 42 8 30 32C20 46-20 46-30 32C-42 8-26-16 0-10Z', round(ink, '#f3cf58')),
        fill('M0 4C14 2 20 16 12 26C6 32-6 32-12 26C-20 16-14 2 0 4Z', '#c98a1a'),
      ),
    ].join(''),
};

const frond = (length: number, turn: number, colour: string): string =>
  at(
    0,
    -46,
    turn,
    length / 80,
    fill('M0 0C-10-44-50-58-88-34C-70-38-60-34-56-22C-50-32-42-28-38-16C-32-24-24-18-20-8C-14-12-6-8 0 0Z', colour),
    line('M0 0C-14-34-48-50-84-35', lighter(colour, 0.3), 3),
  );

const palm: Motif = {
  tone: '#3c8b46',
  draw: (ink) =>
    [
      oval(0, 92, 74, 9, '#d8b674'),
      fill('M-16 92C-18 40-12-10-4-48L8-48C4-6 8 46 18 92Z', lit(ink, '#9b6f44')),
      line('M-15 72L14 66M-14 48L11 42M-12 24L8 18M-9 0L7-6M-6-22L6-28', '#6d4a2b', 4, 0.8),
      frond(84, 40, '#2f7a3c'),
      at(0, 0, 0, 1, '<g transform="scale(-1 1)">', frond(84, 40, '#2f7a3c'), '</g>'),
      frond(88, -20, '#46994c'),
      '<g transform="scale(-1 1)">',
      frond(88, -20, '#3c8b44'),
      '</g>',
      frond(78, 76, '#58ab58'),
      '<g transform="scale(-1 1)">',
      frond(78, 76, '#4a9c4f'),
      '</g>',
      oval(-8, -40, 9, 9, '#7a4a25'),
      oval(9, -38, 9, 9, '#8b5730'),
      oval(0, -30, 9, 9, '#6c3f1f'),
    ].join(''),
};

const tree: Motif = {
  tone: '#3f8a46',
  draw: (ink) =>
    [
      oval(0, 92, 62, 8, '#b9a06a'),
      fill('M-14 92C-8 60-10 40-34 10L-24 4L-4 30L-4-10H8L8 24L28 0L38 8C14 40 12 60 18 92Z', lit(ink, '#7d5433')),
      oval(-44, -6, 44, 38, round(ink, '#3a8442')),
      oval(46, -10, 44, 38, round(ink, '#347a3c')),
      oval(0, -48, 56, 48, round(ink, '#4b9a4f')),
      oval(-30, -30, 36, 32, round(ink, '#5aa95a')),
      oval(26, -34, 34, 30, round(ink, '#4b9a4f')),
    ].join(''),
};

const feather: Motif = {
  tone: (ink) => lighter(ink.accent, 0.2),
  draw: (ink) =>
    at(
      0,
      0,
      32,
      1,
      fill(
        'M0-98C40-70 46-20 30 18L38 14L22 44L28 42C18 58 8 64 0 66C-8 64-22 54-28 34L-22 36L-38 8L-30 12C-46-26-34-74 0-98Z',
        lit(ink, ink.accent, 0.45),
      ),
      line('M0-90V98', darker(ink.accent, 0.3), 4),
      line(
        'M0-50L24-70M0-50L-22-68M0-26L32-50M0-26L-32-46M0-2L32-26M0-2L-34-22M0 22L28 0M0 22L-30 4M0 44L22 26M0 44L-20 28',
        lighter(ink.accent, 0.55),
        2.6,
        0.8,
      ),
    ),
};

const sea: Motif = {
  tone: '#2b86b5',
  draw: (ink) =>
    [
      oval(22, -34, 44, 44, round(ink, '#ffc94a')),
      fill('M-98 0C-70-24-50-24-26-4S24 18 50-4S86-20 98-8V40H-98Z', '#5fb6d6'),
      fill('M-98 30C-74 8-50 10-26 28S24 48 50 28S84 14 98 22V72H-98Z', '#3593c1'),
      fill('M-98 62C-74 42-50 44-26 60S24 78 50 60S84 48 98 54C92 80 50 94 0 94S-92 84-98 62Z', '#1f6a9c'),
      shine('M-90-2C-68-20-50-18-28 0S22 22 48 0S82-14 92-6', 5, 0.8),
      shine('M-88 30C-70 16-50 16-28 32S22 52 48 32', 4, 0.5),
    ].join(''),
};

const wave: Motif = {
  tone: '#2f8fc0',
  draw: (ink) =>
    [
      fill(
        'M-98 70C-78 30-66-20-22-58C16-88 74-76 88-34C96-6 72 14 52 6C36-2 40-24 56-24C40-40 8-30 4 4C0 40 40 62 98 54C98 84 60 92 0 92S-96 92-98 70Z',
        lit(ink, '#2b88b9'),
      ),
      fill('M-62 74C-48 34-44-2-12-34C-22 6-14 56 30 78C0 88-40 86-62 74Z', '#6cc0dc'),
      line('M-22-58C16-88 74-76 88-34C96-6 72 14 52 6C36-2 40-24 56-24', '#ffffff', 8),
      dots('M-2-88C24-98 60-96 82-74', 8, 18, '#ffffff'),
      line('M-90 76C-60 92 40 92 94 62', '#ffffff', 5, 0.6),
    ].join(''),
};

export const plants = { leaf, mate, flower, lavender, vanilla, palm, tree, feather, sea, wave };
