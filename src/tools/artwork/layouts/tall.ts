import { contrast, darker, lighter, mix, PAPER } from '../colour.ts';
import { type Box, bottom, inset, midX, part, right } from '../geometry.ts';
import type { Press } from '../press.ts';
import { DOWN, svg } from '../svg.ts';

/** Where a layout prints: words stay inside `box`, colour runs out to `bleed`. */
export interface Face {
  box: Box;
  bleed: Box;
}

export type Layout = (press: Press, face: Face) => string;

export const rect = (of: Box, fill: string, more = ''): string =>
  svg`<rect x="${of.x}" y="${of.y}" width="${of.w}" height="${of.h}" fill="${fill}"${more && ` ${more}`}/>`;

/** The pack's colour with a little life in it. */
export const base = (press: Press, face: Face, colour = press.main): string =>
  rect(
    face.bleed,
    press.sheet.linear(
      [
        [0, lighter(colour, 0.12)],
        [0.5, colour],
        [1, darker(colour, 0.14)],
      ],
      DOWN,
    ),
  );

/** Soft light behind a motif, so that it stands in front of the pack's colour. */
export const glow = (press: Press, x: number, y: number, r: number, strength = 0.5): string =>
  svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${press.sheet.radial([
    [0, PAPER, strength],
    [0.6, PAPER, strength * 0.4],
    [1, PAPER, 0],
  ])}"/>`;

/** The product word on a pill of the second colour. */
export function pill(press: Press, area: Box, colour: string): string {
  if (!press.line(area, colour)) return '';
  return (
    rect(area, colour, svg`rx="${area.h / 2}"`) +
    press.line(inset(area, area.h * 0.45, area.h * 0.2), colour, { lines: 1, wishes: [PAPER] })
  );
}

const width = (face: Face, height: number): number => Math.min(face.box.w * 0.96, face.box.h * height);
const corner = (face: Face): Box => part(face.box, 0.64, 0.935, 0.32, 0.05);

const band: Layout = (press, face) => {
  const { box: b, bleed } = face;
  const strip = { x: bleed.x, y: b.y + b.h * 0.09, w: bleed.w, h: b.h * 0.27 };
  return [
    base(press, face),
    rect(strip, press.second),
    rect({ ...strip, y: strip.y - 14, h: 6 }, lighter(press.second, 0.5)),
    rect({ ...strip, y: bottom(strip) + 8, h: 6 }, lighter(press.second, 0.5)),
    press.brand(part(b, 0.02, 0.115, 0.96, 0.22), press.second, { wishes: [press.main] }),
    press.line(part(b, 0.06, 0.4, 0.88, 0.09), press.main, { wishes: [press.second] }),
    glow(press, midX(b), b.y + b.h * 0.71, width(face, 0.34)),
    press.motif(midX(b), b.y + b.h * 0.71, width(face, 0.44), press.main),
    press.quantity(corner(face), press.main, { align: 'start', valign: 'bottom' }),
  ].join('');
};

const diagonal: Layout = (press, { box: b, bleed }) => {
  const [high, low] = [b.y + b.h * 0.38, b.y + b.h * 0.58];
  const cut = (shift: number): string => svg`M${bleed.x} ${low + shift}L${right(bleed)} ${high + shift}V${bottom(bleed)}H${bleed.x}Z`;
  return [
    base(press, { box: b, bleed }),
    `<path d="${cut(-26)}" fill="${lighter(press.second, 0.6)}"/><path d="${cut(0)}" fill="${press.second}"/>`,
    press.brand(part(b, 0, 0.05, 1, 0.24), press.main, { wishes: [press.second, PAPER] }),
    press.line(part(b, 0.02, 0.335, 0.66, 0.08), press.main, { align: 'start', valign: 'top' }),
    press.motif(b.x + b.w * 0.54, b.y + b.h * 0.7, Math.min(b.w, b.h * 0.5), press.second),
    press.quantity(part(b, 0.06, 0.925, 0.3, 0.055), press.second, { align: 'start', valign: 'bottom' }),
  ].join('');
};

const badge: Layout = (press, { box: b, bleed }) => {
  const r = Math.min(b.w * 0.51, b.h * 0.31);
  const [x, y] = [midX(b), b.y + r + b.h * 0.015];
  const plate = contrast(press.main, PAPER) > 1.6 ? PAPER : press.second;
  return [
    base(press, { box: b, bleed }),
    svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${press.second}"/><circle cx="${x}" cy="${y}" r="${r * 0.94}" fill="${plate}"/><circle cx="${x}" cy="${y}" r="${r * 0.89}" fill="none" stroke="${press.second}" stroke-width="4"/>`,
    press.brand({ x: x - r * 0.8, y: y - r * 0.52, w: r * 1.6, h: r * 0.72 }, plate, {
      wishes: [press.main, press.second, darker(press.main, 0.4)],
    }),
    press.line({ x: x - r * 0.62, y: y + r * 0.27, w: r * 1.24, h: r * 0.3 }, plate, { wishes: [press.second, darker(press.main, 0.4)] }),
    glow(press, x, b.y + b.h * 0.77, width({ box: b, bleed }, 0.3), 0.4),
    press.motif(x, b.y + b.h * 0.78, width({ box: b, bleed }, 0.41), press.main),
    press.quantity(corner({ box: b, bleed }), press.main, { valign: 'bottom' }),
  ].join('');
};

const split: Layout = (press, { box: b, bleed }) => {
  const y = b.y + b.h * 0.52;
  const crest = (shift: number): string =>
    svg`M${bleed.x} ${y + shift}C${bleed.x + bleed.w * 0.3} ${y + shift - b.h * 0.11} ${bleed.x + bleed.w * 0.6} ${y + shift + b.h * 0.1} ${right(bleed)} ${y + shift - b.h * 0.05}V${bottom(bleed)}H${bleed.x}Z`;
  return [
    base(press, { box: b, bleed }),
    `<path d="${crest(-22)}" fill="${mix(press.main, press.second, 0.5)}"/><path d="${crest(0)}" fill="${press.second}"/>`,
    press.brand(part(b, 0, 0.06, 1, 0.24), press.main, { wishes: [PAPER] }),
    press.line(part(b, 0.08, 0.325, 0.84, 0.09), press.main, { wishes: [press.second] }),
    press.motif(midX(b), b.y + b.h * 0.68, width({ box: b, bleed }, 0.47), press.second),
    press.quantity(corner({ box: b, bleed }), press.second, { valign: 'bottom' }),
  ].join('');
};

const stripes: Layout = (press, { box: b, bleed }) => {
  const step = bleed.w / 9;
  const bars = [1, 3, 5, 7].map((i) => rect({ x: bleed.x + step * i, y: bleed.y, w: step, h: bleed.h }, press.second, 'opacity=".55"'));
  const plate = part(b, -0.02, 0.07, 1.04, 0.4);
  const paper = contrast(press.main, PAPER) > 1.5 ? PAPER : press.second;
  return [
    base(press, { box: b, bleed }),
    ...bars,
    rect(plate, paper, 'rx="26"'),
    rect(inset(plate, 12), 'none', `rx="18" stroke="${press.main}" stroke-width="5"`),
    press.brand(part(plate, 0.07, 0.11, 0.86, 0.46), paper, { wishes: [press.main, press.second] }),
    press.line(part(plate, 0.1, 0.64, 0.8, 0.21), paper, { wishes: [press.second, press.main] }),
    press.motif(midX(b), b.y + b.h * 0.74, width({ box: b, bleed }, 0.45), press.main, { edge: true }),
    rect({ ...bleed, y: b.y + b.h * 0.92, h: bleed.h }, press.main),
    press.quantity(part(b, 0.3, 0.94, 0.4, 0.045), press.main),
  ].join('');
};

const rays: Layout = (press, { box: b, bleed }) => {
  const [x, y, r] = [midX(b), b.y + b.h * 0.68, bleed.h];
  const ray = Array.from({ length: 12 }, (_, i) => {
    const a = (i * Math.PI) / 6;
    return svg`M${x} ${y}L${x + r * Math.cos(a)} ${y + r * Math.sin(a)}L${x + r * Math.cos(a + 0.26)} ${y + r * Math.sin(a + 0.26)}Z`;
  });
  const plate = part(b, -0.2, 0.05, 1.4, 0.29);
  const [l, t, e, d] = [bleed.x, plate.y, right(bleed), bottom(plate)];
  return [
    base(press, { box: b, bleed }),
    svg`<path d="${ray}" fill="${lighter(press.main, 0.5)}" opacity=".4"/>`,
    svg`<path d="M${l} ${t}Q${x} ${t - 44} ${e} ${t}V${d}Q${x} ${d - 44} ${l} ${d}Z" fill="${press.second}"/>`,
    press.brand(part(b, 0.02, 0.055, 0.96, 0.23), press.second, { wishes: [PAPER, press.main] }),
    press.line(part(b, 0.06, 0.36, 0.88, 0.08), press.main, { wishes: [PAPER] }),
    press.motif(x, y + b.h * 0.02, width({ box: b, bleed }, 0.46), press.main),
    press.quantity(corner({ box: b, bleed }), press.main, { valign: 'bottom' }),
  ].join('');
};

const cropped: Layout = (press, { box: b, bleed }) => {
  const size = Math.min(b.w * 1.28, b.h * 0.66);
  return [
    base(press, { box: b, bleed }),
    svg`<circle cx="${b.x + b.w * 0.66}" cy="${b.y + b.h * 0.745}" r="${size * 0.56}" fill="${press.second}"/>`,
    press.brand(part(b, 0.02, 0.025, 0.98, 0.235), press.main, { align: 'start', valign: 'top', wishes: [PAPER, press.second] }),
    press.line(part(b, 0.02, 0.295, 0.74, 0.066), press.main, { align: 'start', valign: 'top', wishes: [press.second] }),
    press.motif(b.x + b.w * 0.62, b.y + b.h * 0.735, size * 0.84, press.second),
    press.quantity(part(b, 0.05, 0.935, 0.24, 0.05), press.main, { align: 'start', valign: 'bottom' }),
  ].join('');
};

const arch: Layout = (press, { box: b, bleed }) => {
  const paper = contrast(press.main, PAPER) > 1.5 ? PAPER : press.second;
  const [l, e, top, r] = [b.x + b.w * 0.04, right(b) - b.w * 0.04, b.y + b.h * 0.34, b.w * 0.46];
  const door = (grow: number): string =>
    svg`M${l - grow} ${bottom(bleed)}V${top + r}A${r + grow} ${r + grow} 0 0 1 ${e + grow} ${top + r}V${bottom(bleed)}Z`;
  const foot = { x: bleed.x, y: b.y + b.h * 0.855, w: bleed.w, h: bleed.h };
  return [
    base(press, { box: b, bleed }),
    `<path d="${door(14)}" fill="${press.second}"/><path d="${door(0)}" fill="${paper}"/>`,
    press.brand(part(b, 0, 0.035, 1, 0.235), press.main, { wishes: [PAPER, press.second] }),
    press.motif(midX(b), b.y + b.h * 0.615, Math.min(b.w * 0.8, b.h * 0.44), paper, { edge: false }),
    rect(foot, press.main),
    press.line(part(b, 0, 0.875, 0.74, 0.09), press.main, { align: 'start', wishes: [press.second] }),
    press.quantity(part(b, 0.78, 0.89, 0.22, 0.06), press.main),
  ].join('');
};

/** Layouts that cover a whole pack. */
export const tall: readonly Layout[] = [band, diagonal, badge, split, stripes, rays, cropped, arch];
