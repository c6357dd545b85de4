import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, crimp, fold, pillow, sheen, streak } from './light.ts';
import { FLOOR, type Pack } from './stage.ts';

const teeth = (count: number, step: number): string => `l${step / 2} 9l${step / 2}-9`.repeat(count);

/** Folds of a filled bag, running out from its four corners. */
const FOLDS = [
  streak('M318 190C352 260 356 330 340 420C336 330 330 260 306 200Z', 0.4),
  streak('M392 186C404 230 404 262 398 300C394 262 388 230 378 186Z', 0.3),
  fold('M872 190C846 262 840 320 856 410C862 320 872 262 886 200Z', 0.22),
  fold('M800 186C790 226 790 252 796 286C800 252 808 226 816 186Z', 0.18),
  streak('M322 1020C350 960 352 900 340 830C336 900 330 950 308 1012Z', 0.3),
  fold('M876 1020C850 960 846 900 858 830C864 900 872 950 890 1012Z', 0.24),
  fold('M430 1022C440 990 440 966 436 940C430 966 424 990 416 1022Z', 0.16),
].join('');

export const bag: Pack = ({ sheet, print }) => {
  const body = sheet.keep(
    `<path d="M276 112${teeth(36, 18)}V186C946 330 950 860 924 1020V${FLOOR - 6}l-9-9${'l-9 9l-9-9'.repeat(35)}l-9 9V1020C250 860 254 330 276 186Z"/>`,
  );
  return [
    contact(sheet, 600, FLOOR - 4, 330),
    print('tall', body, box(312, 206, 576, 800), box(240, 100, 720, 1000)),
    pillow(sheet, body),
    FOLDS,
    crimp('M280 152H920', 44),
    crimp('M280 1056H920', 44),
  ].join('');
};

export const pouch: Pack = ({ sheet, print }) => {
  const body = sheet.keep(
    '<path d="M284 112H916Q930 112 930 126C922 380 930 760 952 1046Q956 1086 914 1094Q600 1108 286 1094Q244 1086 248 1046C270 760 278 380 270 126Q270 112 284 112Z"/>',
  );
  return [
    contact(sheet, 600, FLOOR, 350),
    print('tall', body, box(318, 236, 564, 760), box(240, 100, 720, 1010)),
    pillow(sheet, body),
    // Seal, tear notches, zip and the fold of the base.
    svg`<path d="M270 112H930V172H270Z" fill="#ffffff" opacity=".16"/><path d="M271 172H929" stroke="#000000" stroke-opacity=".25" stroke-width="3"/>`,
    '<path d="M270 186l16 8l-16 8ZM930 186l-16 8l16 8Z" fill="#000000" opacity=".35"/>',
    '<path d="M280 216H920" stroke="#000000" stroke-opacity=".18" stroke-width="10"/><path d="M280 213H920" stroke="#ffffff" stroke-opacity=".5" stroke-width="3"/>',
    fold('M254 1000C430 930 770 930 946 1000Q956 1086 914 1094Q600 1108 286 1094Q244 1086 254 1000Z', 0.17),
    '<path d="M254 1000C430 930 770 930 946 1000" fill="none" stroke="#ffffff" stroke-opacity=".4" stroke-width="4"/>',
    streak('M300 260C330 420 326 640 306 860C316 640 312 420 292 262Z', 0.4),
    fold('M900 260C878 420 880 640 898 900C890 640 896 420 908 262Z', 0.16),
  ].join('');
};

export const sachet: Pack = ({ sheet, print }) => {
  const body = sheet.keep(
    '<path d="M262 140H938Q946 140 946 148L954 1084Q954 1096 944 1096H256Q246 1096 246 1084L254 148Q254 140 262 140Z"/>',
  );
  return [
    contact(sheet, 600, FLOOR, 345),
    print('tall', body, box(316, 220, 568, 800), box(240, 130, 720, 970)),
    sheen(sheet, body, 1.1),
    // The filling lifts the middle; the sealed rim stays flat.
    use(
      body,
      `fill="${sheet.radial(
        [
          [0, '#ffffff', 0.16],
          [0.6, '#ffffff', 0],
          [0.84, '#140c08', 0.1],
          [1, '#140c08', 0.02],
        ],
        [0.46, 0.5, 0.62],
      )}"`,
    ),
    crimp('M250 164H950', 40),
    crimp('M250 1070H950', 40),
    crimp('M270 190V1046', 26),
    crimp('M930 190V1046', 26),
    streak('M330 240C420 220 520 214 600 216C500 226 410 240 336 262Z', 0.45),
    fold('M310 1010C450 1040 750 1040 890 1008C760 1024 450 1026 310 1010Z', 0.22),
  ].join('');
};

export const bar: Pack = ({ sheet, print }) => {
  const teethDown = 'l12 11l-12 11'.repeat(15);
  const body = sheet.keep(
    `<path d="M80 428${teethDown}H150C300 786 900 786 1050 758H1120${'l-12-11l12-11'.repeat(15)}H1050C900 400 300 400 150 428Z"/>`,
  );
  const wrapper = [
    print('wide', body, box(196, 450, 808, 288), box(70, 400, 1060, 390)),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, '#140c08', 0.12],
          [0.1, '#ffffff', 0.36],
          [0.26, '#ffffff', 0.06],
          [0.6, '#140c08', 0],
          [0.88, '#140c08', 0.26],
          [1, '#140c08', 0.12],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    crimp('M116 432V754', 56),
    crimp('M1084 432V754', 56),
    fold('M150 428Q190 590 150 758Q172 590 150 428ZM1050 428Q1010 590 1050 758Q1028 590 1050 428Z', 0.4),
    streak('M190 440C400 424 760 420 1000 438C760 444 400 448 196 460Z', 0.6),
    streak('M160 450Q230 500 260 470Q220 470 160 436ZM1040 740Q980 700 940 724Q990 720 1040 752Z', 0.35),
  ].join('');
  const id = sheet.keep(wrapper);
  const shadow = sheet.linear(
    [
      [0, '#140c08', 0],
      [0.5, '#140c08', 0.35],
      [1, '#140c08', 0],
    ],
    [0, 0, 0, 1],
  );
  return [
    svg`<g transform="translate(42 44)scale(.93)rotate(-9 600 590)translate(0 -216)"><rect x="90" y="470" width="1050" height="380" rx="60" fill="${shadow}"/>${use(id)}</g>`,
    svg`<g transform="translate(42 44)scale(.93)rotate(-9 600 590)translate(0 206)"><rect x="86" y="480" width="1050" height="380" rx="60" fill="${shadow}"/>${use(id)}</g>`,
  ].join('');
};
