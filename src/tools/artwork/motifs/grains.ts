import { at, dots, fill, line, oval, repeat, shine } from './forms.ts';
import { type Ink, lit, type Motif, round } from './ink.ts';
import { stream } from '../seed.ts';
import { svg } from '../svg.ts';

const KIDNEY = 'M-40-2C-40-20-22-29 2-29C26-29 40-17 40 1C40 18 28 27 16 25C8 23 4 19-2 19C-8 19-12 23-20 22C-32 20-40 12-40-2Z';

function beanColour(hint: string): string {
  if (/preto|black|schwarz/.test(hint)) return '#3a2c33';
  if (/vermelh|roxo|red/.test(hint)) return '#8e2f2b';
  if (/branc|fradinho|white/.test(hint)) return '#f0dfbd';
  return '#c58c5c';
}

function bean(ink: Ink, colour: string): string {
  const streaks = colour === '#c58c5c' ? line('M-20-16Q-8-22 2-19M8-10Q20-12 28-2M-28-2Q-18-9-8-6', '#a06a3e', 3, 0.6) : '';
  const eye = /fradinho/.test(ink.hint) ? oval(-1, 12, 9, 6, '#33251f') : oval(-2, 15, 7, 3, '#fff4dc');
  return fill(KIDNEY, round(ink, colour, 0.42)) + streaks + eye + shine('M-30-6Q-28-16-18-20', 4.5, 0.55);
}

const heap: readonly (readonly [number, number, number])[] = [
  [-36, -2, -24],
  [40, -2, 22],
  [2, -40, 6],
  [-58, 50, 12],
  [60, 50, -16],
  [0, 44, -8],
];

const beans: Motif = {
  tone: (ink) => beanColour(ink.hint),
  draw: (ink) => {
    return repeat(
      ink,
      bean(ink, beanColour(ink.hint)),
      heap.map(([x, y, turn]) => [x, y, turn, 0.98] as const),
    );
  },
};

const COB = 'M0-96C30-90 38-40 36 6C34 50 18 78 0 82C-18 78-34 50-36 6C-38-40-30-90 0-96Z';

const corn: Motif = {
  tone: '#f5bd2a',
  draw: (ink) => {
    const rows = [-27, -13.5, 0, 13.5, 27]
      .map((x, i) => svg`M${x * 0.5} ${i % 2 ? -84 : -90}C${x * 1.1} -50 ${x * 1.12} 30 ${x * 0.6} 78`)
      .join('');
    return [
      at(
        0,
        0,
        10,
        1,
        fill('M20 96C60 70 72 0 46-52C42-10 30 30 0 96Z', lit(ink, '#4f8f37')),
        fill(COB, '#d98e0e'),
        dots(rows, 14.5, 13.6, '#ffcf3f'),
        dots(rows, 5, 13.6, '#fff0ad'),
        fill('M6 98C-46 84-74 20-50-40C-44 6-26 40 6 98Z', lit(ink, '#6bab45')),
        fill('M-14 98C10 70 46 44 58-14C66 30 52 84 10 100Z', lit(ink, '#5c9f3e')),
        line('M-6 88C-30 60-44 20-46-14M18 90C40 66 52 36 55 8', '#2f6627', 2.4, 0.7),
      ),
    ].join('');
  },
};

/** Short strokes in all directions inside a dome: loose grains. */
function scattered(count: number, length: number, seed: number, width: number, height: number, floor: number): string {
  const next = stream(seed);
  return Array.from({ length: count }, () => {
    const x = (next() * 2 - 1) * width;
    const top = height * Math.sqrt(Math.max(0, 1 - (x / width) ** 2));
    const angle = next() * Math.PI;
    return svg`M${x} ${floor - next() * top}l${Math.cos(angle) * length} ${Math.sin(angle) * length}`;
  }).join('');
}

const rice: Motif = {
  tone: '#fbf5e6',
  draw: (ink) =>
    [
      fill('M-84 12C-78-48-36-74 0-74S78-48 84 12Z', '#efe3c8'),
      line(scattered(46, 13, 11, 76, 78, 8), '#d9c79e', 9),
      line(scattered(60, 12, 5, 72, 74, 6), '#fffdf6', 7.5),
      fill('M-92 8H92C90 56 58 84 30 90H-30C-58 84-90 56-92 8Z', lit(ink, ink.accent)),
      oval(0, 8, 92, 10, '#ffffff'),
      line(scattered(22, 10, 3, 74, 12, 8), '#fffdf6', 7),
      shine('M-72 30Q-62 58-38 72', 7, 0.35),
    ].join(''),
};

function ear(ink: Ink): string {
  const grain = fill('M0 0C14-6 16-24 0-36C-16-24-14-6 0 0Z', lit(ink, '#e3ac41'));
  const pairs = [60, 38, 16, -6, -28].flatMap(
    (y) =>
      [
        [-8, y, -38],
        [8, y, 38],
      ] as const,
  );
  return (
    line('M0 100V-40', '#b98126', 4.5) +
    line('M-16-34L-34-92M0-60V-100M16-34L34-92M-20-10L-48-66M20-10L48-66', '#d9a441', 2.4) +
    repeat(ink, grain, [...pairs, [0, -34, 0]])
  );
}

const wheat: Motif = {
  tone: '#e3ac41',
  draw: (ink) => at(-30, 4, -16, 0.86, ear(ink)) + at(32, 0, 15, 0.9, ear(ink)),
};

export const grains = { beans, corn, rice, wheat };
