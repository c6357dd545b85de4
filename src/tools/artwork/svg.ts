/** A number as SVG wants it: at most one decimal, so that files stay small. */
export function num(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.');
}

type Part = string | number | false | null | undefined | readonly string[];

/** Template tag for markup and path data: rounds numbers, joins lists, drops false and undefined. */
export function svg(texts: TemplateStringsArray, ...parts: Part[]): string {
  let out = texts[0] ?? '';
  parts.forEach((part, index) => {
    if (typeof part === 'number') out += num(part);
    else if (typeof part === 'string') out += part;
    else if (Array.isArray(part)) out += part.join('');
    out += texts[index + 1] ?? '';
  });
  return out;
}

/** [offset 0–1, colour, opacity (1 when left out)] */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** x1, y1, x2, y2 as fractions of the painted shape's box. */
export type Direction = readonly [number, number, number, number];

export const ACROSS: Direction = [0, 0, 1, 0];
export const DOWN: Direction = [0, 0, 0, 1];

/** What a drawing may ask of the file it is drawn into. */
export interface Paints {
  linear(stops: readonly Stop[], direction?: Direction): string;
  /** `at`: centre x, centre y, radius as fractions of the painted shape's box. */
  radial(stops: readonly Stop[], at?: readonly [number, number, number]): string;
  /** Keeps a shape for repeated painting; returns its id. */
  keep(markup: string): string;
}

/** One SVG file in the making: collects definitions, each of them once. */
export interface Sheet extends Paints {
  /** Returns a clip-path reference, `url(#…)`, for a kept shape. */
  clip(id: string): string;
  finish(width: number, height: number, body: string): string;
}

function stopMarkup([offset, colour, opacity = 1]: Stop): string {
  // Opacity needs two decimals: at one, soft shadows show bands.
  const alpha = opacity === 1 ? '' : ` stop-opacity="${String(Math.round(opacity * 100) / 100).replace(/^0\./, '.')}"`;
  return `<stop offset="${String(Math.round(offset * 100) / 100).replace(/^0\./, '.')}" stop-color="${colour}"${alpha}/>`;
}

const fraction = (value: number): string => String(Math.round(value * 1000) / 1000).replace(/^(-?)0\./, '$1.');

export function createSheet(): Sheet {
  // Keyed by the definition with its id left open, so that the same gradient is written once.
  const known = new Map<string, { id: string; markup: string }>();
  const add = (make: (id: string) => string): string => {
    const key = make('?');
    const entry = known.get(key) ?? { id: `i${known.size.toString(36)}`, markup: '' };
    entry.markup ||= make(entry.id);
    known.set(key, entry);
    return entry.id;
  };

  return {
    linear(stops, [x1, y1, x2, y2] = ACROSS) {
      const inner = stops.map(stopMarkup).join('');
      const place = `x1="${fraction(x1)}" y1="${fraction(y1)}" x2="${fraction(x2)}" y2="${fraction(y2)}"`;
      return `url(#${add((id) => `<linearGradient id="${id}" ${place}>${inner}</linearGradient>`)})`;
    },
    radial(stops, [cx, cy, r] = [0.5, 0.5, 0.5]) {
      const inner = stops.map(stopMarkup).join('');
      const place = `cx="${fraction(cx)}" cy="${fraction(cy)}" r="${fraction(r)}"`;
      return `url(#${add((id) => `<radialGradient id="${id}" ${place}>${inner}</radialGradient>`)})`;
    },
    keep(markup) {
      const single = /^<(path|rect|circle|ellipse) ([^>]*)\/>$/.exec(markup);
      // A clip path may hold a shape but not a group, so a single shape carries the id itself.
      return add((id) => (single ? `<${single[1] ?? ''} id="${id}" ${single[2] ?? ''}/>` : `<g id="${id}">${markup}</g>`));
    },
    clip(id) {
      return `url(#${add((clipId) => `<clipPath id="${clipId}"><use href="#${id}"/></clipPath>`)})`;
    },
    finish(width, height, body) {
      const defs = [...known.values()].map((entry) => entry.markup).join('');
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>\n`;
    },
  };
}

/** Paints a kept shape. */
export function use(id: string, attributes = ''): string {
  return `<use href="#${id}"${attributes && ` ${attributes}`}/>`;
}

export function group(attributes: string, ...children: string[]): string {
  return `<g ${attributes}>${children.join('')}</g>`;
}
