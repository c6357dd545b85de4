/**
 * Secrets that a page shows after a form, such as recovery codes. A cookie carries them to the page after the redirect,
 * sealed with a key of the session, so that reloading shows the same secrets and sends no form again.
 */
import { readCookie, setCookie, type Visit } from '#src/server/http/cookies.ts';
import { seal, unseal } from '#src/server/secret-box.ts';
import type { DeskSession } from './staff-session.ts';

const COOKIE = 'desk_shown';
const LIFE_S = 600;

type Shown = Pick<Visit, 'ctx' | 'cookies'>;

/** `path`: of the page that may show the texts. */
export const keepToShow = (visit: Shown, { shownKey }: DeskSession, path: string, texts: string[]): void =>
  setCookie(visit, COOKIE, seal(JSON.stringify(texts), shownKey, path), { maxAgeSeconds: LIFE_S, sameSite: 'strict' });

/** The secrets to show; undefined after ten minutes, and in another session. */
export function readToShow(visit: Shown, { shownKey }: DeskSession, path: string): string[] | undefined {
  const opened = unseal(readCookie(visit, COOKIE) ?? '', shownKey, path);
  return opened === undefined ? undefined : (JSON.parse(opened) as string[]);
}
