/** A form that arrives twice counts once: after a double click, or when somebody goes back and sends it again. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { APIContext } from 'astro';
import type { Context } from '#src/server/context.ts';
import { FORM_ID } from '../form-token.ts';
import { withDone } from '../said-after.ts';
import { TOO_LARGE } from './desk-form.ts';
import { claimForm, findFormAnswer, releaseForm, saveFormAnswer } from './sent-forms.repository.ts';

/** How long a repeated submission waits for the first, in steps. */
const MOST_STEPS = 100;
const STEP_MS = 100;

type Answer = () => Promise<Response>;

/** Responds to a form like its first submission, or lets its page process it. */
export async function answerOnce(visit: APIContext, answer: Answer): Promise<Response> {
  const { locals, redirect, url } = visit;
  const digest = digestOfForm(visit);
  if (!digest) return answer();
  const sentTwice = withDone(url.pathname, 'sentTwice');
  const first = await firstAnswer(locals.ctx, digest, sentTwice);
  return first === undefined ? actOnce(visit, digest, answer) : redirect(first, 303);
}

/**
 * The digest of a form. The form's id makes it unique, and its fields are part of the digest: a page in the browser's
 * history may be filled in differently and sent again.
 */
function digestOfForm({ locals: { deskForm: form }, url, routePattern }: APIContext): string | undefined {
  if (!form || form === TOO_LARGE || !form.has(FORM_ID) || routePattern.endsWith('/preview')) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([url.pathname, form.written()]))
    .digest('base64url');
}

/** Where the first submission redirected; undefined for the first one. */
async function firstAnswer(ctx: Context, digest: string, sentTwice: string): Promise<string | undefined> {
  for (let step = 0; step < MOST_STEPS; step++) {
    const isFirst = await ctx.db.write((tx) => claimForm(tx, digest, ctx.now().toISOString()));
    if (isFirst) return undefined;
    const answer = await findFormAnswer(ctx.db.read, digest);
    if (answer !== undefined) return answer;
    await pause(STEP_MS);
  }
  return sentTwice;
}

async function actOnce({ locals }: APIContext, digest: string, answer: Answer): Promise<Response> {
  const { db, log } = locals.ctx;
  const release = () => db.write((tx) => releaseForm(tx, digest));
  let response: Response;
  try {
    response = await answer();
  } catch (error) {
    await release();
    throw error;
  }
  const location = response.status === 303 ? response.headers.get('location') : null;
  if (location === null) await release();
  else
    await db
      .write((tx) => saveFormAnswer(tx, digest, location))
      // The act is done, so the form stays claimed, and a repeated submission gets a message that it was sent twice.
      .catch((error: unknown) => log.error({ err: error }, 'the answer of a form was not saved'));
  return response;
}
