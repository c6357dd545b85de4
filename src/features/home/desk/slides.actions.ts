import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  addSlide,
  listSlides,
  moveSlide,
  removeSlide,
  saveSlide,
  saveSlidePicture,
  type SlideRefusal,
  type SlideRow,
} from '../server/edit-slides.service.ts';
import { SLIDE_LIMITS } from '../server/slides-table.ts';

/** The texts of a slide in one language. */
const TEXT_FIELDS = ['title', 'text', 'alt'] as const;

interface SlideField {
  column: string;
  label: string;
  most: number;
}

const labelOf = (column: (typeof TEXT_FIELDS)[number], t: Translate): string =>
  column === 'title' ? t('desk:slides.slideTitle') : t(`desk:slides.${column}`);

/** The fields of a slide's form, in all languages or in one. */
export const slideTexts = (t: Translate) =>
  LOCALE_CODES.map((locale) => ({
    language: LOCALES[locale].label,
    locale,
    fields: TEXT_FIELDS.map((name): SlideField => ({
      column: `${name}_${LOCALES[locale].csv}`,
      label: labelOf(name, t),
      most: SLIDE_LIMITS[name],
    })),
  }));

/** All fields with labels that name the language. */
export const slideFields = (t: Translate): SlideField[] => [
  { column: 'brand', label: t('desk:slides.brand'), most: SLIDE_LIMITS.brand },
  { column: 'search', label: t('desk:slides.search'), most: SLIDE_LIMITS.search },
  { column: 'tone', label: t('desk:slides.tone'), most: 20 },
  ...slideTexts(t).flatMap(({ language, fields }) =>
    fields.map((field) => ({ ...field, label: t('desk:texts.languageOf', { field: field.label, language }) })),
  ),
];

export interface SlideProblem extends DeskError {
  /** The row that somebody else saved meanwhile. */
  now?: SlideRow;
}

type Done = 'textSaved' | 'nothingChanged';

const typedCells = (form: DeskForm, t: Translate) =>
  Object.fromEntries(slideFields(t).map(({ column }) => [column, form.line(column)]));

/** The act of a slide's page or of the list of slides. */
export async function actOnSlide(
  { ctx, t }: OpenDesk,
  name: string,
  form: DeskForm,
): Promise<Result<Done, SlideProblem>> {
  const digest = form.text('digest');
  switch (form.text('act')) {
    case 'save':
      return answer(await saveSlide(ctx, name, digest, typedCells(form, t)), t);
    case 'picture':
      return answer(await saveSlidePicture(ctx, name, form.file('picture')), t);
    case 'up':
    case 'down':
      return answer(await moveSlide(ctx, name, digest, form.text('act') === 'up' ? -1 : 1), t);
    case 'remove':
      return answer(await removeSlide(ctx, name, digest), t);
    default:
      return fail({ kind: 'invalid_input' });
  }
}

export const addSlideFrom = async ({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<Done, SlideProblem>> =>
  answer(await addSlide(ctx, typedCells(form, t), form.file('picture')), t);

export const findSlide = ({ ctx }: OpenDesk, name: string): SlideRow | undefined =>
  listSlides(ctx).find((slide) => slide.name === name);

function answer(result: Result<'saved' | 'nothingChanged', SlideRefusal>, t: Translate): Result<Done, SlideProblem> {
  if (result.ok) return ok(result.value === 'saved' ? 'textSaved' : 'nothingChanged');
  const { error } = result;
  if (error.kind !== 'content_mistakes') return fail(isOfPicture(error) ? { ...error, marked: ['picture'] } : error);
  const labels = new Map(slideFields(t).map(({ column, label }) => [column, label]));
  const places = error.mistakes.map((mistake) => labels.get(mistake.field ?? '') ?? describeMistake(mistake));
  const marked = [...labels.keys()].filter((column) => error.mistakes.some(({ field }) => field === column));
  return fail({
    kind: 'content_mistakes',
    values: { where: [...new Set(places)].join(', ') },
    marked,
    mistakes: mistakesIn(t, marked, (column) => labels.get(column)!),
  });
}

const isOfPicture = ({ kind }: SlideRefusal): boolean => kind.startsWith('picture_');
