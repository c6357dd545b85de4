import { contrast, darker, lighter, mix, PAPER } from '../colour.ts';
import { bottom, inset, midX, midY, part, right } from '../geometry.ts';
import { svg } from '../svg.ts';
import { base, type Layout, rect } from './tall.ts';

const GOLD = '#b8893b';

const apothecary: Layout = (press, { box: b, bleed }) => {
  const paper = mix(PAPER, press.main, 0.05);
  const frame = inset(bleed, Math.min(b.w, b.h) * 0.035);
  const strong = [press.main, darker(press.main, 0.4), press.second];
  return [
    rect(bleed, paper),
    rect(frame, 'none', `stroke="${press.main}" stroke-width="7"`),
    rect(inset(frame, 13), 'none', `stroke="${press.second}" stroke-width="3"`),
    press.engraved(midX(b), b.y + b.h * 0.24, Math.min(b.w * 0.6, b.h * 0.33), paper, darker(press.main, 0.15)),
    press.brand(part(b, 0.05, 0.45, 0.9, 0.23), paper, { wishes: strong }),
    svg`<path d="M${midX(b) - b.w * 0.2} ${b.y + b.h * 0.72}h${b.w * 0.4}" stroke="${press.second}" stroke-width="4"/>`,
    press.line(part(b, 0.08, 0.755, 0.84, 0.1), paper, { wishes: [darker(press.main, 0.4)] }),
    press.quantity(part(b, 0.3, 0.895, 0.4, 0.05), paper),
  ].join('');
};

const block: Layout = (press, { box: b, bleed }) => {
  const paper = contrast(press.second, PAPER) > 1.35 ? PAPER : lighter(press.main, 0.8);
  const lower = { x: bleed.x, y: b.y + b.h * 0.5, w: bleed.w, h: bottom(bleed) - b.y - b.h * 0.5 };
  return [
    rect(bleed, paper),
    rect(lower, press.second),
    rect({ ...lower, h: 9 }, press.main),
    press.brand(part(b, 0.02, 0.05, 0.96, 0.24), paper, { wishes: [press.main, press.second] }),
    press.line(part(b, 0.06, 0.325, 0.88, 0.11), paper, { wishes: [press.main] }),
    press.motif(midX(b), b.y + b.h * 0.71, Math.min(b.w * 0.92, b.h * 0.42), press.second),
    press.quantity(part(b, 0.62, 0.94, 0.36, 0.05), press.second, { valign: 'bottom' }),
  ].join('');
};

const oval: Layout = (press, { box: b, bleed }) => {
  const [x, y, rx, ry] = [midX(b), midY(b), b.w * 0.52, b.h * 0.5];
  const paper = contrast(press.main, PAPER) > 1.35 ? PAPER : lighter(press.second, 0.75);
  return [
    base(press, { box: b, bleed }),
    svg`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${press.second}"/><ellipse cx="${x}" cy="${y}" rx="${rx - 9}" ry="${ry - 9}" fill="${paper}"/><ellipse cx="${x}" cy="${y}" rx="${rx - 20}" ry="${ry - 20}" fill="none" stroke="${press.second}" stroke-width="3"/>`,
    press.motif(x, b.y + b.h * 0.28, Math.min(b.w * 0.58, b.h * 0.32), paper, { edge: false }),
    press.brand(part(b, 0.07, 0.46, 0.86, 0.2), paper, { wishes: [press.main, press.second] }),
    press.line(part(b, 0.14, 0.69, 0.72, 0.1), paper, { wishes: [press.second] }),
    press.quantity(part(b, 0.35, 0.83, 0.3, 0.05), paper),
  ].join('');
};

/** Printed straight on the pack: no paper, much air. */
const bare: Layout = (press, { box: b, bleed }) =>
  [
    base(press, { box: b, bleed }),
    press.brand(part(b, 0.02, 0.05, 0.96, 0.22), press.main, { wishes: [press.second, PAPER] }),
    press.line(part(b, 0.06, 0.31, 0.88, 0.11), press.main),
    svg`<path d="M${midX(b) - b.w * 0.12} ${b.y + b.h * 0.46}h${b.w * 0.24}" stroke="${press.second}" stroke-width="5"/>`,
    press.motif(midX(b), b.y + b.h * 0.7, Math.min(b.w * 0.9, b.h * 0.42), press.main),
    press.quantity(part(b, 0.3, 0.945, 0.4, 0.05), press.main, { valign: 'bottom' }),
  ].join('');

const sash: Layout = (press, { box: b, bleed }) => {
  const paper = contrast(press.main, PAPER) > 1.35 ? PAPER : press.second;
  const cut = (from: number, to: number): string =>
    svg`M${bleed.x} ${b.y + b.h * from}L${right(bleed)} ${b.y + b.h * (from - 0.13)}V${b.y + b.h * (to - 0.13)}L${bleed.x} ${b.y + b.h * to}Z`;
  return [
    base(press, { box: b, bleed }),
    `<path d="${cut(0.55, 1.6)}" fill="${paper}"/><path d="${cut(0.55, 0.59)}" fill="${press.second}"/>`,
    press.brand(part(b, 0.02, 0.06, 0.96, 0.25), press.main, { wishes: [PAPER, press.second] }),
    press.motif(b.x + b.w * 0.5, b.y + b.h * 0.62, Math.min(b.w * 0.82, b.h * 0.44), paper, { edge: true }),
    press.line(part(b, 0.04, 0.855, 0.68, 0.1), paper, { align: 'start', wishes: [press.main, press.second] }),
    press.quantity(part(b, 0.75, 0.88, 0.23, 0.055), paper),
  ].join('');
};

/** Gold print on dark packs; on light ones the pack's own colour, deepened, with the motif in full colour. */
const gilded: Layout = (press, { box: b, bleed }) => {
  const dark = contrast(press.main, PAPER) > 4;
  const ground = dark ? press.main : lighter(press.main, 0.5);
  const ink = dark ? lighter(GOLD, contrast(press.main, GOLD) > 3 ? 0.1 : 0.5) : darker(press.main, 0.62);
  const [x, y, width] = [midX(b), b.y + b.h * 0.56, Math.min(b.w * 0.78, b.h * 0.42)];
  return [
    base(press, { box: b, bleed }, ground),
    rect(inset(b, -b.w * 0.02), 'none', `rx="18" stroke="${dark ? ink : press.second}" stroke-width="5"`),
    press.brand(part(b, 0.07, 0.08, 0.86, 0.23), ground, { wishes: [ink] }),
    dark ? press.engraved(x, y, width, ground, ink) : press.motif(x, y, width, ground, { edge: false }),
    press.line(part(b, 0.08, 0.8, 0.84, 0.09), ground, { wishes: [ink] }),
    press.quantity(part(b, 0.35, 0.92, 0.3, 0.045), ground),
  ].join('');
};

/** Paper labels and print on bottles, jars and boxes. */
export const labels: readonly Layout[] = [apothecary, block, oval, bare, sash, gilded];
