import { darker, lighter, mix, PAPER } from '../colour.ts';
import { box } from '../geometry.ts';
import { rect } from '../layouts/tall.ts';
import { svg, use } from '../svg.ts';
import { contact, crimp, fold, sheen, streak } from './light.ts';
import { FLOOR, type Pack, type Stage } from './stage.ts';

// Coffee and mate come as a printed brick; meat and cheese lie visible under clear film.
const BRICKS = ['coffee', 'mate', 'cocoa', 'nut', 'peanut', 'rice'];
const FILLING: Readonly<Record<string, string>> = { cheese: '#f3d27c', fish: '#b9c3c6', cassava: '#f4ead2', corn: '#f2c445' };
const SHOWN = ['sausage', 'meat', 'cheese', 'fish'];

function brick({ sheet, print }: Stage): string {
  const body = sheet.keep(
    '<path d="M300 236L330 206H870L900 236C908 400 896 560 904 720S896 960 902 1050L872 1096H328L298 1050C306 900 292 740 300 580S294 400 300 236Z"/>',
  );
  return [
    contact(sheet, 600, FLOOR, 320),
    svg`<path d="M330 206L352 120Q600 108 848 120L870 206Z" fill="${sheet.linear([
      [0, '#8f979d'],
      [0.3, '#f3f5f6'],
      [0.6, '#b5bdc3'],
      [1, '#858e95'],
    ])}"/>${crimp('M352 142H848', 40)}`,
    print('tall', body, box(342, 262, 516, 780), box(290, 200, 620, 900)),
    use(
      body,
      `fill="${sheet.linear([
        [0, '#140c08', 0.34],
        [0.05, '#ffffff', 0.3],
        [0.09, '#ffffff', 0.04],
        [0.5, '#ffffff', 0],
        [0.92, '#140c08', 0.12],
        [0.95, '#ffffff', 0.16],
        [1, '#140c08', 0.4],
      ])}"`,
    ),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, '#ffffff', 0.3],
          [0.05, '#140c08', 0.05],
          [0.94, '#140c08', 0.02],
          [1, '#140c08', 0.3],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    // The creases of foil drawn tight.
    streak(
      'M312 250L420 330L318 300ZM330 216L470 250L336 232ZM888 700L820 760L892 730ZM316 860L380 930L312 900ZM620 1090L700 1030L660 1094Z',
      0.3,
    ),
    fold(
      'M890 260L800 340L888 312ZM866 220L760 246L860 236ZM312 620L372 690L310 652ZM886 960L810 1030L890 1000ZM460 1092L420 1020L490 1090Z',
      0.22,
    ),
  ].join('');
}

function film({ sheet, ground }: Stage): string {
  const outline = sheet.keep(
    '<path d="M196 150C330 138 470 158 600 146S880 140 1004 152C1016 300 996 460 1008 620S998 960 1006 1090C860 1100 730 1086 600 1096S330 1102 194 1090C202 940 188 800 196 620S186 300 196 150Z"/>',
  );
  const rays = [
    [300, 232, 210, 160],
    [420, 210, 400, 150],
    [620, 208, 610, 148],
    [800, 212, 830, 148],
    [910, 250, 996, 160],
    [946, 420, 1002, 400],
    [946, 640, 1004, 660],
    [930, 880, 1000, 900],
    [900, 996, 994, 1084],
    [700, 1022, 720, 1088],
    [480, 1030, 460, 1094],
    [290, 988, 206, 1084],
    [258, 780, 196, 800],
    [254, 560, 194, 540],
    [270, 380, 194, 360],
  ];
  return [
    contact(sheet, 600, FLOOR, 410),
    use(outline, `fill="${mix(darker(ground, 0.14), '#e9eff2', 0.55)}"`),
    sheen(sheet, outline, 0.8),
    use(outline, 'fill="none" stroke="#ffffff" stroke-width="7" stroke-opacity=".85"'),
    svg`<path d="${rays.map(([x = 0, y = 0, u = 0, v = 0]) => svg`M${x} ${y}L${u} ${v}`)}" stroke="#ffffff" stroke-opacity=".7" stroke-width="6" stroke-linecap="round"/>`,
    crimp('M206 172H996', 30),
    crimp('M206 1072H996', 30),
  ].join('');
}

const FILLING_SHAPE =
  '<path d="M300 232C420 196 520 220 620 208S850 206 910 250C956 330 934 430 946 560S950 880 910 990C820 1040 700 1018 590 1030S350 1040 286 984C246 900 262 760 254 600S256 300 300 232Z"/>';

/** Clear film over the thing itself on a tray, with a label across the top. */
function tray(stage: Stage): string {
  const { sheet, press, main, second } = stage;
  const well = sheet.keep('<rect x="244" y="206" width="712" height="828" rx="64"/>');
  const dark = press.seed % 4 < 2;
  const colour = dark ? '#2b2725' : '#f2eee6';
  const label = sheet.keep('<rect x="216" y="246" width="768" height="314" rx="10"/>');
  return [
    film(stage),
    use(well, `fill="${colour}"`),
    use(
      well,
      `fill="${sheet.linear(
        [
          [0, '#140c08', 0.4],
          [0.12, '#140c08', 0.05],
          [0.9, '#ffffff', 0.05],
          [1, '#ffffff', 0.25],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    press.motif(600, 792, 560, colour, { edge: false }),
    svg`<rect x="222" y="258" width="768" height="314" rx="10" fill="#140c08" opacity=".3"/>`,
    use(label, `fill="${main}"`),
    rect(box(216, 470, 768, 90), second),
    rect(box(216, 462, 768, 8), lighter(second, 0.5)),
    press.brand(box(250, 266, 700, 180), main, { wishes: [PAPER, second], lines: 1 }),
    press.line(box(250, 484, 470, 60), second, { lines: 1, align: 'start' }),
    press.quantity(box(760, 490, 190, 48), second),
    sheen(sheet, label, 0.6),
    streak('M270 600C264 760 268 880 300 980C290 860 296 720 300 600Z', 0.5),
    streak('M640 580C760 660 860 800 920 980C880 780 800 650 720 580Z', 0.16),
    streak('M420 990C560 1016 760 1012 900 960C780 1030 540 1040 420 990Z', 0.35),
  ].join('');
}

function wrapped(stage: Stage): string {
  const { sheet, press, print } = stage;
  const content = FILLING[press.subject.motif] ?? '#9c352c';
  const filling = sheet.keep(FILLING_SHAPE);
  const label = sheet.keep('<rect x="300" y="330" width="600" height="590" rx="18"/>');
  return [
    film(stage),
    use(
      filling,
      `fill="${sheet.radial(
        [
          [0, mix(content, '#ffffff', 0.22)],
          [0.6, content],
          [1, mix(content, '#1f1611', 0.45)],
        ],
        [0.38, 0.3, 0.8],
      )}"`,
    ),
    // Marbling and fat show above and below the label.
    svg`<path d="M330 270C420 250 430 300 520 280S690 240 740 284M820 270C860 290 870 262 900 300M300 960C380 930 420 990 520 964S690 1000 760 956M820 980C850 960 880 970 900 940" fill="none" stroke="#fff3e4" stroke-opacity=".55" stroke-width="13" stroke-linecap="round"/>`,
    svg`<rect x="306" y="340" width="600" height="590" rx="18" fill="#140c08" opacity=".28"/>`,
    print('squarish', label, box(336, 366, 528, 520), box(300, 330, 600, 590)),
    sheen(sheet, label, 0.6),
    streak('M300 250C380 224 480 232 560 226C480 250 380 250 316 300C286 400 280 500 276 620C262 480 266 320 300 250Z', 0.55),
    streak('M640 224C740 218 840 224 890 262C830 246 740 238 640 224ZM930 700C938 800 930 900 896 970C912 890 918 800 930 700Z', 0.4),
  ].join('');
}

export const vacuum: Pack = (stage) => {
  const { motif } = stage.press.subject;
  if (BRICKS.includes(motif)) return brick(stage);
  return SHOWN.includes(motif) && stage.press.seed % 3 > 0 ? tray(stage) : wrapped(stage);
};
