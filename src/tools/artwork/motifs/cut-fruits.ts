import { at, ball, dots, fill, leaf, line, oval, shine } from './forms.ts';
import { type Ink, type Motif, round } from './ink.ts';
import { svg } from '../svg.ts';

const GREEN = '#3f8a3c';

/** Wedges of a cut citrus fruit. */
function wedges(count: number, inner: number, outer: number): string {
  return Array.from({ length: count }, (_, i) => {
    const middle = (i / count) * 2 * Math.PI;
    const half = (Math.PI / count) * 0.8;
    const point = (r: number, angle: number): string => svg`${r * Math.cos(angle)} ${r * Math.sin(angle)}`;
    return `M${point(inner, middle)}L${point(outer, middle - half)}Q${point(outer * 1.13, middle)} ${point(outer, middle + half)}Z`;
  }).join('');
}

function citrus(ink: Ink, rind: string, flesh: string): string {
  return [
    leaf(-22, -62, 58, 38, 62, GREEN),
    leaf(-26, -60, 50, 34, -12, GREEN),
    ball(ink, -26, -12, 58, rind),
    at(
      26,
      24,
      8,
      1,
      oval(0, 0, 66, 66, rind),
      oval(0, 0, 59, 59, '#fff3d6'),
      fill(wedges(9, 7, 50), round(ink, flesh, 0.35)),
      shine('M-46-24Q-36-42-18-50', 5, 0.7),
    ),
  ].join('');
}

const orange: Motif = { tone: '#f08a1c', draw: (ink) => citrus(ink, '#f08a1c', '#f7991f') };

const lime: Motif = { tone: '#6fae2e', draw: (ink) => citrus(ink, '#5d9e2b', '#a9d04c') };

const passionfruit: Motif = {
  tone: '#f2b322',
  draw: (ink) => {
    const seeds: readonly (readonly [number, number])[] = [
      [0, 0],
      [-24, -12],
      [22, -16],
      [-14, 24],
      [20, 22],
      [2, -32],
      [-36, 14],
      [40, 6],
      [-30, -36],
      [6, 42],
    ];
    return [
      leaf(-36, -54, 54, 40, -30, GREEN),
      ball(ink, -30, -16, 60, '#edb01f'),
      oval(28, 26, 68, 66, round(ink, '#e0a11b')),
      oval(28, 26, 58, 56, '#fff2cf'),
      oval(28, 26, 51, 49, round(ink, '#f49a15', 0.5)),
      seeds.map(([x, y]) => oval(28 + x, 26 + y, 9.5, 8.5, '#ffc640') + oval(28 + x, 26 + y, 4.6, 6.2, '#2b1a16', x)).join(''),
    ].join('');
  },
};

const guava: Motif = {
  tone: '#ef7d7f',
  draw: (ink) =>
    [
      leaf(-34, -56, 56, 40, 30, GREEN),
      ball(ink, -32, -12, 58, '#a8bf4a'),
      oval(28, 24, 68, 66, round(ink, '#9cb542')),
      oval(28, 24, 59, 57, '#fbd9cf'),
      oval(28, 24, 53, 51, round(ink, '#ee6f78', 0.4)),
      oval(28, 24, 30, 28, '#f59a98'),
      dots('M28-6A30 30 0 1 1 27.9-6', 6.5, 12, '#fbe9c9'),
      dots('M28 8A16 16 0 1 1 27.9 8', 5.5, 12, '#fbe9c9'),
    ].join(''),
};

const coconut: Motif = {
  tone: '#6b4630',
  draw: (ink) =>
    [
      leaf(-46, -40, 66, 26, -70, GREEN),
      leaf(-40, -50, 70, 26, -26, GREEN),
      leaf(-26, -52, 66, 26, 18, GREEN),
      oval(-24, -8, 62, 60, round(ink, '#6f4629')),
      line('M-66-28Q-40-20-30-52M-70-4Q-48 4-40 20M-10-62Q-6-50 6-46M20-44Q24-34 34-30', '#432512', 3, 0.6),
      oval(26, 28, 70, 66, round(ink, '#5f3a22')),
      oval(26, 26, 61, 57, '#fffdf5'),
      oval(
        26,
        30,
        44,
        39,
        ink.linear(
          [
            [0, '#cfd8cd'],
            [0.6, '#f1f2e6'],
            [1, '#ffffff'],
          ],
          [0.2, 0, 0.6, 1],
        ),
      ),
      shine('M-20 4Q-14-12 4-20', 6, 0.9),
    ].join(''),
};

export const cutFruits = { orange, lime, passionfruit, guava, coconut };
