import { defineMiddleware } from 'astro:middleware';
import { getContext } from './server/context.ts';
import { loggedUrl } from './server/http/logged-url.ts';

export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  // src/server/main.ts hands these in; `astro dev` and the build do not.
  locals.ctx ??= getContext();
  locals.log ??= locals.ctx.log;
  locals.address ??= '';
  try {
    return await next();
  } catch (error) {
    const answer = locals.tellFailure?.();
    if (!answer) throw error;
    locals.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
    return answer;
  }
});
