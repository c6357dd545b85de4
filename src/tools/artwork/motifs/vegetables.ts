import { at, dots, fill, leaf, line, oval, shine } from './forms.ts';
import { lit, type Motif, round } from './ink.ts';

const GREEN = '#3f8a3c';

const cassava: Motif = {
  tone: '#8a5a3c',
  draw: (ink) =>
    [
      at(
        -6,
        -14,
        38,
        1,
        fill('M-30-84C-6-98 22-90 30-70C40-30 36 30 18 74C12 96-2 108-10 96C-30 60-46-20-44-62Z', lit(ink, '#8a5a3a')),
        line('M-40-30Q-6-18 34-30M-36 4Q-6 14 32 2M-28 38Q0 46 26 34M-16 68Q0 74 16 62', '#553118', 3, 0.7),
        oval(-6, -76, 37, 19, '#6d4026', -8),
        oval(-6, -77, 32, 15, '#fffaf0', -8),
        oval(-6, -77, 5, 3, '#d8c8a4', -8),
      ),
      at(
        46,
        52,
        -12,
        1,
        oval(0, 8, 44, 34, '#6d4026'),
        oval(0, 0, 44, 34, '#8a5a3a'),
        oval(0, 0, 38, 29, round(ink, '#fbf3df', 0.3)),
        oval(0, 0, 6, 4.5, '#d3bf95'),
      ),
    ].join(''),
};

const POD = 'M-4-62C26-66 44-40 40-4C36 42 4 80-62 92C-70 93-70 86-64 84C-26 66-14 30-26-12C-34-40-28-58-4-62Z';

const chili: Motif = {
  tone: '#d3211c',
  draw: (ink) => {
    const one =
      fill(
        POD,
        ink.linear(
          [
            [0, '#ff6a4a'],
            [0.35, '#dc2a1f'],
            [1, '#9c1414'],
          ],
          [0, 0.2, 1, 0.5],
        ),
      ) +
      shine('M-16-40Q-12-4-14 24', 6, 0.55) +
      fill('M-26-52C-22-70 22-74 34-50C20-58 12-52 6-48C-4-56-16-56-26-52Z', GREEN) +
      line('M4-62Q2-82 18-94', GREEN, 8);
    return at(34, 4, 28, 0.86, one) + at(-18, 6, -6, 0.98, one);
  },
};

const garlic: Motif = {
  tone: '#f3ead9',
  draw: (ink) =>
    [
      at(
        -14,
        0,
        -6,
        1,
        fill('M-6-94C6-96 12-90 10-74C10-52 62-34 66 16C68 60 36 82 0 82S-68 60-66 16C-62-34-12-52-10-74Z', lit(ink, '#efe1cf', 0.32)),
        line('M0-70C-14-40-44-10-36 74M0-70C-4-30-10 20 0 80M0-70C14-40 44-10 36 74', '#a97c8e', 3.2, 0.9),
        line('M-18 84Q0 92 18 84', '#a58a6d', 5),
      ),
      at(
        60,
        56,
        24,
        0.9,
        fill('M0-46C24-24 30 10 14 34C4 44-14 42-20 30C-30 4-18-30 0-46Z', lit(ink, '#f0dfc6', 0.3)),
        line('M0-44C-6-10-4 16-8 36', '#cdb3a8', 3),
      ),
    ].join(''),
};

const onion: Motif = {
  tone: '#c9762f',
  draw: (ink) =>
    [
      line('M-4-58C-10-78-24-86-30-98M2-58C2-80 6-88 6-100M8-58C16-78 26-82 36-92', '#7fae4a', 8),
      fill('M0-72C10-48 78-44 80 14C82 60 40 84 0 86C-40 84-82 60-80 14C-78-44-10-48 0-72Z', round(ink, '#cf7c33', 0.45)),
      line('M0-60C-50-40-66 20-40 74M0-60C-20-30-28 30-12 82M0-60C20-30 28 30 12 82M0-60C50-40 66 20 40 74', '#8f4716', 3, 0.65),
      line('M-14 88L-18 98M0 88V99M14 88L18 98', '#8a6a44', 4),
    ].join(''),
};

const tomato: Motif = {
  tone: '#d93a26',
  draw: (ink) => {
    const calyx = [-80, -40, 0, 40, 80].map((turn) => leaf(-8, -48, 40, 18, turn, GREEN)).join('');
    return [
      fill('M-8-52C30-66 74-38 70 14C66 60 30 78-8 78S-82 60-86 14C-90-38-46-66-8-52Z', round(ink, '#dc3a26')),
      shine('M-66-10Q-60-30-42-38', 8, 0.5),
      calyx,
      line('M-8-48Q-8-66 2-76', GREEN, 7),
      at(
        52,
        48,
        10,
        1,
        oval(0, 0, 46, 44, '#c52c1c'),
        oval(0, 0, 39, 37, '#f0694f'),
        dots('M-20-16V18M20-16V18', 15, 17, '#f9b54c'),
        line('M0-36V36M-36 0H36', '#f0694f', 9),
      ),
    ].join('');
  },
};

const herb: Motif = {
  tone: GREEN,
  draw: () => {
    const lobe = (x: number, y: number, turn: number, size: number): string =>
      at(
        x,
        y,
        turn,
        size,
        fill('M0 6C-20 2-34-8-30-24C-42-32-34-50-18-46C-14-62 14-62 18-46C34-50 42-32 30-24C34-8 20 2 0 6Z', '#4a9a3f'),
        line('M0 8V-42M0-8L-20-26M0-8L20-26', '#2c6b2a', 3),
      );
    return [
      line(
        'M4 98C2 50-2 10 0-40M2 58C-18 40-36 30-52 26M2 44C22 26 40 20 56 14M0 8C-16-10-30-18-44-24M0-4C16-20 28-28 42-36',
        '#3b7d34',
        5,
      ),
      lobe(-56, 28, -52, 0.86),
      lobe(58, 16, 50, 0.86),
      lobe(-46, -26, -34, 0.84),
      lobe(46, -38, 34, 0.84),
      lobe(0, -38, 0, 1),
    ].join('');
  },
};

const sugarcane: Motif = {
  tone: '#9bb04a',
  draw: (ink) => {
    const cane = (colour: string): string =>
      [
        `<rect x="-16" y="-92" width="32" height="186" rx="6" fill="${lit(ink, colour)}"/>`,
        line('M-17-46H17M-17 8H17M-17 58H17', '#6d7a2a', 7),
        line('M-14-41H14M-14 13H14M-14 63H14', '#eef0b4', 3),
        oval(0, -92, 16, 7, '#f6efc4'),
        oval(0, -92, 10, 4, '#dcd08c'),
      ].join('');
    return (
      leaf(30, -20, 110, 26, 44, GREEN) +
      leaf(-30, -10, 100, 24, -48, GREEN) +
      at(-36, 6, -14, 0.94, cane('#a9b850')) +
      at(36, 8, 13, 0.92, cane('#9c8f4a')) +
      at(0, 2, 0, 1, cane('#b4c457'))
    );
  },
};

export const vegetables = { cassava, chili, garlic, onion, tomato, herb, sugarcane };
