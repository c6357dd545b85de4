import { darker, lighter } from '../colour.ts';
import { ACROSS, type Direction, DOWN, type Sheet, type Stop, svg, use } from '../svg.ts';

// All packs stand in the same light: from the upper left, with a weak reflection on the right edge.

const WHITE = '#ffffff';
const BLACK = '#140c08';

const CYLINDER: readonly Stop[] = [
  [0, BLACK, 0.42],
  [0.07, BLACK, 0.14],
  [0.14, WHITE, 0.12],
  [0.22, WHITE, 0.5],
  [0.29, WHITE, 0.16],
  [0.4, WHITE, 0],
  [0.62, BLACK, 0.04],
  [0.84, BLACK, 0.26],
  [0.94, BLACK, 0.42],
  [0.97, BLACK, 0.26],
  [1, BLACK, 0.36],
];

const SOFT: readonly Stop[] = [
  [0, BLACK, 0.3],
  [0.06, BLACK, 0.06],
  [0.14, WHITE, 0.26],
  [0.24, WHITE, 0.05],
  [0.45, WHITE, 0],
  [0.72, BLACK, 0.05],
  [0.86, BLACK, 0.2],
  [0.92, WHITE, 0.06],
  [1, BLACK, 0.36],
];

/** Round body: can, bottle, jar. */
export const cylinder = (sheet: Sheet, id: string): string => use(id, `fill="${sheet.linear(CYLINDER)}"`);

/** Same light, weaker: labels and lids that should stay readable. */
export function cylinderSoft(sheet: Sheet, id: string): string {
  return use(id, `fill="${sheet.linear(CYLINDER.map(([at, colour, opacity = 1]) => [at, colour, opacity * 0.6]))}"`);
}

/** Filled film: bag and pouch. */
export function pillow(sheet: Sheet, id: string): string {
  const ends: readonly Stop[] = [
    [0, BLACK, 0],
    [0.065, BLACK, 0],
    [0.085, BLACK, 0.24],
    [0.14, WHITE, 0.14],
    [0.22, WHITE, 0],
    [0.8, BLACK, 0],
    [0.91, BLACK, 0.24],
    [0.935, BLACK, 0.05],
    [1, BLACK, 0.1],
  ];
  return use(id, `fill="${sheet.linear(SOFT)}"`) + use(id, `fill="${sheet.linear(ends, DOWN)}"`);
}

/** Flat surface that catches the light at its upper left. */
export function sheen(sheet: Sheet, id: string, strength = 1): string {
  const stops: readonly Stop[] = [
    [0, WHITE, 0.26 * strength],
    [0.35, WHITE, 0.05 * strength],
    [0.55, BLACK, 0],
    [1, BLACK, 0.2 * strength],
  ];
  return use(id, `fill="${sheet.linear(stops, [0, 0, 0.9, 1])}"`);
}

export const metal = (sheet: Sheet, direction: Direction = ACROSS): string =>
  sheet.linear(
    [
      [0, '#7d858c'],
      [0.1, '#c9d0d5'],
      [0.22, '#ffffff'],
      [0.36, '#b4bcc3'],
      [0.6, '#dfe4e7'],
      [0.82, '#8e979e'],
      [0.94, '#b9c1c7'],
      [1, '#79828a'],
    ],
    direction,
  );

export const gold = (sheet: Sheet): string =>
  sheet.linear([
    [0, '#8a6322'],
    [0.12, '#d9b05a'],
    [0.24, '#fff0c4'],
    [0.4, '#cfa14b'],
    [0.65, '#e6c678'],
    [0.86, '#94692a'],
    [1, '#b98a3d'],
  ]);

/** Solid colour turned round a cylinder: caps and lids. */
export const turned = (sheet: Sheet, colour: string): string =>
  sheet.linear([
    [0, darker(colour, 0.5)],
    [0.1, darker(colour, 0.12)],
    [0.22, lighter(colour, 0.5)],
    [0.34, lighter(colour, 0.08)],
    [0.6, colour],
    [0.88, darker(colour, 0.4)],
    [1, darker(colour, 0.3)],
  ]);

/** The pack's shadow on the floor: tight and dark where it touches, wide and faint around. */
export function contact(sheet: Sheet, x: number, y: number, rx: number): string {
  const shade = (strength: number): string =>
    sheet.radial([
      [0, BLACK, strength],
      [0.55, BLACK, strength * 0.55],
      [1, BLACK, 0],
    ]);
  return svg`<ellipse cx="${x + rx * 0.1}" cy="${y + 4}" rx="${rx * 1.32}" ry="${Math.min(62, rx * 0.19)}" fill="${shade(0.3)}"/><ellipse cx="${x}" cy="${y}" rx="${rx * 1.04}" ry="${Math.min(24, rx * 0.075)}" fill="${shade(0.65)}"/>`;
}

/** A crimped seam: fine ribs across a straight line. */
export function crimp(d: string, depth: number): string {
  return svg`<path d="${d}" fill="none" stroke="#000000" stroke-opacity=".2" stroke-width="${depth}" stroke-dasharray="3 8"/><path d="${d}" fill="none" stroke="#ffffff" stroke-opacity=".28" stroke-width="${depth}" stroke-dasharray="3 8" stroke-dashoffset="-4"/>`;
}

export const streak = (d: string, opacity: number, colour = WHITE): string =>
  `<path d="${d}" fill="${colour}" opacity="${String(opacity).replace(/^0/, '')}"/>`;

export const fold = (d: string, opacity: number): string => streak(d, opacity, BLACK);
