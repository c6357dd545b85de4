import { contrast, lighter, mix, PAPER } from '../colour.ts';
import { bottom, midX, midY, part, right } from '../geometry.ts';
import { svg } from '../svg.ts';
import { base, glow, type Layout, pill, rect } from './tall.ts';

const beside: Layout = (press, { box: b, bleed }) => {
  const size = Math.min(b.w * 0.38, b.h * 0.98);
  const x = right(b) - size * 0.5;
  return [
    base(press, { box: b, bleed }),
    svg`<circle cx="${x}" cy="${midY(b)}" r="${size * 0.66}" fill="${press.second}"/>`,
    press.motif(x, midY(b), size, press.second),
    press.brand(part(b, 0, 0.1, 0.56, 0.48), press.main, { wishes: [PAPER, press.second] }),
    press.line(part(b, 0.02, 0.66, 0.52, 0.2), press.main, { wishes: [press.second] }),
    press.quantity(part(b, 0, 0.9, 0.2, 0.1), press.main, { align: 'start' }),
  ].join('');
};

const belt: Layout = (press, { box: b, bleed }) => {
  const strip = { x: bleed.x, y: b.y + b.h * 0.14, w: bleed.w, h: b.h * 0.46 };
  const size = Math.min(b.w * 0.34, b.h * 0.86);
  return [
    base(press, { box: b, bleed }),
    rect(strip, press.second),
    rect({ ...strip, y: bottom(strip) + 8, h: 6 }, lighter(press.second, 0.5)),
    press.brand(part(b, 0, 0.18, 0.6, 0.38), press.second, { wishes: [press.main, PAPER] }),
    press.motif(b.x + b.w * 0.81, midY(b), size, mix(press.main, press.second, 0.5), { edge: true }),
    press.line(part(b, 0, 0.69, 0.58, 0.18), press.main),
    press.quantity(part(b, 0, 0.91, 0.2, 0.09), press.main, { align: 'start' }),
  ].join('');
};

const slanted: Layout = (press, { box: b, bleed }) => {
  const x = b.x + b.w * 0.6;
  const cut = (shift: number): string =>
    svg`M${x + b.h * 0.2 + shift} ${bleed.y}H${right(bleed)}V${bottom(bleed)}H${x - b.h * 0.2 + shift}Z`;
  return [
    base(press, { box: b, bleed }),
    `<path d="${cut(-22)}" fill="${lighter(press.second, 0.6)}"/><path d="${cut(0)}" fill="${press.second}"/>`,
    press.brand(part(b, 0, 0.08, 0.6, 0.5), press.main, { wishes: [press.second, PAPER] }),
    press.line(part(b, 0, 0.66, 0.54, 0.19), press.main, { align: 'start' }),
    glow(press, b.x + b.w * 0.83, midY(b), b.h * 0.5, 0.4),
    press.motif(b.x + b.w * 0.83, midY(b), Math.min(b.w * 0.33, b.h * 0.9), press.second),
    press.quantity(part(b, 0, 0.9, 0.2, 0.1), press.main, { align: 'start' }),
  ].join('');
};

const plaque: Layout = (press, { box: b, bleed }) => {
  const paper = contrast(press.main, PAPER) > 1.4 ? PAPER : press.second;
  const [rx, ry] = [b.w * 0.33, b.h * 0.52];
  const x = b.x + rx;
  return [
    base(press, { box: b, bleed }),
    svg`<ellipse cx="${x}" cy="${midY(b)}" rx="${rx}" ry="${ry}" fill="${press.second}"/><ellipse cx="${x}" cy="${midY(b)}" rx="${rx - 10}" ry="${ry - 10}" fill="${paper}"/>`,
    press.brand({ x: x - rx * 0.78, y: midY(b) - ry * 0.58, w: rx * 1.56, h: ry * 0.74 }, paper, { wishes: [press.main, press.second] }),
    press.line({ x: x - rx * 0.62, y: midY(b) + ry * 0.28, w: rx * 1.24, h: ry * 0.32 }, paper, { wishes: [press.second] }),
    press.motif(b.x + b.w * 0.83, midY(b) - b.h * 0.02, Math.min(b.w * 0.34, b.h * 0.9), press.main),
    press.quantity(part(b, 0.84, 0.92, 0.16, 0.09), press.main),
  ].join('');
};

const stacked: Layout = (press, { box: b, bleed }) => {
  const size = Math.min(b.w * 0.5, b.h * 0.46);
  return [
    base(press, { box: b, bleed }),
    glow(press, midX(b), b.y + b.h * 0.25, size * 0.8, 0.45),
    press.motif(midX(b), b.y + b.h * 0.25, size, press.main),
    press.brand(part(b, 0.05, 0.5, 0.9, 0.26), press.main, { wishes: [press.second, PAPER], lines: 1 }),
    pill(press, part(b, 0.18, 0.81, 0.64, 0.15), press.second),
    press.quantity(part(b, 0.85, 0.87, 0.15, 0.08), press.main),
  ].join('');
};

const crown: Layout = (press, { box: b, bleed }) => {
  const paper = contrast(press.main, PAPER) > 1.4 ? PAPER : press.second;
  const size = Math.min(b.w * 0.58, b.h * 0.52);
  return [
    base(press, { box: b, bleed }),
    svg`<path d="M${bleed.x} ${b.y + b.h * 0.56}Q${midX(b)} ${b.y + b.h * 0.36} ${right(bleed)} ${b.y + b.h * 0.56}V${bottom(bleed)}H${bleed.x}Z" fill="${press.second}"/><path d="M${bleed.x} ${b.y + b.h * 0.59}Q${midX(b)} ${b.y + b.h * 0.39} ${right(bleed)} ${b.y + b.h * 0.59}V${bottom(bleed)}H${bleed.x}Z" fill="${paper}"/>`,
    press.brand(part(b, 0.05, 0.02, 0.9, 0.3), press.main, { wishes: [PAPER, press.second] }),
    press.motif(midX(b), b.y + b.h * 0.6, size, paper, { edge: true }),
    press.line(part(b, 0.08, 0.885, 0.66, 0.1), paper, { align: 'start', wishes: [press.main, press.second], lines: 1 }),
    press.quantity(part(b, 0.8, 0.89, 0.18, 0.09), paper),
  ].join('');
};

const ribbon: Layout = (press, { box: b, bleed }) => {
  const strip = { x: bleed.x, y: b.y + b.h * 0.53, w: bleed.w, h: b.h * 0.3 };
  return [
    base(press, { box: b, bleed }),
    glow(press, midX(b), b.y + b.h * 0.25, b.h * 0.36, 0.5),
    rect(strip, press.second),
    rect({ ...strip, y: strip.y - 12, h: 5 }, lighter(press.second, 0.5)),
    rect({ ...strip, y: bottom(strip) + 7, h: 5 }, lighter(press.second, 0.5)),
    press.motif(midX(b), b.y + b.h * 0.26, Math.min(b.w * 0.62, b.h * 0.54), press.main),
    press.brand(part(b, 0.03, 0.56, 0.94, 0.24), press.second, { wishes: [press.main, PAPER], lines: 1 }),
    press.line(part(b, 0.05, 0.885, 0.68, 0.1), press.main, { align: 'start', lines: 1 }),
    press.quantity(part(b, 0.8, 0.89, 0.16, 0.09), press.main),
  ].join('');
};

const halved: Layout = (press, { box: b, bleed }) => {
  const x = b.x + b.w * 0.5;
  return [
    base(press, { box: b, bleed }),
    rect({ x: bleed.x, y: b.y + b.h * 0.42, w: bleed.w, h: bleed.h }, press.second),
    press.brand(part(b, 0.02, 0.02, 0.96, 0.34), press.main, { wishes: [PAPER, press.second] }),
    press.motif(x + b.w * 0.2, b.y + b.h * 0.7, Math.min(b.w * 0.58, b.h * 0.58), press.second),
    press.line(part(b, 0.02, 0.5, 0.44, 0.3), press.second, { align: 'start', lines: 3, wishes: [press.main] }),
    press.quantity(part(b, 0.02, 0.9, 0.22, 0.09), press.second, { align: 'start' }),
  ].join('');
};

/** Layouts for faces that lie down; `squarish` ones also suit faces nearly as high as wide. */
export const wide: readonly Layout[] = [beside, belt, slanted, plaque];
export const squarish: readonly Layout[] = [stacked, crown, ribbon, halved];
