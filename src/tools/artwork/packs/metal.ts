import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, cylinder, fold, metal, streak } from './light.ts';
import type { Pack } from './stage.ts';

export const can: Pack = ({ sheet, print, press }) => {
  const body = sheet.keep(
    '<path d="M404 190C380 214 350 236 350 286V1000C350 1040 384 1056 396 1080Q600 1104 804 1080C816 1056 850 1040 850 1000V286C850 236 820 214 796 190Q600 214 404 190Z"/>',
  );
  const printed = sheet.keep(
    '<path d="M404 190C380 214 350 236 350 286V1000C350 1024 364 1040 378 1054Q600 1084 822 1054C836 1040 850 1024 850 1000V286C850 236 820 214 796 190Q600 214 404 190Z"/>',
  );
  const drops = [
    'M404 540q14 26 0 40q-16-14 0-40',
    'M446 720q12 22 0 34q-13-12 0-34',
    'M772 470q12 22 0 34q-13-12 0-34',
    'M800 820q13 26 0 38q-14-12 0-38',
    'M424 900q10 20 0 30q-11-10 0-30',
    'M752 640q9 18 0 26q-10-8 0-26',
  ];
  return [
    contact(sheet, 600, 1090, 250),
    use(body, `fill="${metal(sheet)}"`),
    print('tall', printed, box(398, 290, 404, 730), box(340, 190, 520, 900)),
    cylinder(sheet, body),
    fold('M350 286C420 312 780 312 850 286C850 240 820 214 796 190Q600 214 404 190C380 214 350 240 350 286Z', 0.1),
    // Rim, lid and ring pull.
    svg`<path d="M398 172V190Q600 228 802 190V172Z" fill="${metal(sheet)}"/><ellipse cx="600" cy="172" rx="202" ry="30" fill="${metal(sheet)}"/><ellipse cx="600" cy="175" rx="184" ry="24" fill="#9aa3aa"/><ellipse cx="600" cy="180" rx="176" ry="20" fill="${sheet.linear(
      [
        [0, '#b7bfc5'],
        [0.5, '#eef1f3'],
        [1, '#a4adb4'],
      ],
    )}"/>`,
    '<ellipse cx="590" cy="178" rx="56" ry="9" fill="#7f888f"/><ellipse cx="590" cy="176" rx="50" ry="7" fill="#dfe4e7"/><ellipse cx="570" cy="176" rx="18" ry="3.5" fill="#7f888f"/>',
    press.seed % 2 ? drops.map((d) => streak(d, 0.7)).join('') : '',
  ].join('');
};

export const tin: Pack = ({ sheet, print }) => {
  const body = sheet.keep('<path d="M280 250V1040Q280 1060 300 1066Q600 1122 900 1066Q920 1060 920 1040V250Z"/>');
  const paper = sheet.keep('<path d="M280 314Q600 362 920 314V1000Q600 1054 280 1000Z"/>');
  const ring = (y: number, width: number): string =>
    svg`<path d="M280 ${y}Q600 ${y + 50} 920 ${y}" fill="none" stroke="${metal(sheet)}" stroke-width="${width}"/>`;
  return [
    contact(sheet, 600, 1086, 325),
    use(body, `fill="${metal(sheet)}"`),
    ring(1046, 22),
    fold('M280 1008Q600 1062 920 1008V1022Q600 1076 280 1022Z', 0.22),
    print('tall', paper, box(330, 366, 540, 630), box(280, 314, 640, 750)),
    cylinder(sheet, body),
    svg`<path d="M270 236V262Q600 326 930 262V236Z" fill="${metal(sheet)}"/><ellipse cx="600" cy="236" rx="330" ry="62" fill="${metal(sheet)}"/><ellipse cx="600" cy="238" rx="310" ry="53" fill="#98a1a8"/><ellipse cx="600" cy="246" rx="302" ry="48" fill="${sheet.linear(
      [
        [0, '#b3bbc1'],
        [0.45, '#f2f4f5'],
        [1, '#9fa8af'],
      ],
    )}"/>`,
    '<ellipse cx="600" cy="246" rx="236" ry="34" fill="none" stroke="#8f989f" stroke-width="4"/><path d="M520 214C540 196 640 196 650 214L634 240H540Z" fill="none" stroke="#7d868d" stroke-width="13"/><ellipse cx="588" cy="244" rx="34" ry="10" fill="#aeb6bc"/>',
  ].join('');
};
