import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { cellOf, isShownNow, type WrittenRow } from '#src/server/content/edit-written.ts';
import {
  PARTS,
  removeStory,
  saveStory,
  STORY_CELLS,
  type Part,
  type StoryRefusal,
} from '../server/edit-stories.service.ts';

/** The typed fields. Browsers send line ends as CR LF. */
export const typedStory = (form: DeskForm): Record<string, string> =>
  Object.fromEntries(
    STORY_CELLS.map((cell) => [
      cell,
      cell.startsWith('markdown') ? form.text(cell).replaceAll('\r\n', '\n') : form.line(cell),
    ]),
  );

export const partLabel = (part: Part, t: Translate): string =>
  ({
    title: t('desk:legal.name'),
    seo_title: t('desk:searchResult.wholeTitle'),
    description: t('desk:stories.description'),
    markdown: t('desk:legal.body'),
  })[part];

/** A field's label, which names its language. */
export function storyLabel(cell: string, t: Translate): string {
  for (const locale of LOCALE_CODES)
    for (const part of PARTS)
      if (cell === cellOf(part, locale))
        return t('desk:texts.languageOf', { field: partLabel(part, t), language: LOCALES[locale].label });
  if (cell === 'draft') return t('desk:legal.draft');
  return cell === 'picture' ? t('desk:stories.picture') : t('desk:stories.published');
}

export interface StoryProblem extends DeskError {
  /** The story that somebody else saved meanwhile. */
  now?: WrittenRow;
}

interface Done {
  /** undefined: the story is gone. */
  slug: string | undefined;
  said: 'textSaved' | 'textWaits' | 'nothingChanged';
}

/** The act of a story's page. `slug`: undefined for a new one. */
export async function actOnStory(
  { ctx, t }: OpenDesk,
  slug: string | undefined,
  form: DeskForm,
): Promise<Result<Done, StoryProblem>> {
  const isRemoval = slug !== undefined && form.text('act') === 'remove';
  const cells = typedStory(form);
  const done = isRemoval
    ? await removeStory(ctx, slug, form.text('digest'))
    : await saveStory(ctx, slug, form.text('digest'), cells);
  if (!done.ok) return fail(storyProblem(done.error, t));
  return ok({
    slug: isRemoval ? undefined : done.value.slug,
    said:
      done.value.done !== 'saved' ? 'nothingChanged' : isRemoval || isShownNow(cells, ctx) ? 'textSaved' : 'textWaits',
  });
}

function storyProblem(error: StoryRefusal, t: Translate): StoryProblem {
  if (error.kind === 'unknown_product') return { ...error, marked: ['picture'] };
  if (!('cells' in error)) return error;
  const marked = STORY_CELLS.filter((cell) => error.cells.includes(cell));
  if (error.kind !== 'content_mistakes') return { ...error, marked };
  const labelOf = (cell: string) => storyLabel(cell, t);
  const values = { where: error.cells.map(labelOf).join(', ') };
  return { kind: error.kind, values, marked, mistakes: mistakesIn(t, marked, labelOf) };
}
