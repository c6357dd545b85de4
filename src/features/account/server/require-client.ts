import type { AstroGlobal } from 'astro';
import type { Locale } from '#src/i18n/locales.ts';
import type { ClientRow } from '#src/server/db/schema.ts';
import { currentSession } from '#src/server/http/session.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { findClient } from './client.repository.ts';

type Visit = Pick<AstroGlobal, 'locals' | 'cookies' | 'url' | 'response' | 'redirect'>;

/** Who visits a page rendered on demand. What it shows belongs to this moment and person: no cache keeps it. */
export async function visitingClient({ locals, cookies, response }: Visit): Promise<ClientRow | undefined> {
  response.headers.set('cache-control', 'no-store');
  const session = await currentSession({ ctx: locals.ctx, cookies });
  return session && findClient(locals.ctx.db.read, session.clientId);
}

/** The client of a page that belongs to one, or the answer that leads to the login and from there back here. */
export async function requireClient(visit: Visit, locale: Locale): Promise<ClientRow | Response> {
  const { url } = visit;
  return (await visitingClient(visit)) ?? redirectFresh(visit, localised(locale, pages.login(url.pathname + url.search)));
}

export function redirectFresh({ redirect }: Pick<Visit, 'redirect'>, path: string): Response {
  const answer = redirect(path, 302);
  answer.headers.set('cache-control', 'no-store');
  return answer;
}
