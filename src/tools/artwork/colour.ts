type Rgb = readonly [number, number, number];

export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of b in a, 0–1. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  const blend = (i: 0 | 1 | 2): number => from[i] + (to[i] - from[i]) * share;
  return toHex([blend(0), blend(1), blend(2)]);
}

/** Warm paper white and warm black: pure ones look cut out of another picture. */
export const PAPER = '#fffaf0';
export const NIGHT = '#1f1611';

export const lighter = (hex: string, share: number): string => mix(hex, PAPER, share);
export const darker = (hex: string, share: number): string => mix(hex, NIGHT, share);

/** Relative luminance as in WCAG 2.2. */
export function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** How different two colours look, 0 to about 765. */
export function distance(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  const red = (x[0] + y[0]) / 2;
  return Math.sqrt((2 + red / 256) * (x[0] - y[0]) ** 2 + 4 * (x[1] - y[1]) ** 2 + (2 + (255 - red) / 256) * (x[2] - y[2]) ** 2);
}

/** A legible colour on `ground`: the first wish with enough contrast, else paper or night tinted with the ground. */
export function legible(ground: string, wishes: readonly string[] = [], least = 4.5): string {
  const wished = wishes.find((wish) => contrast(wish, ground) >= least);
  if (wished) return wished;
  const dark = mix(NIGHT, ground, 0.12);
  return contrast(PAPER, ground) >= contrast(dark, ground) ? PAPER : dark;
}

/** The same drawing in one printing ink: light parts take `light`, dark parts `dark`. */
export function duotone(hex: string, dark: string, light: string): string {
  return mix(dark, light, Math.min(1, Math.sqrt(luminance(hex)) * 1.1));
}
