import { defineMiddleware } from 'astro:middleware';
import { getContext } from './server/context.ts';

export const onRequest = defineMiddleware(({ locals }, next) => {
  // src/server/main.ts hands both in; `astro dev` and the build do not.
  locals.ctx ??= getContext();
  locals.log ??= locals.ctx.log;
  locals.address ??= '';
  return next();
});
