import { z } from 'zod';
import { FALLBACK_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { choice, text } from '#src/features/editing/server/cells.ts';
import { readTable, type TableRow } from '#src/server/content/csv-table.ts';
import { ConfigError } from '#src/settings/environment/config.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { formatOf } from '#src/features/editing/server/product-row.ts';
import { SLIDE_TONES, type Slide } from '../slide.ts';

const FILE = 'slides.csv';
/** Maximum length of a slide's name and its texts. */
export const SLIDE_LIMITS = { brand: 80, search: 80, title: 60, text: 120, alt: 200 } as const;

const slideSchema = z.object({
  slide: z
    .string()
    .regex(
      /^[a-z0-9-]+$/,
      'is not a valid name. Write small letters, digits and hyphens; the picture is named after it.',
    ),
  brand: text(SLIDE_LIMITS.brand),
  search: text(SLIDE_LIMITS.search),
  tone: choice(SLIDE_TONES),
});
const TEXTS = { title: text(SLIDE_LIMITS.title), text: text(SLIDE_LIMITS.text), alt: text(SLIDE_LIMITS.alt) };

/** The text columns of these languages: `title_de`, `text_de`, `alt_de`. */
const textSchema = (locales: readonly Locale[]) =>
  z.object(
    Object.fromEntries(
      locales.flatMap((locale) =>
        Object.entries(TEXTS).map(([name, cell]) => [`${name}_${LOCALES[locale].csv}`, cell] as const),
      ),
    ),
  );

/**
 * The rows of a slides.csv in a language. A language without any text in the table gets the texts of the fallback
 * language; a language with one text needs all of them. Throws one error that lists every mistake of the table.
 */
export function parseSlides(bytes: Uint8Array, locale: Locale): SlideText[] {
  const { slides, mistakes } = checkSlides(bytes, locale);
  refuseSlides(mistakes);
  return slides;
}

/** Throws ConfigError, whose message a command prints without a stack. */
export function refuseSlides(mistakes: readonly Mistake[]): void {
  if (mistakes.length > 0)
    throw new ConfigError(`The slides have mistakes:\n${mistakes.map((at) => `  ${describeMistake(at)}`).join('\n')}`);
}

type SlideText = Omit<Slide, 'picture'> & { name: string };

export function checkSlides(bytes: Uint8Array, locale: Locale): { slides: SlideText[]; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const { required } = formatOf(slideSchema.extend(textSchema([FALLBACK_LOCALE]).shape));
  const rows = readTable(FILE, bytes, { required, optional: formatOf(textSchema(LOCALE_CODES)).required }, mistakes);
  const written = LOCALE_CODES.filter((code) => code === FALLBACK_LOCALE || isWrittenIn(rows, code));
  const schema = slideSchema.and(textSchema(written));
  const { csv } = LOCALES[written.includes(locale) ? locale : FALLBACK_LOCALE];
  const slides = rows.flatMap(({ line, cells }) => {
    const parsed = schema.safeParse(cells);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        mistakes.push({ file: FILE, line, field: String(path[0]), message });
      return [];
    }
    const { slide: name, search, tone } = parsed.data;
    const texts: Record<string, unknown> = parsed.data;
    const textOf = (column: keyof typeof TEXTS) => texts[`${column}_${csv}`] as string;
    return [{ name, search, tone, title: textOf('title'), text: textOf('text'), alt: textOf('alt') }];
  });
  return { slides, mistakes };
}

const isWrittenIn = (rows: TableRow[], locale: Locale) =>
  Object.keys(textSchema([locale]).shape).some((column) => rows.some(({ cells }) => column in cells));
