import type { AstroGlobal } from 'astro';
import type { Result } from '#src/shared/result.ts';
import { problemText, type DeskError } from './desk-error.ts';
import type { AnyDesk, OpenDesk } from './guard.ts';

/** A posted form of the desk. */
export interface DeskForm {
  /** The value without spaces at its ends; '' where it is missing. */
  text: (name: string) => string;
  /** The value as it was typed, for passwords. */
  raw: (name: string) => string;
  all: (name: string) => string[];
  has: (name: string) => boolean;
}

/** The form of a POST; undefined for a GET. */
export async function readDeskForm(request: Request): Promise<DeskForm | undefined> {
  if (request.method !== 'POST') return undefined;
  const form = await request.formData().catch(() => new FormData());
  const raw = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    raw,
    text: (name) => raw(name).trim(),
    all: (name) => form.getAll(name).filter((value) => typeof value === 'string'),
    has: (name) => form.has(name),
  };
}

interface Posted<T> {
  /** undefined for a GET. */
  form: DeskForm | undefined;
  /** What was done; undefined for a GET and a refused form. */
  done: T | undefined;
  /** Why the form was refused. */
  problem: string | undefined;
}

/** Does what a posted form asks for. A refused form sets the status; its page shows the problem and keeps what was typed. */
export async function answerPost<T>(
  { request, response, locals }: Pick<AstroGlobal, 'request' | 'response' | 'locals'>,
  act: (form: DeskForm) => Promise<Result<T, DeskError>>,
): Promise<Posted<T>> {
  const form = await readDeskForm(request);
  const acted = form && (await act(form));
  if (!acted || acted.ok) return { form, done: acted?.value, problem: undefined };
  response.status = 400;
  return { form, done: undefined, problem: problemText(locals.desk, acted.error) };
}

/** The desk of a page behind the door; the guard has let the person in. */
export function openDesk({ locals }: Pick<AstroGlobal, 'locals'>): OpenDesk {
  const desk: AnyDesk = locals.desk;
  if (!('may' in desk)) throw new Error('This page is behind the door, so its route must not be one of the door');
  return desk;
}

/** After an act: the page that shows its result, so that reloading does not repeat the act. */
export const seeOther = ({ redirect }: Pick<AstroGlobal, 'redirect'>, path: string): Response => redirect(path, 303);
