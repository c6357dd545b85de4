import { darker, mix, PAPER } from '../colour.ts';
import { box } from '../geometry.ts';
import { svg } from '../svg.ts';
import { createPress } from '../press.ts';
import { contact } from './light.ts';
import { FLOOR, type Pack } from './stage.ts';

// Where the name says more than the row's motif, the named thing is drawn: a cloth filter is no coffee bean.
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/\bcoador\b.*pano/i, 'cloth-filter'],
  [/\bmoedor\b/i, 'grinder'],
  [/\bespremedor\b/i, 'squeezer'],
  [/garrafa t[ée]rmica/i, 'thermos'],
  [/forma.*pudim/i, 'ring-mould'],
  [/cuscuzeira/i, 'steamer'],
];

/** The thing itself, large, with a paper tag for the words. */
export const utensil: Pack = ({ sheet, press, ground, main }) => {
  const named = NAMED.find(([pattern]) => pattern.test(press.subject.name))?.[1];
  const thing = named ? createPress({ ...press.subject, motif: named }, sheet) : press;
  const paper = mix(PAPER, ground, 0.06);
  const words = press.subject.brand || press.subject.line;
  const ink = darker(main, 0.35);
  return [
    contact(sheet, 600, FLOOR - 120, 360),
    thing.motif(600, 530, 880, ground, { edge: false }),
    words &&
      svg`<g transform="rotate(-4 800 980)"><path d="M520 960C480 900 520 840 590 820" fill="none" stroke="${darker(ground, 0.5)}" stroke-width="5"/><path d="M484 906H1096Q1112 906 1112 922V1092Q1112 1108 1096 1108H484L440 1062V950Z" fill="#140c08" opacity=".22"/><path d="M480 894H1092Q1108 894 1108 910V1080Q1108 1096 1092 1096H480L436 1050V938Z" fill="${paper}"/><circle cx="482" cy="995" r="14" fill="${darker(ground, 0.3)}"/>${press.brand(press.subject.brand ? box(520, 914, 560, 104) : box(530, 928, 540, 134), paper, { wishes: [main, ink], lines: 1 })}${press.line(box(520, 1032, 440, 46), paper, { wishes: [ink], lines: 1 })}${press.quantity(box(990, 1036, 90, 38), paper)}</g>`,
  ].join('');
};
