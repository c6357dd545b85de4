import { darker, duotone, lighter } from '../colour.ts';
import type { Paints } from '../svg.ts';

/** What a motif draws with. Every motif fills the square from -100 to 100 around the origin. */
export interface Ink extends Paints {
  /** The product's colours, for things that come in any colour (a towel, a pan). */
  main: string;
  accent: string;
  /** Product name and line in small letters: a black bean is drawn black where the name says so. */
  hint: string;
}

export interface Motif {
  /** The colour that most of the drawing has; decides what it may stand on. */
  tone: string | ((ink: Ink) => string);
  draw(ink: Ink): string;
}

export const toneOf = (motif: Motif, ink: Ink): string => (typeof motif.tone === 'string' ? motif.tone : motif.tone(ink));

/** A round form lit from the upper left. */
export function round(ink: Ink, colour: string, depth = 0.45): string {
  return ink.radial(
    [
      [0, lighter(colour, depth)],
      [0.45, colour],
      [1, darker(colour, depth * 0.8)],
    ],
    [0.36, 0.3, 0.72],
  );
}

/** A form lit from the left, like a cylinder or a fruit seen from the side. */
export function lit(ink: Ink, colour: string, depth = 0.35): string {
  return ink.linear(
    [
      [0, lighter(colour, depth)],
      [0.5, colour],
      [1, darker(colour, depth)],
    ],
    [0, 0, 1, 0.5],
  );
}

/** An ink that prints everything between two colours, as labels in one printing colour do. */
export function onePrintingInk(ink: Ink, dark: string, light: string): { ink: Ink; reduce: (markup: string) => string } {
  const reduce = (markup: string): string => markup.replace(/#[0-9a-f]{6}\b/gi, (hex) => duotone(hex, dark, light));
  return {
    reduce,
    ink: {
      ...ink,
      keep: (markup) => ink.keep(reduce(markup)),
      linear: (stops, direction) =>
        ink.linear(
          stops.map(([at, colour, opacity]) => [at, duotone(colour, dark, light), opacity]),
          direction,
        ),
      radial: (stops, at) =>
        ink.radial(
          stops.map(([offset, colour, opacity]) => [offset, duotone(colour, dark, light), opacity]),
          at,
        ),
    },
  };
}
