import { hash } from 'node:crypto';
import type { APIContext } from 'astro';
import style from './reply.scss?inline';

/** The style of replies, for pages that show one. */
export const REPLY_STYLE = style;

/** Lets a page's policy accept the style; a page without it does not name it (src/site/serve/trim-policy.ts). */
export const allowReplyStyle = (csp: APIContext['csp']): void =>
  csp?.insertStyleHash(`sha256-${hash('sha256', style, 'base64')}`);
