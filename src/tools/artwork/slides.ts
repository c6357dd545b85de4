import { darker, lighter, mix } from './colour.ts';
import { contact } from './packs/light.ts';
import { drawPack } from './picture.ts';
import { createPress, type Subject } from './press.ts';
import { createSheet, DOWN, group, type Sheet, svg } from './svg.ts';

const [WIDTH, HEIGHT] = [1200, 480];

interface Slide {
  name: string;
  /** Deep enough for white words: contrast 4.5 or more all over the left 55 %. */
  ground: string;
  /** The disc of light behind the packs. */
  light: string;
  /** The front one first; with fewer than three the front one stands behind itself too. */
  codes: readonly string[];
  /** Behind the packs left and right, before them left and right. */
  decor: readonly [string, string, string, string];
}

const slides: readonly Slide[] = [
  {
    name: 'guarana-antarctica',
    ground: '#0a5a30',
    light: '#3aa257',
    codes: ['BEB-001'],
    decor: ['guarana', 'guarana', 'guarana', 'guarana'],
  },
  {
    name: 'yoki',
    ground: '#8f1420',
    light: '#f0813a',
    codes: ['BIS-009', 'GRA-005', 'GRA-006'],
    decor: ['popcorn', 'corn', 'onion', 'cassava'],
  },
  {
    name: 'granado',
    ground: '#1d4a40',
    light: '#8fbfa2',
    codes: ['SAB-004', 'PEL-009', 'PER-008'],
    decor: ['lavender', 'leaf', 'nut', 'soap-bubble'],
  },
  { name: 'pilao', ground: '#4a1512', light: '#d9803c', codes: ['BEB-006'], decor: ['coffee', 'coffee', 'coffee', 'cup'] },
  {
    name: 'natura',
    ground: '#5a3413',
    light: '#e0a04c',
    codes: ['SAB-006', 'OLP-006', 'PER-001'],
    decor: ['leaf', 'leaf', 'nut', 'passionfruit'],
  },
  {
    name: 'skala',
    ground: '#43206a',
    light: '#b07ad6',
    codes: ['CAB-003', 'INF-006'],
    decor: ['passionfruit', 'flower', 'passionfruit', 'hair'],
  },
  { name: 'amafil', ground: '#14502c', light: '#d3b94c', codes: ['GRA-004', 'GRA-007'], decor: ['leaf', 'leaf', 'cassava', 'cassava'] },
];

/** Centre, floor and scale of the packs: two behind, one in front. All right of the words, and inside a 4:3 crop from the right. */
const BEHIND = [
  [784, 416, 0.315],
  [1080, 416, 0.315],
] as const;
const FRONT = [932, 452, 0.365] as const;

/** Centre, width and turn of the motifs, in the order of `decor`; the last two stand on the floor. */
const DECOR = [
  [774, 96, 172, -12],
  [1122, 96, 178, 16],
  [726, 412, 104, -8],
  [1140, 404, 116, 8],
] as const;

const PACK_FLOOR = 1096;

function standing(subject: Subject, sheet: Sheet, [x, floor, scale]: readonly [number, number, number]): string {
  return group(
    svg`transform="translate(${x - 600 * scale} ${floor - PACK_FLOOR * scale})scale(${String(scale)})"`,
    drawPack(subject, sheet),
  );
}

function drawSlide({ ground, light, codes, decor }: Slide, subjects: ReadonlyMap<string, Subject>): string {
  const sheet = createSheet();
  const [front, ...others] = codes.map((code) => {
    const subject = subjects.get(code);
    if (!subject) throw new Error(`slides.ts: no product ${code} in the catalogue's artwork.csv files`);
    return subject;
  });
  if (!front) throw new Error('slides.ts: a slide without products');
  const behind = [others[0] ?? front, others[1] ?? others[0] ?? front];
  const wall = sheet.linear([
    [0, darker(ground, 0.16)],
    [0.5, ground],
    [1, mix(ground, light, 0.3)],
  ]);
  const halo = sheet.radial([
    [0, lighter(light, 0.3)],
    [0.5, light, 0.8],
    [0.82, light, 0.25],
    [1, light, 0],
  ]);
  const floor = sheet.linear(
    [
      [0, '#140c08', 0],
      [1, '#140c08', 0.32],
    ],
    DOWN,
  );
  const things = DECOR.map(([x, y, width, turn], i) =>
    createPress({ ...front, motif: decor[i] ?? front.motif }, sheet).motif(x, y, width, i < 2 ? light : ground, { turn }),
  );
  return sheet.finish(
    WIDTH,
    HEIGHT,
    [
      `<path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="${wall}"/>`,
      // Rings of tone run out into the calm side without brightening it.
      svg`<circle cx="932" cy="250" r="420" fill="#ffffff" opacity=".03"/><circle cx="932" cy="250" r="340" fill="#ffffff" opacity=".03"/><circle cx="932" cy="244" r="318" fill="${halo}"/>`,
      `<path d="M0 372H${WIDTH}V${HEIGHT}H0Z" fill="${floor}"/>`,
      ...things.slice(0, 2),
      standing(behind[0] ?? front, sheet, BEHIND[0]),
      standing(behind[1] ?? front, sheet, BEHIND[1]),
      standing(front, sheet, FRONT),
      contact(sheet, 726, 462, 54),
      contact(sheet, 1140, 460, 60),
      ...things.slice(2),
    ].join(''),
  );
}

/** Path from the project's root → SVG, for the home page's slides. */
export function drawSlides(all: readonly Subject[]): Record<string, string> {
  const subjects = new Map(all.map((subject) => [subject.code, subject]));
  return Object.fromEntries(slides.map((slide) => [`src/content/slides/${slide.name}.svg`, drawSlide(slide, subjects)]));
}
