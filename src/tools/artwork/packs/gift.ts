import { darker, lighter, PAPER } from '../colour.ts';
import { box } from '../geometry.ts';
import { rect } from '../layouts/tall.ts';
import { svg, use } from '../svg.ts';
import { contact, fold, sheen, streak, turned } from './light.ts';
import { FLOOR, type Pack, type Stage } from './stage.ts';

function giftBox({ sheet, main, second, print }: Stage): string {
  const front = sheet.keep(svg`<rect x="214" y="460" width="772" height="${FLOOR - 460}"/>`);
  const lid = sheet.keep('<rect x="178" y="346" width="844" height="130" rx="8"/>');
  const card = sheet.keep('<rect x="286" y="524" width="628" height="520" rx="16"/>');
  const ribbon = turned(sheet, second);
  const loop = 'M600 352C540 190 300 130 270 240C250 330 470 366 600 352Z';
  const hollow = 'M566 330C500 236 360 196 336 250C330 300 450 330 566 330Z';
  const half = svg`<path d="${loop}" fill="${ribbon}"/><path d="${hollow}" fill="${darker(second, 0.45)}"/>`;
  return [
    contact(sheet, 600, FLOOR, 400),
    use(front, `fill="${main}"`),
    rect(box(540, 460, 120, FLOOR - 460), ribbon),
    use(
      front,
      `fill="${sheet.linear(
        [
          [0, '#140c08', 0.5],
          [0.06, '#140c08', 0.12],
          [0.3, '#ffffff', 0.06],
          [1, '#140c08', 0.18],
        ],
        [0, 0, 0, 1],
      )}"`,
    ),
    sheen(sheet, front),
    use(lid, `fill="${lighter(main, 0.12)}"`),
    rect(box(530, 346, 140, 130), ribbon),
    sheen(sheet, lid),
    half,
    svg`<g transform="translate(1200 0)scale(-1 1)">${half}</g>`,
    svg`<path d="M560 340L470 470l64-14l30 56l66-160ZM640 340L730 470l-64-14l-30 56l-66-160Z" fill="${darker(second, 0.2)}"/>`,
    svg`<rect x="548" y="282" width="104" height="96" rx="34" fill="${ribbon}"/>`,
    '<rect x="292" y="534" width="628" height="520" rx="16" fill="#140c08" opacity=".3"/>',
    print('squarish', card, box(322, 552, 556, 464), box(286, 524, 628, 520)),
    sheen(sheet, card, 0.5),
    '<rect x="298" y="536" width="604" height="496" rx="10" fill="none" stroke="#ffffff" stroke-opacity=".5" stroke-width="4"/>',
  ].join('');
}

/** A paper carrier with tissue and cord handles. */
function carrier({ sheet, main, second, print }: Stage): string {
  const front = sheet.keep(svg`<path d="M236 330H836V${FLOOR}H236Z"/>`);
  const cord = (colour: string, width: number): string =>
    svg`<path d="M404 372C400 96 668 96 668 372" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
  return [
    contact(sheet, 640, FLOOR - 4, 390),
    svg`<g transform="translate(62 -20)">${cord(darker(second, 0.35), 15)}</g>`,
    svg`<path d="M262 350L300 240L372 300L430 200L512 290L590 190L660 290L742 212L790 300L900 246L940 340Z" fill="${lighter(second, 0.62)}"/><path d="M300 240L350 350L372 300ZM430 200L470 350L512 290ZM590 190L620 350L660 290ZM742 212L760 350L790 300Z" fill="${lighter(second, 0.3)}" opacity=".7"/>`,
    svg`<path d="M836 330L966 296V${FLOOR - 34}L836 ${FLOOR}Z" fill="${sheet.linear([
      [0, darker(main, 0.3)],
      [0.48, darker(main, 0.44)],
      [0.52, darker(main, 0.6)],
      [1, darker(main, 0.44)],
    ])}"/>`,
    print('tall', front, box(282, 410, 508, 640), box(236, 330, 600, 770)),
    sheen(sheet, front),
    fold('M236 330H836V352H236Z', 0.14),
    svg`<path d="M238 ${FLOOR}V332H836" fill="none" stroke="#ffffff" stroke-opacity=".5" stroke-width="4"/>`,
    streak('M250 350H420L300 1080H250Z', 0.07),
    svg`<circle cx="404" cy="376" r="17" fill="${PAPER}" opacity=".85"/><circle cx="668" cy="376" r="17" fill="${PAPER}" opacity=".85"/>`,
    cord(second, 15),
    cord('#ffffff', 3),
  ].join('');
}

export const gift: Pack = (stage) => (stage.press.seed % 2 ? giftBox(stage) : carrier(stage));
