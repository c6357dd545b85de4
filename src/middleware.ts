import { defineMiddleware } from 'astro:middleware';
import { getContext } from './server/context.ts';
import { loggedUrl } from './server/http/logged-url.ts';
import { isLoopbackHost } from './server/http/this-machine.ts';

export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  // src/main.ts hands these in; `astro dev` and the build do not.
  locals.ctx ??= getContext();
  locals.log ??= locals.ctx.log;
  locals.address ??= '';
  locals.isFromThisMachine ??= isLoopbackHost(locals.ctx.config.host);
  try {
    return await next();
  } catch (error) {
    const answer = locals.failurePage?.(error);
    if (!answer) throw error;
    locals.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
    return answer;
  }
});
