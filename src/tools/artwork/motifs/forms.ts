import { darker, lighter } from '../colour.ts';
import { svg, use } from '../svg.ts';
import { type Ink, round } from './ink.ts';

/** Moves, turns (degrees) and scales a drawing. */
export function at(x: number, y: number, turn: number, scale: number, ...markup: string[]): string {
  const rotate = turn ? svg` rotate(${turn})` : '';
  const size = scale === 1 ? '' : ` scale(${String(Math.round(scale * 100) / 100)})`;
  return `<g transform="${svg`translate(${x} ${y})`}${rotate}${size}">${markup.join('')}</g>`;
}

/** A ball with a small reflection. */
export function ball(ink: Ink, x: number, y: number, r: number, colour: string): string {
  return svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${round(ink, colour)}"/><ellipse cx="${x - r * 0.35}" cy="${y - r * 0.42}" rx="${r * 0.2}" ry="${r * 0.13}" fill="#ffffff" opacity=".65"/>`;
}

/** A leaf from (x, y), `turn` 0 pointing up, with a light and a shaded half. */
export function leaf(x: number, y: number, length: number, width: number, turn: number, colour: string): string {
  const w = width * 0.68;
  const half = (side: number): string => svg`M0 0C${side * w} ${-length * 0.2} ${side * w} ${-length * 0.68} 0 ${-length}Z`;
  const rib = (share: number, side: number): string => svg`M0 ${-length * share}L${side * w * 0.5} ${-length * (share + 0.17)}`;
  const ribs = [0.2, 0.4, 0.6].flatMap((share) => [rib(share, 1), rib(share, -1)]);
  return at(
    x,
    y,
    turn,
    1,
    svg`<path d="${half(-1)}" fill="${lighter(colour, 0.14)}"/><path d="${half(1)}" fill="${darker(colour, 0.16)}"/>`,
    svg`<path d="M0 ${length * 0.08}V${-length * 0.92}${ribs}" fill="none" stroke="${lighter(colour, 0.45)}" stroke-width="${Math.max(1.4, width * 0.045)}" stroke-linecap="round" opacity=".8"/>`,
  );
}

/** Rows of round grains along a path: a dotted stroke is far shorter than as many circles. */
export function dots(d: string, size: number, gap: number, colour: string): string {
  return svg`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${size}" stroke-linecap="round" stroke-dasharray=".1 ${gap}"/>`;
}

export function line(d: string, colour: string, width: number, opacity = 1): string {
  const alpha = opacity === 1 ? '' : ` opacity="${String(opacity).replace(/^0/, '')}"`;
  return svg`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${alpha}/>`;
}

export const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;

export function oval(x: number, y: number, rx: number, ry: number, colour: string, turn = 0): string {
  const rotate = turn ? svg` transform="rotate(${turn} ${x} ${y})"` : '';
  return svg`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"${rotate}/>`;
}

/** A light reflection, painted over a form. */
export const shine = (d: string, width: number, opacity = 0.45): string => line(d, '#ffffff', width, opacity);

/** Draws one form many times while the file holds it once. */
export function repeat(ink: Ink, form: string, places: readonly (readonly [x: number, y: number, turn: number, scale?: number])[]): string {
  const id = ink.keep(form);
  return places
    .map(([x, y, turn, scale = 1]) => {
      const size = scale === 1 ? '' : `scale(${String(Math.round(scale * 100) / 100)})`;
      return use(id, svg`transform="translate(${x} ${y})rotate(${turn})${size}"`);
    })
    .join('');
}
