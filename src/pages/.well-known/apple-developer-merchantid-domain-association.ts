import type { APIRoute } from 'astro';
import { APPLE_DOMAIN_FILE } from '#src/shared/payment-source.ts';
import { readContentText } from '#src/server/content/content-file.ts';

/** Apple asks for this file before it allows Apple Pay on the domain. The owner gets it from PayPal. */
export const GET: APIRoute = ({ locals: { ctx } }) => {
  const text = readContentText(ctx.config, APPLE_DOMAIN_FILE);
  return text === ''
    ? new Response(null, { status: 404 })
    : new Response(text, { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } });
};
