import type { AstroGlobal } from 'astro';
import { readFormData } from '#src/server/http/body.ts';
import { MAX_UPLOAD_BYTES } from '#src/server/http/limits.ts';
import type { Result } from '#src/shared/result.ts';
import { problemText, type DeskError } from './desk-error.ts';
import type { AnyDesk, OpenDesk } from './guard.ts';

/** A posted form of the desk. */
export interface DeskForm {
  /** The value without spaces at its ends; '' where it is missing. */
  text: (name: string) => string;
  /** The value as it was typed, for passwords. */
  raw: (name: string) => string;
  /** The value in one line, for a cell of a table: runs of spaces and line breaks become one space. */
  line: (name: string) => string;
  all: (name: string) => string[];
  has: (name: string) => boolean;
  /** The chosen file; undefined where none was chosen. The form needs `enctype="multipart/form-data"`. */
  file: (name: string) => File | undefined;
  /** Whether it was larger than MAX_UPLOAD_BYTES; then it is empty. */
  isTooLarge: boolean;
}

type Visit = Pick<AstroGlobal, 'request' | 'locals'>;

/** The form of a POST; undefined for a GET. */
export async function readDeskForm({ request, locals }: Visit): Promise<DeskForm | undefined> {
  if (request.method !== 'POST') return undefined;
  // The guard let this person in before a byte of the body is read. At the door the adapter's small limit stays.
  const isInside = 'may' in locals.desk && locals.rawBody !== undefined;
  const sent = isInside
    ? await readFormData(locals.rawBody!, request.headers, MAX_UPLOAD_BYTES)
    : await request.formData().catch(() => undefined);
  const form = sent ?? new FormData();
  const raw = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    raw,
    text: (name) => raw(name).trim(),
    line: (name) => raw(name).trim().replace(/\s+/g, ' '),
    all: (name) => form.getAll(name).filter((value) => typeof value === 'string'),
    has: (name) => form.has(name),
    file(name) {
      const value = form.get(name);
      return value instanceof File && value.size > 0 ? value : undefined;
    },
    isTooLarge: isInside && !sent,
  };
}

interface Posted<T, E> {
  /** undefined for a GET. */
  form: DeskForm | undefined;
  /** What was done; undefined for a GET and a refused form. */
  done: T | undefined;
  /** Why the form was refused. */
  problem: string | undefined;
  /** The refusal itself, where the page shows more than its text. */
  refusal: E | undefined;
}

/** Does what a posted form asks for. A refused form sets the status; its page shows the problem and keeps what was typed. */
export async function answerPost<T, E extends DeskError>(
  { request, response, locals }: Visit & Pick<AstroGlobal, 'response'>,
  act: (form: DeskForm) => Promise<Result<T, E>>,
): Promise<Posted<T, E>> {
  const form = await readDeskForm({ request, locals });
  if (form?.isTooLarge) {
    response.status = 413;
    const most = { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 };
    const problem = problemText(locals.desk, { kind: 'upload_too_large', values: most });
    return { form: undefined, done: undefined, problem, refusal: undefined };
  }
  const acted = form && (await act(form));
  if (!acted || acted.ok) return { form, done: acted?.value, problem: undefined, refusal: undefined };
  response.status = 400;
  return { form, done: undefined, problem: problemText(locals.desk, acted.error), refusal: acted.error };
}

/** The desk of a page behind the door; the guard has let the person in. */
export function openDesk({ locals }: Pick<AstroGlobal, 'locals'>): OpenDesk {
  const desk: AnyDesk = locals.desk;
  if (!('may' in desk)) throw new Error('This page is behind the door, so its route must not be one of the door');
  return desk;
}

/** After an act: the page that shows its result, so that reloading does not repeat the act. */
export const seeOther = ({ redirect }: Pick<AstroGlobal, 'redirect'>, path: string): Response => redirect(path, 303);
