import { darker, lighter } from '../colour.ts';
import { at, dots, fill, line, oval, shine } from './forms.ts';
import { type Ink, lit, type Motif, round } from './ink.ts';

const steel = (ink: Ink): string =>
  ink.linear([
    [0, '#8d969e'],
    [0.28, '#f7f9fa'],
    [0.55, '#c2c9ce'],
    [1, '#79838b'],
  ]);

const clothFilter: Motif = {
  tone: '#f1e8d6',
  draw: (ink) =>
    [
      line('M40-56L84-66', '#9aa3aa', 7),
      at(80, -65, -13, 1, fill('M0-9H20Q26 0 20 9H0Z', lit(ink, '#9b6a3c'))),
      fill(
        'M-78-54C-72 6-40 70-14 80C6 76 40 10 46-54Z',
        ink.linear([
          [0, '#fffaf0'],
          [0.4, '#f3ead8'],
          [1, '#c9b898'],
        ]),
      ),
      fill(
        'M-56 8C-46 40-30 72-14 80C0 76 18 44 28 4C10 26-34 28-56 8Z',
        ink.linear(
          [
            [0, '#b98a5c', 0.25],
            [1, '#6f4326', 0.95],
          ],
          [0, 0, 0, 1],
        ),
      ),
      line('M-60-40C-54 0-34 48-20 66M-30-42C-28 4-20 46-16 70M4-42C4 0-4 46-12 70M30-42C24 0 4 50-6 66', '#a58c66', 2.4, 0.55),
      oval(-16, -54, 62, 17, '#9aa3aa'),
      oval(-16, -55, 57, 13, '#efe4cd'),
      oval(-16, -51, 46, 9, '#4a2814'),
      oval(-28, -53, 16, 3, '#8a5a34'),
      fill('M-14 84C-8 92-8 100-14 100S-20 92-14 84Z', '#5a3018'),
      shine('M-64-36Q-58 4-42 34', 5, 0.7),
    ].join(''),
};

const grinder: Motif = {
  tone: (ink) => ink.main,
  draw: (ink) =>
    [
      fill('M-26 4H6L14 62H40V76H-46V62H-34Z', lit(ink, ink.main, 0.3)),
      fill('M-44 76H-26V98H-44ZM-44 90H4V98H-44Z', darker(ink.main, 0.3)),
      line('M-6 76V92', '#8d969e', 7),
      oval(-6, 92, 17, 5, '#8d969e'),
      fill('M-52-38H30Q40-38 40-26V-2Q40 8 30 8H-52Z', lit(ink, ink.main, 0.35)),
      oval(-54, -15, 13, 27, round(ink, darker(ink.main, 0.15))),
      oval(-57, -15, 7, 17, '#c3c9ce'),
      fill('M-74-86H44L22-34H-48Z', lit(ink, ink.main, 0.4)),
      oval(-15, -86, 59, 13, lighter(ink.main, 0.3)),
      oval(-15, -86, 53, 10, '#3a1f10'),
      dots('M-56-87H26M-44-82H16', 12, 15, '#6b3e23'),
      dots('M-50-90H20', 9, 17, '#8a5636'),
      line('M40-15H58L78 44', '#8d969e', 9),
      line('M56-15L76 42', '#eef1f3', 3),
      oval(58, -15, 9, 9, '#7d868d'),
      at(80, 50, 12, 1, fill('M-11-14H11Q17 14 8 30H-8Q-17 14-11-14Z', lit(ink, '#8a5a34'))),
      shine('M-58-76L-38-44', 6, 0.45),
      shine('M-36-30H14', 5, 0.35),
    ].join(''),
};

const squeezer: Motif = {
  tone: '#c3c9ce',
  draw: (ink) =>
    [
      at(
        0,
        30,
        10,
        1,
        fill('M-20-12H86Q98-10 98 0T86 12H-20Z', steel(ink)),
        oval(78, 0, 8, 4, '#8d969e'),
        oval(-46, 0, 50, 42, '#8d969e'),
        oval(
          -46,
          -5,
          50,
          40,
          ink.linear(
            [
              [0, '#ffffff'],
              [0.5, '#b4bcc3'],
              [1, '#7d868d'],
            ],
            [0, 0, 1, 1],
          ),
        ),
        dots('M-66 14H-26M-72 4H-20M-58 23H-34', 6, 12, '#4f585f'),
      ),
      oval(-50, -2, 46, 30, '#5d9e2b'),
      oval(-50, -7, 43, 26, '#f3f6d8'),
      oval(-50, -7, 37, 21, round(ink, '#b5d957')),
      line('M-50-7L-86-7M-50-7L-14-7M-50-7L-68-25M-50-7L-32-25M-50-7L-68 11M-50-7L-32 11', '#f3f6d8', 3.5),
      at(
        -4,
        -22,
        -32,
        1,
        fill('M-24-11H86Q98-9 98 0T86 11H-24Z', steel(ink)),
        oval(78, 0, 8, 4, '#8d969e'),
        fill(
          'M-94 0C-94-40-14-40-14 0C-14 12-94 12-94 0Z',
          ink.linear(
            [
              [0, '#f7f9fa'],
              [0.6, '#b9c1c7'],
              [1, '#7d868d'],
            ],
            [0, 0, 1, 1],
          ),
        ),
        shine('M-82-6Q-74-26-52-28', 5, 0.9),
      ),
      oval(-92, 22, 9, 9, '#7d868d'),
      oval(-92, 22, 4, 4, '#dfe4e7'),
    ].join(''),
};

const thermos: Motif = {
  tone: (ink) => ink.main,
  draw: (ink) =>
    [
      line('M34-30C84-36 84 60 34 52', darker(ink.main, 0.35), 15),
      line('M34-30C80-36 80 58 34 52', lighter(ink.main, 0.25), 4),
      fill('M-46-36Q-46-50-32-50H28Q42-50 42-36V84Q42 98 28 98H-32Q-46 98-46 84Z', lit(ink, ink.main, 0.4)),
      fill('M-46-22H42V-10H-46ZM-46 66H42V78H-46Z', lit(ink, ink.accent, 0.3)),
      fill('M-36-66H32V-48H-36Z', steel(ink)),
      fill('M-32-98H28Q34-98 34-90V-64H-38V-90Q-38-98-32-98Z', lit(ink, ink.accent, 0.4)),
      line('M-36-72H32', darker(ink.accent, 0.4), 3),
      shine('M-34-2V60', 7, 0.4),
      shine('M-28-90V-72', 5, 0.6),
    ].join(''),
};

const ringMould: Motif = {
  tone: (ink) => ink.main,
  draw: (ink) =>
    [
      fill('M-98-22C-92 20-78 62-64 68C-30 84 30 84 64 68C78 62 92 20 98-22Z', lit(ink, ink.main, 0.45)),
      line('M-80 8L-60 66M-52 20L-40 74M-18 26L-14 79M18 26L14 79M52 20L40 74M80 8L60 66', darker(ink.main, 0.5), 5, 0.55),
      line('M-68 14L-52 68M-36 24L-28 76M0 28V80M36 24L28 76M68 14L52 68', lighter(ink.main, 0.5), 3, 0.45),
      oval(0, -24, 99, 42, lighter(ink.main, 0.35)),
      oval(
        0,
        -23,
        92,
        37,
        ink.linear(
          [
            [0, darker(ink.accent, 0.2)],
            [1, lighter(ink.accent, 0.25)],
          ],
          [0, 0, 0, 1],
        ),
      ),
      oval(0, -8, 76, 21, '#e9b04e'),
      oval(0, -9, 76, 20, '#c9781f'),
      oval(-26, -16, 22, 4, '#f0b660'),
      fill('M-22-10C-20-24-18-46-14-58H14C18-46 20-24 22-10C10-2-10-2-22-10Z', lit(ink, ink.main, 0.4)),
      oval(0, -58, 14, 5, lighter(ink.main, 0.4)),
      oval(0, -58, 9, 3, '#17110f'),
      shine('M-84-6Q-78 28-66 50', 6, 0.45),
    ].join(''),
};

const steamer: Motif = {
  tone: '#c3c9cd',
  draw: (ink) => {
    const metal = ink.linear([
      [0, darker(ink.main, 0.45)],
      [0.2, lighter(ink.main, 0.75)],
      [0.5, ink.main],
      [1, darker(ink.main, 0.45)],
    ]);
    return [
      fill('M-78 34H-58V46H-66V54H-58V66H-78ZM78 34H58V46H66V54H58V66H78Z', '#2b2725'),
      fill('M-62 18H62V84Q62 98 46 98H-46Q-62 98-62 84Z', metal),
      fill('M-62 18H62V28H-62Z', '#000000').replace('/>', ' opacity=".16"/>'),
      fill('M-56-44H56L60 18H-60Z', metal),
      dots('M-44-22H46M-38-8H40M-46 6H48', 5, 14, darker(ink.main, 0.55)),
      line('M-62 18H62', lighter(ink.main, 0.7), 4),
      fill('M-60-44C-56-74-20-84 0-84S56-74 60-44Z', metal),
      line('M-62-44H62', lighter(ink.main, 0.7), 4),
      fill('M-8-84H8V-90H-8Z', '#2b2725'),
      oval(0, -92, 15, 8, '#2b2725'),
      line('M-26-88C-34-96-22-98-28-100M28-88C36-96 24-98 30-100', ink.accent, 4, 0.6),
      shine('M-44 36V80', 6, 0.6),
      shine('M-44-56Q-34-70-18-74', 5, 0.7),
    ].join('');
  },
};

export const kitchen = { 'cloth-filter': clothFilter, grinder, squeezer, thermos, 'ring-mould': ringMould, steamer };
