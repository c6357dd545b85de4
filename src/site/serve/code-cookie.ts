import type { IncomingMessage } from 'node:http';
import { isCodeText, normalizeCode } from '#src/features/codes/code.ts';
import { hasCodes } from '#src/features/codes/server/has-codes.ts';
import type { Context } from '#src/server/context.ts';
import { CODE_COOKIE } from '#src/server/http/forget-code.ts';

const MAX_AGE_S = 30 * 24 * 3600;

/**
 * The header for a link with a discount code (`?code=`): the cart's script reads the cookie. So pages need no script of
 * their own for it. Undefined for all other requests.
 */
export async function codeCookie(
  ctx: Context,
  { url = '' }: Pick<IncomingMessage, 'url'>,
): Promise<string | undefined> {
  const [, query = ''] = url.split('?');
  const code = normalizeCode(new URLSearchParams(query).get('code') ?? '');
  // Prerendered pages are served without a database, too.
  if (!isCodeText(code) || !(await hasCodes(ctx).catch(() => undefined))?.any) return undefined;
  const secure = ctx.config.siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${CODE_COOKIE}=${code}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax${secure}`;
}
