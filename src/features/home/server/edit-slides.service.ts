import { openPictures } from '#src/server/picture-store.ts';
import type { Context } from '#src/server/context.ts';
import { changeContent, type ContentChange, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import { SLIDE_PICTURE } from '#src/features/catalogue/server/media.ts';
import { takeUploadedPicture } from '#src/features/catalogue/server/picture-process.ts';
import type { PictureRefusal } from '#src/features/catalogue/server/uploaded-picture.ts';
import { editTable, type EditedTable } from '#src/features/editing/server/edit-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { slidePictureNames } from './slide-files.ts';
import { checkSlides } from './slides-table.ts';

const FILE = 'slides/slides.csv';
/** The displayed size of a slide on a wide screen. */
const SLIDE_SIZE = { width: 1200, height: 480 };

/** A slide's name in the audit. */
export const slideSubject = (name: string): string => `${FILE}: ${name}`;

type Cells = Record<string, string>;

export interface SlideRow {
  name: string;
  cells: Cells;
  /** Detects changes by others. */
  digest: string;
}

export type SlideRefusal =
  | ReadOnlyContent
  | PictureRefusal
  /** Somebody changed the row meanwhile: its current value. */
  | { kind: 'content_changed'; now: SlideRow }
  | { kind: 'slide_gone' | 'last_slide' | 'picture_missing' }
  | { kind: 'content_mistakes'; mistakes: Mistake[] };

type Saved = Promise<Result<'saved' | 'nothingChanged', SlideRefusal>>;

const toRow = (cells: Cells): SlideRow => ({ name: cells.slide ?? '', cells, digest: digestOf(JSON.stringify(cells)) });

/** The current slides of the file, which may be newer than the build. */
export const listSlides = ({ config }: Pick<Context, 'config'>): SlideRow[] =>
  editTable(readContentText(config, FILE)).rows.map(toRow);

/** Changes the cells of a slide. `digest`: of the row that the person saw. */
export const saveSlide = (ctx: Context, name: string, digest: string, typed: Cells): Saved =>
  changeSlide(ctx, name, digest, (table, at) => {
    const before = table.rows[at]!;
    const after = { ...before, ...typed, slide: name };
    return written(table, table.rows.with(at, after), { act: 'texts.slide', name, before, after });
  });

/** Moves a slide one place towards the beginning (-1) or the end (1). */
export const moveSlide = (ctx: Context, name: string, digest: string, step: -1 | 1): Saved =>
  changeSlide(ctx, name, digest, (table, at) => {
    const to = Math.min(table.rows.length - 1, Math.max(0, at + step));
    const rows = table.rows.toSpliced(at, 1).toSpliced(to, 0, table.rows[at]!);
    return written(table, rows, { act: 'texts.slideOrder', name, before: { place: at + 1 }, after: { place: to + 1 } });
  });

export const removeSlide = (ctx: Context, name: string, digest: string): Saved =>
  changeSlide(ctx, name, digest, (table, at) => {
    if (table.rows.length === 1) return fail({ kind: 'last_slide' });
    const change = written(table, table.rows.toSpliced(at, 1), {
      act: 'texts.slideRemove',
      name,
      before: table.rows[at],
      after: undefined,
    });
    const pictures = Object.fromEntries(slidePictureNames(name).map((file) => [`slides/${file}`, null]));
    return change.ok ? ok({ ...change.value, files: { ...change.value.files, ...pictures } }) : change;
  });

/** Replaces a slide's picture. */
export async function saveSlidePicture(ctx: Context, name: string, upload: Blob | undefined): Saved {
  const picture = await takePicture(ctx, upload);
  if (!picture.ok) return picture;
  return changeContent<SlideRefusal>(ctx, FILE, (text) => {
    if (!editTable(text).rows.some(({ slide }) => slide === name)) return fail({ kind: 'slide_gone' });
    const act = {
      act: 'texts.slidePicture',
      subject: 'content',
      id: slideSubject(name),
      after: { picture: digestOf(picture.value) },
    } as const;
    return ok({ files: pictureFiles(name, picture.value), act });
  });
}

/** Adds a slide at the end, named after its brand. */
export async function addSlide(ctx: Context, typed: Cells, upload: Blob | undefined): Saved {
  const picture = await takePicture(ctx, upload);
  if (!picture.ok) return picture;
  return changeContent<SlideRefusal>(ctx, FILE, (text) => {
    const table = editTable(text);
    const name = uniqueSlug(typed.brand ?? '', 'slide', new Set(table.rows.map(({ slide = '' }) => slide)));
    const after = { ...typed, slide: name };
    const change = written(table, [...table.rows, after], { act: 'texts.slideAdd', name, before: undefined, after });
    return change.ok
      ? ok({ ...change.value, files: { ...pictureFiles(name, picture.value), ...change.value.files } })
      : change;
  });
}

/** The original, after encoding it like a build does, to find problems early. */
async function takePicture({ config }: Context, upload: Blob | undefined): Promise<Result<Buffer, SlideRefusal>> {
  if (!upload) return fail({ kind: 'picture_missing' });
  const taken = await takeUploadedPicture(openPictures(config), upload, SLIDE_SIZE, SLIDE_PICTURE);
  return taken.ok ? ok(taken.value.original) : taken;
}

/** Stores the new file and removes one with another extension. */
const pictureFiles = (name: string, picture: Buffer): ContentChange['files'] => {
  const [kept, ...others] = slidePictureNames(name).map((file) => `slides/${file}`);
  return { [kept!]: picture, ...Object.fromEntries(others.map((file) => [file, null])) };
};

const changeSlide = (
  ctx: Context,
  name: string,
  digest: string,
  change: (table: EditedTable, at: number) => Result<ContentChange, SlideRefusal>,
): Saved =>
  changeContent<SlideRefusal>(ctx, FILE, (text) => {
    const table = editTable(text);
    const at = table.rows.findIndex(({ slide }) => slide === name);
    if (at < 0) return fail({ kind: 'slide_gone' });
    const now = toRow(table.rows[at]!);
    return now.digest === digest ? change(table, at) : fail({ kind: 'content_changed', now });
  });

interface SlideAct {
  act: 'texts.slide' | 'texts.slideAdd' | 'texts.slideOrder' | 'texts.slideRemove';
  name: string;
  before: object | undefined;
  after: object | undefined;
}

/** The table with other rows, if a build would accept it. */
function written(
  table: EditedTable,
  rows: Cells[],
  { act, name, before, after }: SlideAct,
): Result<ContentChange, SlideRefusal> {
  const text = table.write(rows);
  const { mistakes } = checkSlides(Buffer.from(text), DEFAULT_LOCALE);
  if (mistakes.length > 0) return fail({ kind: 'content_mistakes', mistakes });
  if (text === table.write(table.rows)) return ok({ files: {}, act: undefined });
  return ok({ files: { [FILE]: text }, act: { act, subject: 'content', id: slideSubject(name), before, after } });
}
