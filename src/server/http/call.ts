import type { APIContext } from 'astro';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';

/** The input of an endpoint's handler. */
export interface Call {
  ctx: Context;
  /** The body's language once the body is read, otherwise `?lang=`, Accept-Language or pt-BR. */
  locale: Locale;
  url: URL;
  params: APIContext['params'];
  request: Request;
  cookies: APIContext['cookies'];
  /** The caller's network address, as the trusted proxies report it. */
  address: string;
  /** Whether the call came directly from this machine, without a proxy. */
  isFromThisMachine: boolean;
}
