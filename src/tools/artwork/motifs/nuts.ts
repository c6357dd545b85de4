import { at, fill, leaf, line, oval, repeat, shine } from './forms.ts';
import { lit, type Motif, round } from './ink.ts';

const coffee: Motif = {
  tone: '#6b3e23',
  draw: (ink) => {
    const one =
      oval(0, 0, 40, 29, round(ink, '#70401f', 0.36)) +
      line('M-36-3C-18-14-8 12 6 4S26-9 36 3', '#2c150a', 5.5) +
      shine('M-24-14Q-12-23 4-23', 4.5, 0.4);
    const places: readonly (readonly [number, number, number])[] = [
      [-52, -18, 30],
      [52, -14, -24],
      [-50, 54, -26],
      [48, 60, 20],
      [0, 22, -64],
    ];
    return leaf(-10, -30, 74, 40, -24, '#3f7a3a') + leaf(10, -30, 70, 38, 30, '#3f7a3a') + repeat(ink, one, places);
  },
};

const SHELL =
  'M0-88C30-88 42-62 36-36C32-18 26-12 28 6C34 30 44 50 30 74C16 94-18 94-32 74C-44 52-34 28-28 8C-26-10-32-18-36-38C-42-64-28-88 0-88Z';

const peanut: Motif = {
  tone: '#d9a566',
  draw: (ink) =>
    [
      at(
        -24,
        -6,
        -24,
        0.92,
        fill(SHELL, lit(ink, '#d9a566')),
        line('M-18-76C-26-30-16-12-16 4S-28 50-16 80M0-84C2-30-2-10 0 8S4 60 0 84M18-76C26-30 16-12 16 4S28 50 18 78', '#a8713a', 3, 0.8),
        line('M-30-58Q0-48 30-58M-33-34Q0-24 33-34M-26 2Q0 10 26 2M-32 34Q0 44 34 34M-32 60Q0 70 33 60', '#a8713a', 2.4, 0.6),
      ),
      at(52, 44, 52, 1, oval(0, 0, 24, 32, round(ink, '#b5583a')), shine('M-10-14Q-4-22 4-22', 4)),
      at(56, -22, 16, 0.9, oval(0, 0, 24, 32, round(ink, '#b5583a')), shine('M-10-14Q-4-22 4-22', 4)),
      at(2, 74, 100, 0.8, fill('M-24 0A24 32 0 0 1 24 0Z', round(ink, '#f3dcae')), fill('M-24 3A24 32 0 0 0 24 3Z', round(ink, '#ecd09a'))),
    ].join(''),
};

const NUT = 'M-20-66C10-70 42-30 44 14C44 40 30 60 8 62C-20 62-40 36-44 4C-46-24-40-62-20-66Z';

const nut: Motif = {
  tone: '#7a4d30',
  draw: (ink) =>
    [
      at(
        -38,
        10,
        -20,
        1.02,
        fill(NUT, lit(ink, '#7c4c2d')),
        line('M-18-58C-4-20 0 20 6 54', '#4b2a16', 4),
        line('M4-48C22-14 26 20 22 44M-34-30C-28 6-18 34-6 50', '#4b2a16', 2.4, 0.6),
        shine('M-34-40Q-38-20-34 0', 5, 0.35),
      ),
      at(
        44,
        22,
        24,
        0.98,
        fill(NUT, lit(ink, '#8c5a36')),
        line('M-18-58C-4-20 0 20 6 54', '#54301a', 4),
        shine('M-34-40Q-38-20-34 0', 5, 0.35),
      ),
      at(
        6,
        46,
        74,
        0.74,
        fill(NUT, lit(ink, '#f0dcb4')),
        line('M-30-38C-14-6-6 20-2 52', '#c9a672', 4),
        fill('M-20-66C2-68 26-44 36-18C14-30-20-30-42-20C-42-44-36-63-20-66Z', '#a06a3e'),
      ),
    ].join(''),
};

const POD = 'M0-98C34-76 46-30 42 10C38 56 20 84 0 98C-20 84-38 56-42 10C-46-30-34-76 0-98Z';

const cocoa: Motif = {
  tone: '#a8562a',
  draw: (ink) => {
    const seed = oval(0, 0, 12, 16, round(ink, '#f4e6cf', 0.3));
    const seeds = [-52, -26, 0, 26, 52].flatMap(
      (y) =>
        [
          [-12, y, -20],
          [12, y + 6, 20],
        ] as const,
    );
    return [
      leaf(-40, -40, 62, 40, -46, '#4a8238'),
      at(
        -30,
        2,
        -18,
        0.94,
        fill(POD, lit(ink, '#b3602a')),
        line('M-8-88C-26-40-28 40-10 86M8-88C26-40 28 40 10 86M0-92V92', '#70340f', 3.4, 0.75),
        shine('M-30-30Q-36 6-28 38', 6, 0.35),
      ),
      at(
        38,
        12,
        16,
        0.86,
        fill(POD, lit(ink, '#8e4a22')),
        fill('M0-82C26-64 33-26 30 10C28 46 14 70 0 80C-14 70-28 46-30 10C-33-26-26-64 0-82Z', '#e9c79b'),
        repeat(ink, seed, seeds),
      ),
    ].join('');
  },
};

export const nuts = { coffee, peanut, nut, cocoa };
