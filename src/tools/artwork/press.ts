import { contrast, darker, distance, legible, lighter, luminance, mix, PAPER } from './colour.ts';
import type { Box } from './geometry.ts';
import { brandLettering, lineLettering, QUANTITY } from './lettering-styles.ts';
import { type Setting, setText } from './lettering.ts';
import { type Ink, onePrintingInk, toneOf } from './motifs/ink.ts';
import { motifs } from './motifs/motifs.ts';
import { hash } from './seed.ts';
import { type Sheet, svg, use } from './svg.ts';

/** One product as the drawing sees it. */
export interface Subject {
  code: string;
  name: string;
  brand: string;
  line: string;
  /** Ready to print ("500 g"), empty when it says nothing. */
  quantity: string;
  cosmetic: boolean;
  pack: string;
  motif: string;
  ground: string;
  main: string;
  accent: string;
}

/** Prints one product's words and motif; layouts say where. */
export interface Press {
  subject: Subject;
  sheet: Sheet;
  /** What a brand's look hangs on: the brand, or the name of an unbranded product. */
  house: string;
  /** Chooses among variants; depends on brand and code. */
  seed: number;
  main: string;
  /** The accent, moved away from the main colour where the two are nearly one. */
  second: string;
  brand(area: Box, ground: string, setting?: Setting & { wishes?: readonly string[]; edge?: string }): string;
  line(area: Box, ground: string, setting?: Setting & { wishes?: readonly string[] }): string;
  quantity(area: Box, ground: string, setting?: Setting): string;
  /** The motif in a square of the given width, with a paper edge where it would drown in its ground. */
  motif(x: number, y: number, width: number, ground: string, how?: { edge?: boolean; turn?: number }): string;
  /** The motif in one printing colour, as fine labels have it; `least` contrast 1 takes the wish as it is. */
  engraved(x: number, y: number, width: number, ground: string, wish: string, least?: number): string;
}

/** Large letters need less contrast than small ones, and paper white looks fresher than black on a strong colour. */
function largeInk(ground: string, wishes: readonly string[]): string {
  return wishes.find((wish) => contrast(wish, ground) >= 3.6) ?? legible(ground, [PAPER], 2.9);
}

export function createPress(subject: Subject, sheet: Sheet): Press {
  const { main, accent } = subject;
  // Unbranded goods would otherwise all share one look.
  const house = subject.brand || subject.name;
  const lettering = brandLettering(house, subject.cosmetic);
  const second = distance(main, accent) > 110 ? accent : contrast(main, PAPER) > 2.2 ? lighter(main, 0.72) : darker(main, 0.5);
  const motif = motifs[subject.motif];
  if (!motif) throw new Error(`unknown motif ${subject.motif}`);
  const { linear, radial, keep } = sheet;
  const ink: Ink = { linear, radial, keep, main, accent: second, hint: `${subject.name} ${subject.line}`.toLowerCase() };
  const words = (text: string, style: typeof lettering, area: Box, setting: Setting, colour: string, edge = ''): string => {
    const { d } = setText(text, style, area, setting);
    if (!d) return '';
    if (!edge) return `<path d="${d}" fill="${colour}"/>`;
    const id = sheet.keep(`<path d="${d}"/>`);
    return (
      use(id, svg`fill="${edge}" stroke="${edge}" stroke-width="${Math.min(area.h * 0.13, 22)}" stroke-linejoin="round"`) +
      use(id, `fill="${colour}"`)
    );
  };

  return {
    subject,
    sheet,
    house,
    seed: hash(`${house} ${subject.code}`),
    main,
    second,
    brand(area, ground, { wishes = [], edge, ...setting } = {}) {
      // A product without a brand shows its product word in the brand's place.
      return words(subject.brand || subject.line, lettering, area, { lines: 2, ...setting }, largeInk(ground, wishes), edge);
    },
    line(area, ground, { wishes = [], ...setting } = {}) {
      const said = subject.brand.toLowerCase() === subject.line.toLowerCase();
      if (!subject.brand || said) return '';
      return words(subject.line, lineLettering(lettering), area, { lines: 2, ...setting }, legible(ground, wishes));
    },
    quantity(area, ground, setting = {}) {
      return words(subject.quantity, QUANTITY, area, setting, legible(ground));
    },
    motif(x, y, width, ground, { edge, turn = 0 } = {}) {
      const id = keep(motif.draw(ink));
      const scale = Math.round(width / 2) / 100;
      const place = svg`transform="translate(${x} ${y})${turn ? `rotate(${turn})` : ''}scale(${String(scale)})"`;
      const drowns = edge ?? distance(toneOf(motif, ink), ground) < 190;
      return (drowns ? use(id, `${place} stroke="${PAPER}" stroke-width="13" stroke-linejoin="round"`) : '') + use(id, place);
    },
    engraved(x, y, width, ground, wish, least = 2.4) {
      // Half tones run from the printing colour into the ground, as they do on paper.
      const printed = legible(ground, [wish], least);
      const faded = mix(printed, ground, 0.78);
      const [dark, light] = luminance(printed) < luminance(faded) ? [printed, faded] : [faded, printed];
      const { ink: one, reduce } = onePrintingInk(ink, dark, light);
      const id = keep(reduce(motif.draw(one)));
      return use(id, svg`transform="translate(${x} ${y})scale(${String(Math.round(width / 2) / 100)})"`);
    },
  };
}
