import { readFileSync } from 'node:fs';
import opentype, { type Command, type Font } from 'opentype.js';
import { type Box, midX, midY } from './geometry.ts';
import { num } from './svg.ts';

// The machines that rasterise the pictures have no fonts, so every letter becomes an outline here.
const FILES = {
  sans: 'barlow-condensed-latin-700-normal.woff',
  round: 'fredoka-latin-700-normal.woff',
  serif: 'dm-serif-display-latin-400-normal.woff',
  script: 'lobster-latin-400-normal.woff',
} as const;

export type Face = keyof typeof FILES;

export interface Lettering {
  face: Face;
  upper?: boolean;
  /** Space between letters, in em. */
  tracking?: number;
  /** Degrees the letters lean. */
  slant?: number;
  /** Degrees the base line climbs. */
  rise?: number;
  /** How far the middle stands above the ends, as a share of the width. */
  arch?: number;
}

export interface Setting {
  align?: 'start' | 'middle';
  valign?: 'top' | 'middle' | 'bottom';
  /** Largest font size. */
  size?: number;
  /** At most so many lines; a text only wraps where that makes it clearly larger. */
  lines?: number;
}

const fonts = new Map<Face, Font>();

function font(face: Face): Font {
  const known = fonts.get(face);
  if (known) return known;
  const file = readFileSync(new URL(`./fonts/${FILES[face]}`, import.meta.url));
  const loaded = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
  fonts.set(face, loaded);
  return loaded;
}

type Point = readonly [x: number, y: number];
type Move = (point: Point) => Point;

function moved(commands: readonly Command[], move: Move): Command[] {
  return commands.map((c) => {
    if (c.type === 'Z') return c;
    const [x, y] = move([c.x, c.y]);
    const [x1, y1] = c.type === 'C' || c.type === 'Q' ? move([c.x1, c.y1]) : [0, 0];
    const [x2, y2] = c.type === 'C' ? move([c.x2, c.y2]) : [0, 0];
    return { type: c.type, x, y, x1, y1, x2, y2 };
  });
}

function bounds(commands: readonly Command[]): Box {
  const points = commands.filter((c) => c.type !== 'Z');
  const xs = points.map((c) => c.x);
  const ys = points.map((c) => c.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, w: Math.max(...xs) - left, h: Math.max(...ys) - top };
}

/** All ways to break words (and words at their hyphens) into at most `most` lines. */
function breaks(words: readonly string[], most: number): string[][] {
  if (words.length === 0) return [];
  const joined = (some: readonly string[]): string => some.join(' ').replaceAll('- ', '-');
  const whole = [[joined(words)]];
  if (most === 1) return whole;
  const cut = words
    .slice(1)
    .flatMap((_, i) => breaks(words.slice(i + 1), most - 1).map((rest) => [joined(words.slice(0, i + 1)), ...rest]));
  return [...whole, ...cut];
}

const UNIT = 100;

/** Sets lines at font size 100 around x = 0 (or from x = 0), with the style's lean, arch and climb. */
function block(lines: readonly string[], style: Lettering, align: 'start' | 'middle'): Command[] {
  const leading = style.upper ? 88 : 98;
  const set = lines.flatMap((line, index) => {
    const outline = font(style.face).getPath(line, 0, 0, UNIT, { kerning: true, letterSpacing: style.tracking ?? 0 }).commands;
    const { x, w } = bounds(outline);
    const shift = align === 'middle' ? -x - w / 2 : -x;
    return moved(outline, ([px, py]) => [px + shift, py + index * leading]);
  });
  const { x: left, w: width } = bounds(set);
  const lean = Math.tan(((style.slant ?? 0) * Math.PI) / 180);
  const climb = (-(style.rise ?? 0) * Math.PI) / 180;
  return moved(set, ([px, py]) => {
    const across = ((px - left) / width) * 2 - 1;
    const x = px - py * lean;
    const y = py + (style.arch ?? 0) * width * across ** 2;
    return [x * Math.cos(climb) - y * Math.sin(climb), x * Math.sin(climb) + y * Math.cos(climb)];
  });
}

/** Path data with relative steps, whole units for all but small letters, and no needless command letters: a third of the plain size. */
function pathData(commands: readonly Command[], size: number): string {
  let [x, y] = [0, 0];
  let start: Point = [0, 0];
  let letter = '';
  const grain = size > 52 ? 1 : size > 34 ? 2 : 10;
  const round = (value: number): number => Math.round(value * grain) / grain;
  const step = (next: string, points: readonly Point[]): string => {
    const values = points.flatMap(([px, py]) => [round(px) - x, round(py) - y]);
    const last = points.at(-1) ?? [x, y];
    [x, y] = [round(last[0]), round(last[1])];
    if (values.every((value) => Math.abs(value) < 0.05)) return '';
    const [dx = 0, dy = 0] = values;
    const straight = next === 'l' && (Math.abs(dx) < 0.05 || Math.abs(dy) < 0.05);
    const command = straight ? (Math.abs(dy) < 0.05 ? 'h' : 'v') : next;
    const numbers = straight ? num(command === 'h' ? dx : dy) : values.map(num).join(' ').replaceAll(' -', '-');
    const repeated = command === letter;
    letter = command;
    return repeated ? (numbers.startsWith('-') ? numbers : ` ${numbers}`) : command + numbers;
  };
  return commands
    .map((c) => {
      if (c.type === 'M') {
        // A move must always be written: the pen has to leave the last outline even for a step of nothing.
        const text = step('m', [[c.x, c.y]]) || 'm0 0';
        [start, letter] = [[x, y], 'm'];
        return text;
      }
      if (c.type === 'L') return step('l', [[c.x, c.y]]);
      if (c.type === 'Q')
        return step('q', [
          [c.x1, c.y1],
          [c.x, c.y],
        ]);
      if (c.type === 'C')
        return step('c', [
          [c.x1, c.y1],
          [c.x2, c.y2],
          [c.x, c.y],
        ]);
      [x, y] = start;
      letter = 'z';
      return 'z';
    })
    .join('');
}

export interface TextPath {
  d: string;
  box: Box;
}

/** Sets a text as large as fits into the area, wrapped where that helps. */
export function setText(text: string, style: Lettering, area: Box, setting: Setting = {}): TextPath {
  const { align = 'middle', valign = 'middle', size = 400, lines = 1 } = setting;
  const words = (style.upper ? text.toLocaleUpperCase('pt-BR') : text).split(/\s+|(?<=\p{L}-)(?=\p{L})/u).filter(Boolean);
  if (words.length === 0) return { d: '', box: { x: midX(area), y: midY(area), w: 0, h: 0 } };
  const candidates = breaks(words, lines).map((broken) => {
    const commands = block(broken, style, align);
    const around = bounds(commands);
    const scale = Math.min(area.w / around.w, area.h / around.h, size / UNIT);
    // An extra line has to earn its place: ragged short lines look worse than one a little smaller.
    return { commands, around, scale, worth: scale * 0.88 ** (broken.length - 1) };
  });
  const best = candidates.reduce((a, b) => (b.worth > a.worth ? b : a));
  const { around, scale } = best;
  const [w, h] = [around.w * scale, around.h * scale];
  const x = align === 'middle' ? midX(area) - w / 2 : area.x;
  const y = valign === 'top' ? area.y : valign === 'bottom' ? area.y + area.h - h : midY(area) - h / 2;
  const d = pathData(
    moved(best.commands, ([px, py]) => [(px - around.x) * scale + x, (py - around.y) * scale + y]),
    scale * UNIT,
  );
  return { d, box: { x, y, w, h } };
}

/** Letters the fonts cannot draw; a picture with blank boxes must not pass unnoticed. */
export function missingLetters(text: string): string[] {
  return [...new Set(text)].filter((letter) => letter.trim() && font('sans').charToGlyphIndex(letter) === 0);
}
