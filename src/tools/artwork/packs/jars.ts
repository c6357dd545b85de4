import { contrast, darker, lighter, mix, PAPER } from '../colour.ts';
import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, cylinder, cylinderSoft, fold, gold, streak, turned } from './light.ts';
import { FLOOR, type Pack } from './stage.ts';

/** A screw lid seen a little from above. */
function lid(fill: string, top: string, x: number, y: number, w: number, h: number): string {
  const [e, bow] = [x + w, w * 0.05];
  return [
    svg`<path d="M${x} ${y}V${y + h}Q${x + w / 2} ${y + h + bow * 2} ${e} ${y + h}V${y}Z" fill="${fill}"/>`,
    svg`<path d="M${x + 3} ${y + h * 0.55}Q${x + w / 2} ${y + h * 0.55 + bow * 2} ${e - 3} ${y + h * 0.55}" fill="none" stroke="#000000" stroke-opacity=".16" stroke-width="${h * 0.62}" stroke-dasharray="4 11"/>`,
    svg`<ellipse cx="${x + w / 2}" cy="${y}" rx="${w / 2}" ry="${bow}" fill="${top}"/><ellipse cx="${x + w / 2}" cy="${y - 1}" rx="${w / 2 - 16}" ry="${bow - 5}" fill="#ffffff" opacity=".16"/>`,
  ].join('');
}

/** Glass with its content for food; opaque and printed all round for care. */
export const jar: Pack = ({ sheet, main, second, print, press }) => {
  const glass = sheet.keep(
    '<path d="M352 270H848V296C856 320 908 336 908 410V1030Q908 1096 842 1096H358Q292 1096 292 1030V410C292 336 344 320 352 296Z"/>',
  );
  const label = sheet.keep('<path d="M294 470Q600 512 906 470V980Q600 1024 294 980Z"/>');
  return [
    contact(sheet, 600, FLOOR, 325),
    press.subject.cosmetic
      ? use(glass, `fill="${main}"`)
      : use(
          glass,
          `fill="${sheet.linear(
            [
              [0, mix(main, '#ffffff', 0.72)],
              [0.09, mix(main, '#ffffff', 0.6)],
              [0.11, lighter(main, 0.1)],
              [1, darker(main, 0.3)],
            ],
            [0, 0, 0, 1],
          )}"`,
        ),
    cylinder(sheet, glass),
    fold('M292 1030Q292 1096 358 1096H842Q908 1096 908 1030Q896 1072 840 1072H360Q304 1072 292 1030Z', 0.3),
    press.subject.cosmetic
      ? print('squarish', glass, box(346, 420, 508, 600), box(280, 260, 640, 850))
      : print('squarish', label, box(338, 514, 524, 456), box(290, 460, 620, 570)),
    press.subject.cosmetic ? cylinder(sheet, glass) : cylinderSoft(sheet, label),
    streak('M326 420C330 376 360 356 380 344C366 380 352 400 350 452H326Z', 0.7),
    streak('M326 1000H350V1060Q330 1052 326 1000Z', 0.5),
    lid(turned(sheet, second), lighter(second, 0.3), 336, 156, 528, 120),
  ].join('');
};

export const tub: Pack = ({ sheet, main, second, print }) => {
  const body = sheet.keep('<path d="M214 400H986L960 1036Q958 1070 926 1076Q600 1118 274 1076Q242 1070 240 1036Z"/>');
  const cap = contrast(second, main) > 1.15 ? second : lighter(main, 0.4);
  return [
    contact(sheet, 600, 1088, 385),
    use(body, `fill="${main}"`),
    print('squarish', body, box(290, 460, 620, 560), box(210, 390, 780, 720)),
    cylinder(sheet, body),
    fold('M214 400H986L984 440Q600 480 216 440Z', 0.26),
    lid(turned(sheet, cap), lighter(cap, 0.34), 190, 244, 820, 170),
    streak('M290 470C284 640 290 860 306 1020C318 860 314 640 312 474Z', 0.25),
  ].join('');
};

export const dropper: Pack = ({ sheet, main, second, print }) => {
  const body = sheet.keep(
    '<path d="M340 590C340 510 420 470 520 460H680C780 470 860 510 860 590V1040Q860 1096 804 1096H396Q340 1096 340 1040Z"/>',
  );
  const label = sheet.keep('<path d="M341 600Q600 628 859 600V1024Q600 1054 341 1024Z"/>');
  const glass = contrast(main, PAPER) < 1.5 ? mix(main, '#c98a3a', 0.35) : main;
  return [
    contact(sheet, 600, FLOOR, 270),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, mix(glass, '#ffffff', 0.35)],
          [0.25, glass],
          [1, darker(glass, 0.4)],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    cylinder(sheet, body),
    print('label', label, box(382, 634, 436, 384), box(340, 590, 520, 470)),
    cylinderSoft(sheet, label),
    streak('M382 580C388 526 440 504 520 490C460 522 420 540 414 590H382Z', 0.65),
    svg`<path d="M516 352H684V466H516Z" fill="${gold(sheet)}"/><path d="M516 378H684M516 440H684" stroke="#000000" stroke-opacity=".2" stroke-width="4"/>`,
    svg`<path d="M540 352V210C540 146 560 106 600 106S660 146 660 210V352Z" fill="${turned(sheet, darker(second, 0.1))}"/><path d="M532 330H668V358H532Z" fill="${turned(sheet, darker(second, 0.25))}"/>`,
  ].join('');
};
