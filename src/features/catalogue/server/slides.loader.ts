import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { SLIDE_TONES, type Slide } from '../slide.ts';
import { choice, text } from './import/cells.ts';
import { readTable } from './import/csv-table.ts';
import { describeMistake, type Mistake } from './import/mistake.ts';
import { formatOf } from './import/product-row.ts';
import { SLIDE_PICTURE, storePicture } from './media.ts';

const SLIDES = path.resolve('src/content/slides');

const slideRowSchema = z.object({
  slide: z.string().regex(/^[a-z0-9-]+$/, 'is no name. Write small letters, digits and hyphens; the picture is named after it.'),
  brand: text(80),
  search: text(80),
  tone: choice(SLIDE_TONES),
  title_pt: text(60),
  title_de: text(60),
  title_en: text(60),
  text_pt: text(120),
  text_de: text(120),
  text_en: text(120),
  alt_pt: text(200),
  alt_de: text(200),
  alt_en: text(200),
});

/** The slides of src/content/slides/slides.csv in a language; their pictures are stored when they are new. */
export async function loadSlides(ctx: Context, locale: Locale): Promise<Slide[]> {
  const mistakes: Mistake[] = [];
  const rows = readTable('slides.csv', await readFile(path.join(SLIDES, 'slides.csv')), formatOf(slideRowSchema), mistakes);
  const slides = rows.map(({ line, cells }) => {
    const parsed = slideRowSchema.safeParse(cells);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      mistakes.push({ file: 'slides.csv', line, field: String(issue.path[0]), message: issue.message });
    return undefined;
  });
  if (mistakes.length) throw new Error(`The slides have mistakes:\n${mistakes.map(describeMistake).join('\n')}`);
  const { column } = LOCALES[locale];
  return Promise.all(
    slides
      .flatMap((row) => row ?? [])
      .map(async (row) => ({
        search: row.search,
        tone: row.tone,
        title: row[`title_${column}`],
        text: row[`text_${column}`],
        alt: row[`alt_${column}`],
        picture: await storePicture(ctx.config.mediaDir, path.join(SLIDES, `${row.slide}.svg`), SLIDE_PICTURE),
      })),
  );
}
