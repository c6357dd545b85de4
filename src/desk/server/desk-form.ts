import type { APIContext, AstroGlobal } from 'astro';
import { MAX_UPLOAD_BYTES } from '#src/server/http/limits.ts';
import type { Result } from '#src/shared/result.ts';
import { withDone, type Done } from '../said-after.ts';
import { problemText, type DeskError } from './desk-error.ts';
import type { AnyDesk, OpenDesk } from './guard.ts';

/** A posted form of the desk. */
export interface DeskForm {
  /** The trimmed value; '' when it is missing. */
  text: (name: string) => string;
  /** The value as typed, for passwords. */
  raw: (name: string) => string;
  /** The value in one line, for a cell of a table: runs of spaces and line breaks become one space. */
  line: (name: string) => string;
  all: (name: string) => string[];
  has: (name: string) => boolean;
  /** The names of all fields, each once. */
  names: () => string[];
  /** The chosen file; undefined without one. The form needs `enctype="multipart/form-data"`. */
  file: (name: string) => File | undefined;
  /** All chosen files of a field. */
  files: (name: string) => File[];
  /** All fields in their order; for a file its name, size and type. */
  written: () => [name: string, value: string][];
}

/** The first field for units: the one to correct when all of them are 0. */
export const firstUnits = (form: DeskForm | undefined): string[] =>
  (form?.names() ?? []).filter((name) => name.startsWith('units-')).slice(0, 1);

export const TOO_LARGE = 'too large';

/** Twice the length of the longest text in the desk, a legal one. */
const MAX_CHARACTERS = 60_000;

/** The refusal of a form that is too large to be read. */
export const tooLarge: DeskError = {
  kind: 'upload_too_large',
  values: { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2, characters: MAX_CHARACTERS },
};

type Posting = Pick<APIContext, 'request' | 'locals'>;

/** Reads the form of a write after the guard's check. */
export async function parseDeskForm({ request, locals }: Posting): Promise<DeskForm | typeof TOO_LARGE> {
  if (locals.received?.isTooLarge) return TOO_LARGE;
  const form = await formOf({ request, locals })
    .formData()
    .catch(() => new FormData());
  if ([...form.values()].some((value) => typeof value === 'string' && value.length > MAX_CHARACTERS)) return TOO_LARGE;
  return asDeskForm(form);
}

/** The fields in a page's query, from a form that only requests the page. */
export function askedForm({ searchParams }: URL): DeskForm {
  const form = new FormData();
  for (const [name, value] of searchParams) form.append(name, value);
  return asDeskForm(form);
}

/** PostgreSQL refuses a text that contains NUL, and SQLite ends it there. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

function asDeskForm(form: FormData): DeskForm {
  const raw = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? withoutNul(value) : '';
  };
  const files = (name: string) =>
    form.getAll(name).filter((value): value is File => value instanceof File && value.size > 0);
  return {
    raw,
    text: (name) => raw(name).trim(),
    line: (name) => raw(name).trim().replace(/\s+/g, ' '),
    all: (name) =>
      form
        .getAll(name)
        .filter((value) => typeof value === 'string')
        .map(withoutNul),
    has: (name) => form.has(name),
    names: () => [...new Set(form.keys())],
    file: (name) => files(name)[0],
    files,
    written: () =>
      [...form].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : `${value.name} ${value.size} ${value.type}`,
      ]),
  };
}

/** The form of a POST, which `answerDesk` has checked; undefined for a GET. */
export const postedForm = ({ locals: { deskForm } }: Pick<AstroGlobal, 'locals'>): DeskForm | undefined =>
  deskForm === TOO_LARGE ? undefined : deskForm;

/**
 * The request itself stays unread, because Astro cannot rewrite a request that was read to another page, such as the
 * error page.
 */
const formOf = ({ request, locals }: Posting): Pick<Response, 'formData'> =>
  locals.received?.body
    ? new Response(locals.received.body, { headers: { 'content-type': request.headers.get('content-type') ?? '' } })
    : request.clone();

interface Posted<T, E> {
  /** undefined for a GET. */
  form: DeskForm | undefined;
  /** The act's result; undefined for a GET and a refused form. */
  done: T | undefined;
  /** Why the form was refused. */
  problem: string | undefined;
  /** The refusal itself, when the page shows more than its text. */
  refusal: E | undefined;
}

/** Processes a posted form. A refused form sets the status; its page shows the problem and keeps the typed values. */
export async function answerPost<T, E extends DeskError>(
  { response, locals }: Pick<AstroGlobal, 'locals' | 'response'>,
  act: (form: DeskForm) => Promise<Result<T, E>>,
): Promise<Posted<T, E>> {
  if (locals.deskForm === TOO_LARGE) {
    response.status = 413;
    const problem = problemText(locals.desk, tooLarge);
    return { form: undefined, done: undefined, problem, refusal: undefined };
  }
  const form = locals.deskForm;
  const acted = form && (await act(form));
  if (!acted || acted.ok) return { form, done: acted?.value, problem: undefined, refusal: undefined };
  response.status = acted.error.kind === 'forbidden' ? 403 : 400;
  return { form, done: undefined, problem: problemText(locals.desk, acted.error), refusal: acted.error };
}

/** The desk of a page that requires a session; the guard has checked it. */
export function openDesk({ locals }: Pick<AstroGlobal, 'locals'>): OpenDesk {
  const desk: AnyDesk = locals.desk;
  if (!('may' in desk)) throw new Error('This page is behind the door, so its route must not be one of the door');
  return desk;
}

/**
 * After an act: redirects to the page with its result, so that reloading does not repeat the act. `done` and what
 * follows is the message there, see `withDone`.
 */
export const seeOther = (
  { redirect }: Pick<AstroGlobal, 'redirect'>,
  path: string,
  done?: Done,
  about?: number | string,
  orders?: number,
): Response => redirect(done ? withDone(path, done, about, orders) : path, 303);
