import { darker, lighter } from '../colour.ts';
import { at, dots, fill, line, oval, shine } from './forms.ts';
import { type Ink, lit, type Motif, round } from './ink.ts';

const STEEL = '#c3c9ce';

const steel = (ink: Ink): string =>
  ink.linear([
    [0, '#8d969e'],
    [0.3, '#f7f9fa'],
    [0.55, '#b9c1c7'],
    [1, '#6f7982'],
  ]);

function straw(ink: Ink): string {
  return [
    fill('M-5-96H5L6 50H-6Z', steel(ink)),
    fill('M-9-98H9V-90H-9Z', '#d9b04a'),
    fill('M-8-30H8V-18H-8ZM-7 20H7V28H-7Z', '#d9b04a'),
    fill('M-6 48H6C24 56 22 92 0 98C-22 92-24 56-6 48Z', steel(ink)),
    dots('M-8 66H10M-11 76H12M-8 86H10', 4, 6.5, '#4a5258'),
  ].join('');
}

const bomba: Motif = {
  tone: STEEL,
  draw: (ink) =>
    at(0, 0, 24, 1, '<g transform="scale(1.5 1)">', straw(ink), '</g>') +
    at(0, 0, -24, 1, '<g transform="scale(1.5 1)">', straw(ink), '</g>'),
};

const cuia: Motif = {
  tone: '#8a4f2a',
  draw: (ink) =>
    [
      at(30, -50, 28, 0.62, fill('M-7-100H7V90H-7Z', steel(ink)), fill('M-11-102H11V-90H-11ZM-9-40H9V-26H-9Z', '#d9b04a')),
      fill('M-58-34C-66-10-82 8-80 42C-78 78-40 96 0 96S78 78 80 42C82 8 66-10 58-34Z', lit(ink, '#8f532c', 0.42)),
      fill('M-62-42H62L58-18C30-8-30-8-58-18Z', steel(ink)),
      oval(0, -42, 62, 15, '#eef1f3'),
      oval(0, -41, 54, 11, '#55702a'),
      line('M-40-42L-20-46M-10-38L14-44M24-38L40-42', '#8fae4a', 4),
      line('M-68 20C-30 34 30 34 68 20M-74 34C-34 50 34 50 74 34', '#d9a35f', 3, 0.8),
      dots('M-70 27C-30 42 30 42 70 27', 5, 11, '#f0c98c'),
      shine('M-60 14Q-70 44-52 66', 8, 0.35),
      at(16, -45, 0, 1, oval(0, 0, 9, 4, '#3c5220')),
    ].join(''),
};

const pan: Motif = {
  tone: (ink) => ink.main,
  draw: (ink) =>
    [
      fill(
        'M-98-2C-98-18-66-18-66-2V10H-80V2H-86V18H-66V30C-98 30-98 16-98-2ZM98-2C98-18 66-18 66-2V10H80V2H86V18H66V30C98 30 98 16 98-2Z',
        darker(ink.main, 0.35),
      ),
      fill('M-72-22H72V60C72 84 44 90 0 90S-72 84-72 60Z', lit(ink, ink.main, 0.4)),
      fill('M-72-22H72V-10C40 0-40 0-72-10Z', '#000000').replace('/>', ' opacity=".16"/>'),
      fill('M-78-22C-78-46-40-60 0-60S78-46 78-22C78-12-78-12-78-22Z', lit(ink, lighter(ink.main, 0.12), 0.4)),
      line('M-78-22C-60-12 60-12 78-22', lighter(ink.main, 0.5), 4),
      fill('M-10-58C-8-66 8-66 10-58Z', '#2a2624'),
      oval(0, -70, 18, 12, round(ink, '#3a3532')),
      shine('M-54 6Q-56 50-40 70', 8, 0.4),
      shine('M-54-36Q-30-50-6-52', 5, 0.45),
    ].join(''),
};

const spoon: Motif = {
  tone: '#c48a4f',
  draw: (ink) => {
    const wood = ink.linear([
      [0, '#e6b67c'],
      [0.5, '#c98f52'],
      [1, '#945f2d'],
    ]);
    const one =
      fill('M-8-14H8L11 92C11 100-11 100-11 92Z', wood) +
      oval(0, -50, 32, 46, wood) +
      oval(
        0,
        -52,
        24,
        37,
        ink.linear([
          [0, '#9a6634'],
          [1, '#dba86c'],
        ]),
      ) +
      line('M0 4V86', '#8a5a2c', 2, 0.5);
    return at(-26, 4, -24, 0.98, one) + at(28, 2, 20, 0.98, one);
  },
};

export const tools = { bomba, cuia, pan, spoon };
