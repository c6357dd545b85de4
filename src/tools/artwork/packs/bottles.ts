import { contrast, darker, lighter, mix, PAPER } from '../colour.ts';
import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, cylinder, cylinderSoft, fold, metal, streak, turned } from './light.ts';
import { FLOOR, type Pack } from './stage.ts';

/** Ribs of a screw cap. */
const ribs = (x: number, y: number, width: number, height: number): string =>
  svg`<path d="M${x} ${y}h${width}" stroke="#000000" stroke-opacity=".2" stroke-width="${height}" stroke-dasharray="4 9"/>`;

export const bottle: Pack = ({ sheet, second, print, press }) => {
  const shoulders =
    press.seed % 2 ? 'M346 420C346 340 420 316 500 310H700C780 316 854 340 854 420' : 'M346 376Q346 312 410 312H790Q854 312 854 376';
  const body = sheet.keep(`<path d="${shoulders}V1036Q854 1096 794 1096H406Q346 1096 346 1036Z"/>`);
  const cap = lighter(second, 0.04);
  return [
    contact(sheet, 600, FLOOR, 265),
    svg`<path d="M520 280H680V330H520Z" fill="${turned(sheet, darker(cap, 0.2))}"/>`,
    print('label', body, box(398, 390, 404, 656), box(340, 300, 520, 800)),
    cylinder(sheet, body),
    streak('M410 420C402 600 402 860 412 1030C428 860 428 600 424 420Z', 0.3),
    fold('M346 1036Q346 1096 406 1096H794Q854 1096 854 1036Q854 1068 794 1068H406Q346 1068 346 1036Z', 0.25),
    // Flip-top cap with its thumb recess.
    svg`<path d="M478 150Q478 116 512 116H688Q722 116 722 150V296H478Z" fill="${turned(sheet, cap)}"/><path d="M478 182H722" stroke="#000000" stroke-opacity=".32" stroke-width="4"/><path d="M478 187H722" stroke="#ffffff" stroke-opacity=".35" stroke-width="3"/><path d="M560 182Q600 214 640 182Z" fill="#000000" opacity=".25"/>`,
  ].join('');
};

export const pump: Pack = ({ sheet, second, print }) => {
  const body = sheet.keep('<path d="M360 480Q360 410 430 410H770Q840 410 840 480V1046Q840 1096 790 1096H410Q360 1096 360 1046Z"/>');
  const cap = lighter(second, 0.06);
  return [
    contact(sheet, 600, FLOOR, 255),
    svg`<path d="M582 170H618V330H582Z" fill="${metal(sheet)}"/><path d="M536 312H664V372H536Z" fill="${turned(sheet, cap)}"/><path d="M510 366H690V414H510Z" fill="${turned(sheet, darker(cap, 0.18))}"/>${ribs(512, 390, 176, 44)}`,
    svg`<path d="M396 146Q372 148 370 172V206H402V190H520Q532 224 552 224H660Q690 224 690 190V166Q690 128 650 124L540 122Z" fill="${turned(sheet, cap)}"/><path d="M410 154L640 134Q668 136 676 160" fill="none" stroke="#ffffff" stroke-opacity=".6" stroke-width="7" stroke-linecap="round"/>`,
    print('label', body, box(402, 470, 396, 570), box(360, 400, 480, 700)),
    cylinder(sheet, body),
    streak('M420 500C410 660 410 900 422 1040C438 900 438 660 436 500Z', 0.3),
  ].join('');
};

export const pet: Pack = ({ sheet, main, second, print }) => {
  const body = sheet.keep(
    '<path d="M537 204H663V262C670 330 834 380 848 500V560C834 580 834 600 848 620V860C834 880 834 900 848 920V1040Q848 1076 820 1092Q787 1104 759 1084Q717 1106 675 1086Q600 1108 525 1086Q483 1106 441 1084Q413 1104 380 1092Q352 1076 352 1040V920C366 900 366 880 352 860V620C366 600 366 580 352 560V500C366 380 530 330 537 262Z"/>',
  );
  const label = sheet.keep('<path d="M353 490Q600 522 847 490V900Q600 934 353 900Z"/>');
  const drink = contrast(main, PAPER) < 1.3 ? mix(main, '#cfe3ea', 0.5) : main;
  return [
    contact(sheet, 600, FLOOR, 262),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, mix(drink, '#ffffff', 0.65)],
          [0.1, mix(drink, '#ffffff', 0.6)],
          [0.115, lighter(drink, 0.12)],
          [0.6, darker(drink, 0.12)],
          [1, darker(drink, 0.36)],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    // The five feet of the base.
    fold(
      'M427 960Q448 1040 441 1090L427 1086Q413 1020 427 960ZM600 960Q607 1040 600 1094Q593 1040 600 960ZM773 960Q752 1040 759 1090L773 1086Q787 1020 773 960Z',
      0.35,
    ),
    cylinder(sheet, body),
    print('squarish', label, box(392, 526, 416, 366), box(340, 480, 520, 450)),
    cylinderSoft(sheet, label),
    streak('M420 470C448 400 530 360 560 300C553 380 471 420 448 500C436 540 417 520 420 470Z', 0.55),
    streak('M420 930C413 980 417 1030 427 1060C439 1020 441 970 436 930Z', 0.5),
    svg`<path d="M523 196H677V214H523Z" fill="${turned(sheet, lighter(drink, 0.3))}"/><path d="M530 118Q530 108 544 108H656Q670 108 670 118V190H530Z" fill="${turned(sheet, second)}"/>${ribs(532, 156, 136, 64)}`,
  ].join('');
};

export const glassBottle: Pack = ({ sheet, main, second, print }) => {
  const body = sheet.keep(
    '<path d="M538 190H662V300C664 380 836 390 836 510V1046Q836 1096 784 1096H416Q364 1096 364 1046V510C364 390 536 380 538 300Z"/>',
  );
  const label = sheet.keep('<path d="M365 540Q600 566 835 540V1016Q600 1044 365 1016Z"/>');
  return [
    contact(sheet, 600, FLOOR, 252),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, mix(main, '#ffffff', 0.5)],
          [0.12, mix(main, '#ffffff', 0.42)],
          [0.13, main],
          [0.9, darker(main, 0.2)],
          [1, darker(main, 0.5)],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    cylinder(sheet, body),
    print('label', label, box(400, 578, 400, 428), box(360, 530, 480, 520)),
    cylinderSoft(sheet, label),
    streak('M562 232V306C558 390 440 400 412 500C432 484 570 400 580 312V232Z', 0.5),
    fold('M364 1046Q364 1096 416 1096H784Q836 1096 836 1046Q826 1072 780 1072H420Q374 1072 364 1046Z', 0.3),
    // Neck label and cap.
    svg`<path d="M538 256Q600 268 662 256V306Q600 322 538 306Z" fill="${second}"/><path d="M528 116Q528 104 542 104H658Q672 104 672 116V206H528Z" fill="${turned(sheet, second)}"/><path d="M528 180H672" stroke="#000000" stroke-opacity=".3" stroke-width="4"/>${ribs(530, 146, 140, 56)}`,
  ].join('');
};
