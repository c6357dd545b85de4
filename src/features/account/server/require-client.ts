import type { AstroGlobal } from 'astro';
import type { Locale } from '#src/i18n/locales.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { currentSession } from '#src/server/http/session.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { findClient } from './client.repository.ts';

type Visit = Pick<AstroGlobal, 'locals' | 'cookies' | 'url' | 'response' | 'redirect'>;

/**
 * The signed-in visitor of a page that is rendered on demand. Forbids caching, because the page depends on the person.
 */
export async function visitingClient({ locals, cookies, response }: Visit): Promise<ClientRow | undefined> {
  response.headers.set('cache-control', 'no-store');
  const session = await currentSession({ ctx: locals.ctx, cookies });
  return session && findClient(locals.ctx.db.read, session.clientId);
}

/** The signed-in client, or a redirect to the login, which leads back to this page. */
export async function requireClient(visit: Visit, locale: Locale): Promise<ClientRow | Response> {
  const { url } = visit;
  return (
    (await visitingClient(visit)) ?? redirectFresh(visit, localised(locale, pages.login(url.pathname + url.search)))
  );
}

export function redirectFresh({ redirect }: Pick<Visit, 'redirect'>, path: string): Response {
  const answer = redirect(path, 302);
  answer.headers.set('cache-control', 'no-store');
  return answer;
}
