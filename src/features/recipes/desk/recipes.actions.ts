import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { cellOf, isShownNow, MARKDOWN, type Cells, type WrittenRow } from '#src/server/content/edit-written.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseNumber } from '#src/shared/typed-number.ts';
import { CARE } from '../recipe.ts';
import {
  careCell,
  cellsOfRows,
  MAX_INGREDIENTS,
  placeOf,
  ROW_PARTS,
  rowCell,
  SHARED,
  type Row,
} from '../recipe-cells.ts';
import { previewRecipe, removeRecipe, saveRecipe, type RecipeRefusal } from '../server/edit-recipes.service.ts';
import type { RecipeView } from '../server/recipes.pages.ts';

/** What a recipe's form has in each language. */
const PARTS = ['title', 'seo_title', 'description', 'keywords', MARKDOWN] as const;
type Part = (typeof PARTS)[number];

const AMOUNTS = ['amount', 'equals'];
const AMOUNT = { min: 0, max: 99_999, places: 3 };

/** The typed fields, with the ingredient first that a button moves up. Browsers send line ends as CR LF. */
export function typedRecipe(form: DeskForm): Cells {
  const texts = LOCALE_CODES.flatMap((locale) =>
    PARTS.map((part) => {
      const cell = cellOf(part, locale);
      return [cell, part === MARKDOWN ? form.text(cell).replaceAll('\r\n', '\n') : form.line(cell)] as const;
    }),
  );
  const rows = Array.from({ length: MAX_INGREDIENTS }, (_, index) => typedRow(form, index + 1));
  const moved = Number(/^up-(\d{1,2})$/.exec(form.text('act'))?.[1] ?? 0);
  if (moved >= 2 && moved <= rows.length) rows.splice(moved - 2, 2, rows[moved - 1]!, rows[moved - 2]!);
  return {
    ...Object.fromEntries([...SHARED, ...CARE.map(careCell)].map((cell) => [cell, form.line(cell)])),
    ...Object.fromEntries(texts),
    ...cellsOfRows(rows),
  };
}

const typedRow = (form: DeskForm, row: number): Row =>
  Object.fromEntries(ROW_PARTS.map((part) => [part, form.line(rowCell(part, row))]));

const isAmount = (cell: string): boolean => AMOUNTS.includes(placeOf(cell)?.part ?? '');

/** Saved fields as the form shows them: with a comma, and a fourth decimal where three might be read as thousands. */
export const shownCells = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([cell, value]) => [
      cell,
      isAmount(cell) ? value.replace(/\.\d{3}$/, '$&0').replace('.', ',') : value,
    ]),
  );

/** Typed fields as they are saved: amounts with a point. Anything else stays as it was typed. */
function savedCells(typed: Cells, t: Translate): Result<Cells, RecipeProblem> {
  const cells = { ...typed };
  for (const [cell, value] of Object.entries(typed).filter(([name]) => isAmount(name))) {
    const amount = parseNumber(value, AMOUNT);
    if (amount.ok) cells[cell] = String(amount.value);
    else if (amount.error.kind === 'ambiguous_number')
      return fail({
        kind: amount.error.kind,
        values: { what: recipeLabel(cell, t), ...amount.error.values },
        marked: [cell],
      });
  }
  return ok(cells);
}

export const partLabel = (part: Part, t: Translate): string =>
  ({
    title: t('desk:legal.name'),
    seo_title: t('desk:searchResult.wholeTitle'),
    description: t('desk:stories.description'),
    keywords: t('desk:recipes.keywords'),
    markdown: t('recipes:steps'),
  })[part];

/** The label of an ingredient's field. */
export function rowLabel(part: string, t: Translate): string {
  const locale = LOCALE_CODES.find((code) => LOCALES[code].csv === part);
  if (locale) return t('desk:texts.languageOf', { field: t('desk:recipes.name'), language: LOCALES[locale].label });
  return t(`desk:recipes.rows.${part as 'amount'}`);
}

/** A field's label, which names its language or its ingredient. */
export function recipeLabel(cell: string, t: Translate): string {
  for (const locale of LOCALE_CODES)
    for (const part of PARTS)
      if (cell === cellOf(part, locale))
        return t('desk:texts.languageOf', { field: partLabel(part, t), language: LOCALES[locale].label });
  const place = placeOf(cell);
  if (place) return `${t('desk:recipes.ingredient', { number: place.row })}, ${rowLabel(place.part, t)}`;
  const care = CARE.find((name) => cell === careCell(name));
  if (care) return t(`desk:recipes.care.${care}`);
  return sharedLabel(cell, t);
}

function sharedLabel(cell: string, t: Translate): string {
  switch (cell) {
    case 'draft':
      return t('desk:legal.draft');
    case 'picture':
      return t('desk:stories.picture');
    case 'count':
      return t('recipes:makes.label');
    case 'of':
      return t('desk:recipes.of');
    case 'prep':
    case 'cook':
    case 'wait':
      return t('desk:recipes.minutes', { what: t(`recipes:times.${cell}`) });
    default:
      return t('desk:stories.published');
  }
}

export interface RecipeProblem extends DeskError {
  /** The recipe that somebody else saved meanwhile. */
  now?: WrittenRow;
}

interface Done {
  /** undefined: the recipe is gone. */
  slug: string | undefined;
  said: 'textSaved' | 'textWaits' | 'nothingChanged';
}

/**
 * The act of a recipe's page. `slug`: undefined for a new one. Returns undefined for an act that only arranges the
 * form: `more` rows, or `up-3`.
 */
export async function actOnRecipe(
  { ctx, t }: OpenDesk,
  slug: string | undefined,
  form: DeskForm,
): Promise<Result<Done | undefined, RecipeProblem>> {
  const act = form.text('act');
  if (act === 'more' || act.startsWith('up-')) return ok(undefined);
  const isRemoval = slug !== undefined && act === 'remove';
  const cells = isRemoval ? ok({}) : savedCells(typedRecipe(form), t);
  if (!cells.ok) return cells;
  const done = isRemoval
    ? await removeRecipe(ctx, slug, form.text('digest'))
    : await saveRecipe(ctx, slug, form.text('digest'), cells.value);
  if (!done.ok) return fail(recipeProblem(done.error, cells.value, t));
  return ok({
    slug: isRemoval ? undefined : done.value.slug,
    said:
      done.value.done !== 'saved'
        ? 'nothingChanged'
        : isRemoval || isShownNow(cells.value, ctx)
          ? 'textSaved'
          : 'textWaits',
  });
}

/** What was typed, as the shop would show it in a language. */
export async function previewTyped(
  { ctx, t }: OpenDesk,
  locale: Locale,
  form: DeskForm,
): Promise<Result<RecipeView, RecipeProblem>> {
  const cells = savedCells(typedRecipe(form), t);
  if (!cells.ok) return cells;
  const view = await previewRecipe(ctx, locale, cells.value);
  return view.ok ? view : fail(recipeProblem(view.error, cells.value, t));
}

/** The problem and its fields. Marked fields stay unfolded on a phone. */
function recipeProblem(error: RecipeRefusal, cells: Cells, t: Translate): RecipeProblem {
  switch (error.kind) {
    case 'content_mistakes': {
      const labelOf = (cell: string) => recipeLabel(cell, t);
      return {
        kind: error.kind,
        values: { where: error.cells.map(labelOf).join('; ') },
        marked: error.cells,
        mistakes: mistakesIn(t, error.cells, labelOf),
      };
    }
    case 'recipe_code':
      return {
        ...error,
        marked: Object.keys(cells).filter((cell) => isCode(cell) && cells[cell] === error.values.code),
      };
    default:
      return 'cells' in error ? { ...error, marked: error.cells } : error;
  }
}

const isCode = (cell: string): boolean =>
  cell === 'picture' || ['code', 'substitute'].includes(placeOf(cell)?.part ?? '');
