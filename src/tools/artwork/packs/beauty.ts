import { contrast, darker, lighter, mix } from '../colour.ts';
import { box } from '../geometry.ts';
import { svg, use } from '../svg.ts';
import { contact, crimp, cylinder, gold, metal, streak, turned } from './light.ts';
import { FLOOR, type Pack } from './stage.ts';

export const tube: Pack = ({ sheet, second, print }) => {
  const body = sheet.keep('<path d="M330 116H870V172C866 480 800 760 782 950H418C400 760 334 480 330 172Z"/>');
  return [
    contact(sheet, 600, FLOOR, 200),
    print('label', body, box(412, 210, 376, 690), box(320, 110, 560, 850)),
    use(
      body,
      `fill="${sheet.linear(
        [
          [0, '#140c08', 0],
          [0.08, '#140c08', 0.02],
          [0.12, '#140c08', 0.16],
          [0.3, '#140c08', 0],
          [1, '#140c08', 0.16],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    cylinder(sheet, body),
    crimp('M332 144H868', 54),
    streak('M396 200C410 480 440 740 452 930C470 740 440 460 424 200Z', 0.35),
    svg`<path d="M410 950H790V1070Q790 1096 764 1096H436Q410 1096 410 1070Z" fill="${turned(sheet, second)}"/><path d="M412 1020H788" stroke="#000000" stroke-opacity=".18" stroke-width="104" stroke-dasharray="4 11"/><path d="M410 954H790" stroke="#000000" stroke-opacity=".35" stroke-width="6"/>`,
  ].join('');
};

export const flacon: Pack = ({ sheet, main, second, print, press }) => {
  const round = press.seed % 2 === 1;
  const outer = sheet.keep(
    round
      ? '<path d="M600 396C800 396 914 560 914 750S800 1096 600 1096S286 940 286 750S400 396 600 396Z"/>'
      : '<rect x="306" y="410" width="588" height="686" rx="46"/>',
  );
  const inner = sheet.keep(
    round
      ? '<path d="M600 446C770 446 866 590 866 746S770 1016 600 1016S334 902 334 746S430 446 600 446Z"/>'
      : '<rect x="346" y="454" width="508" height="560" rx="24"/>',
  );
  const juice = contrast(main, '#ffffff') < 1.3 ? mix(main, '#e9c58a', 0.4) : main;
  return [
    contact(sheet, 600, FLOOR, 310),
    svg`<path d="M566 330H634V440H566Z" fill="${metal(sheet)}"/>`,
    use(
      outer,
      `fill="${sheet.linear(
        [
          [0, mix(juice, '#ffffff', 0.55)],
          [0.5, mix(juice, '#ffffff', 0.78)],
          [1, mix(juice, '#ffffff', 0.45)],
        ],
        [0, 0, 1, 1],
      )}"`,
    ),
    use(outer, 'fill="none" stroke="#ffffff" stroke-opacity=".8" stroke-width="5"'),
    use(inner, `fill="${juice}"`),
    print('label', inner, round ? box(404, 506, 392, 466) : box(384, 484, 432, 500), box(320, 430, 560, 620)),
    use(
      inner,
      `fill="${sheet.linear([
        [0, '#140c08', 0.3],
        [0.1, '#ffffff', 0.25],
        [0.2, '#ffffff', 0.05],
        [0.7, '#140c08', 0],
        [1, '#140c08', 0.3],
      ])}"`,
    ),
    use(
      outer,
      `fill="${sheet.linear([
        [0, '#ffffff', 0.5],
        [0.08, '#ffffff', 0.05],
        [0.9, '#140c08', 0],
        [1, '#140c08', 0.22],
      ])}"`,
    ),
    round
      ? streak('M360 640C384 540 450 480 520 462C460 510 410 570 396 660C388 720 346 700 360 640Z', 0.5)
      : streak('M366 474H420L372 900H366Z', 0.45),
    svg`<path d="M520 368H680V412H520Z" fill="${gold(sheet)}"/><rect x="492" y="112" width="216" height="262" rx="16" fill="${turned(sheet, darker(second, 0.05))}"/><path d="M492 330H708" stroke="#ffffff" stroke-opacity=".35" stroke-width="5"/><ellipse cx="600" cy="122" rx="98" ry="9" fill="#ffffff" opacity=".35"/>`,
  ].join('');
};

export const compact: Pack = ({ sheet, main, second, print, press }) => {
  const cover = sheet.keep('<circle cx="460" cy="740" r="352"/>');
  const powder = contrast(second, '#ffffff') > 12 ? lighter(second, 0.5) : second;
  return [
    contact(sheet, 520, FLOOR, 400),
    // The open pan behind, its motif pressed into the powder.
    svg`<circle cx="786" cy="414" r="302" fill="${sheet.linear(
      [
        [0, lighter(main, 0.3)],
        [1, darker(main, 0.45)],
      ],
      [0, 0, 1, 1],
    )}"/><circle cx="786" cy="414" r="262" fill="${darker(main, 0.5)}"/><circle cx="786" cy="418" r="254" fill="${sheet.radial(
      [
        [0, lighter(powder, 0.3)],
        [0.8, powder],
        [1, darker(powder, 0.15)],
      ],
      [0.42, 0.36, 0.66],
    )}"/>`,
    press.engraved(824, 372, 290, powder, darker(powder, 0.34), 1),
    '<circle cx="474" cy="756" r="356" fill="#140c08" opacity=".28"/>',
    use(cover, `fill="${main}"`),
    print('squarish', cover, box(206, 508, 508, 440), box(100, 380, 720, 720)),
    use(
      cover,
      `fill="${sheet.radial(
        [
          [0, '#ffffff', 0.34],
          [0.5, '#ffffff', 0.02],
          [0.9, '#140c08', 0.14],
          [1, '#140c08', 0.34],
        ],
        [0.36, 0.3, 0.78],
      )}"`,
    ),
    svg`<circle cx="460" cy="740" r="346" fill="none" stroke="${gold(sheet)}" stroke-width="15"/>`,
    streak('M180 640C220 520 330 440 450 424C350 460 250 540 214 660C206 690 172 680 180 640Z', 0.5),
  ].join('');
};

export const stick: Pack = ({ sheet, main, second, press }) => {
  const shell = contrast(second, '#ffffff') < 1.5 ? darker(second, 0.72) : second;
  const cap = sheet.keep('<path d="M590 330Q590 296 624 296H956Q990 296 990 330V1080Q990 1096 974 1096H606Q590 1096 590 1080Z"/>');
  const area = { x: -316, y: -150, w: 690, h: 190 };
  return [
    contact(sheet, 360, FLOOR, 160),
    contact(sheet, 790, FLOOR, 220),
    // Bullet with its slanted tip, metal sleeve, base.
    svg`<path d="M268 300C268 200 330 130 400 112Q440 108 440 170V520H268Z" fill="${turned(sheet, main)}"/><path d="M278 300C282 220 340 150 404 126C436 130 420 190 378 232S296 290 278 300Z" fill="${lighter(main, 0.35)}"/>`,
    svg`<path d="M250 500H458V740H250Z" fill="${gold(sheet)}"/><path d="M250 520H458M250 716H458" stroke="#000000" stroke-opacity=".18" stroke-width="5"/><path d="M220 730H488V1080Q488 1096 472 1096H236Q220 1096 220 1080Z" fill="${turned(sheet, shell)}"/><path d="M220 760H488" stroke="${gold(sheet)}" stroke-width="14"/>`,
    use(cap, `fill="${shell}"`),
    // Words run up the cap, as on real ones.
    svg`<g transform="translate(790 700)rotate(-90)">${press.brand(area, shell, { wishes: ['#f0d596', main], lines: 1 })}${press.line({ x: -316, y: 76, w: 470, h: 62 }, shell, { lines: 1 })}${press.quantity({ x: 230, y: 86, w: 140, h: 44 }, shell)}</g>`,
    svg`<path d="M590 1040H990V1062H590Z" fill="${gold(sheet)}"/>`,
    cylinder(sheet, cap),
    streak('M596 330Q600 302 624 300H956Q980 302 984 330Q970 312 940 312H640Q610 312 596 330Z', 0.4),
  ].join('');
};
