import { darker, lighter, mix } from '../colour.ts';
import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, fold, sheen, streak, turned } from './light.ts';
import { FLOOR, type Pack, type Stage } from './stage.ts';

/** Front, side and top of a box seen a little from the right and above. */
function cuboid(
  { sheet, main, second }: Stage,
  x: number,
  y: number,
  w: number,
  deep: number,
  top: string,
  side: string,
): { front: string; behind: string } {
  const rise = deep * 0.36;
  const e = x + w;
  const front = sheet.keep(svg`<rect x="${x}" y="${y}" width="${w}" height="${FLOOR - y}"/>`);
  const sideShade = sheet.linear([
    [0, darker(side, 0.34)],
    [1, darker(side, 0.52)],
  ]);
  return {
    front,
    behind: [
      svg`<path d="M${x} ${y}L${x + deep * 0.86} ${y - rise}H${e + deep}L${e} ${y}Z" fill="${sheet.linear([
        [0, lighter(top, 0.42)],
        [1, lighter(top, 0.16)],
      ])}"/>`,
      svg`<path d="M${e} ${y}L${e + deep} ${y - rise}V${FLOOR - rise * 0.8}L${e} ${FLOOR}Z" fill="${sideShade}"/>`,
      svg`<path d="M${e} ${y + (FLOOR - y) * 0.62}L${e + deep} ${y + (FLOOR - y) * 0.62 - rise * 0.9}v60L${e} ${y + (FLOOR - y) * 0.62 + 66}Z" fill="${side === main ? second : main}" opacity=".5"/>`,
    ].join(''),
  };
}

const edges = (x: number, y: number, w: number): string =>
  svg`<path d="M${x + 2} ${FLOOR}V${y + 2}H${x + w - 2}" fill="none" stroke="#ffffff" stroke-opacity=".45" stroke-width="4"/><path d="M${x + w} ${y}V${FLOOR}" stroke="#000000" stroke-opacity=".25" stroke-width="3"/>`;

export const carton: Pack = (stage) => {
  const { sheet, main, second, print } = stage;
  const { front, behind } = cuboid(stage, 300, 262, 500, 150, main, main);
  return [
    contact(sheet, 640, FLOOR - 6, 340),
    behind,
    print('tall', front, box(332, 300, 436, 760), box(300, 262, 500, 840)),
    sheen(sheet, front),
    edges(300, 262, 500),
    // Screw cap on the sloping top.
    svg`<ellipse cx="600" cy="236" rx="76" ry="20" fill="#140c08" opacity=".25"/><path d="M532 150V226A68 17 0 0 0 668 226V150Z" fill="${turned(sheet, second)}"/><ellipse cx="600" cy="150" rx="68" ry="17" fill="${lighter(second, 0.35)}"/>`,
    '<path d="M534 196H666" stroke="#000000" stroke-opacity=".2" stroke-width="50" stroke-dasharray="4 9"/>',
  ].join('');
};

export const packBox: Pack = (stage) => {
  const { sheet, main, print, press } = stage;
  const { front, behind } = cuboid(stage, 236, 176, 600, 150, main, main);
  return [
    contact(sheet, 640, FLOOR - 6, 390),
    behind,
    print(press.subject.cosmetic ? 'label' : 'tall', front, box(278, 220, 516, 830), box(236, 176, 600, 924)),
    sheen(sheet, front, 0.9),
    edges(236, 176, 600),
    fold('M236 176H836V186H236Z', 0.16),
    fold('M486 176Q536 206 586 176V172H486Z', 0.4),
  ].join('');
};

export const soap: Pack = (stage) => {
  const { sheet, second, press, print } = stage;
  const { front, behind } = cuboid(stage, 190, 170, 590, 130, stage.main, stage.main);
  const bare = mix(second, '#fff4e2', 0.55);
  const cake = sheet.keep('<path d="M610 930C610 850 700 820 850 820S1090 850 1090 930S1000 1046 850 1046S610 1010 610 930Z"/>');
  return [
    contact(sheet, 560, FLOOR - 6, 390),
    behind,
    print('label', front, box(228, 208, 514, 640), box(190, 170, 590, 930)),
    sheen(sheet, front, 0.9),
    edges(190, 170, 590),
    contact(sheet, 850, FLOOR - 4, 250),
    svg`<path d="M610 930C610 990 606 1040 640 1064C740 1108 960 1108 1060 1064C1094 1040 1090 990 1090 930Z" fill="${turned(sheet, darker(bare, 0.1))}"/>`,
    use(
      cake,
      `fill="${sheet.radial(
        [
          [0, lighter(bare, 0.6)],
          [0.6, bare],
          [1, darker(bare, 0.16)],
        ],
        [0.38, 0.3, 0.75],
      )}"`,
    ),
    svg`<ellipse cx="850" cy="932" rx="196" ry="82" fill="none" stroke="${darker(bare, 0.3)}" stroke-opacity=".45" stroke-width="6"/><ellipse cx="850" cy="935" rx="196" ry="82" fill="none" stroke="#ffffff" stroke-opacity=".7" stroke-width="4"/>`,
    // Pressed into the soap: lower than wide, in the soap's own colour.
    svg`<g transform="translate(850 932)scale(1 .62)">${press.engraved(0, 0, 190, bare, darker(bare, 0.45))}</g>`,
    streak('M650 890C680 846 780 836 850 836C780 848 690 862 650 890Z', 0.7),
  ].join('');
};
