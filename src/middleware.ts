import { defineMiddleware } from 'astro:middleware';
import { answerDesk } from './desk/server/answer-desk.ts';
import { loadFrame } from './features/catalogue/server/page-frame.ts';
import { countWaiting } from './features/overview/server/waiting.service.ts';
import { DEFAULT_LOCALE, localeOfParam } from './i18n/locales.ts';
import { getContext, reloadShop } from './server/context.ts';
import { loggedUrl } from './server/http/logged-url.ts';
import { isLoopbackHost } from './settings/environment/private-hosts.ts';
import { isDesk } from './shared/paths.ts';

/** The page for an address that begins with an unknown language: `/fr/login`. */
const NOT_FOUND = '/not-found';

export const onRequest = defineMiddleware(async (visit, next) => {
  const { locals, url, params, routePattern } = visit;
  // src/main.ts passes these in; `astro dev` and the build do not.
  locals.ctx ??= getContext();
  if (import.meta.env.DEV) reloadShop(locals.ctx);
  locals.address ??= '';
  locals.isFromThisMachine ??= isLoopbackHost(locals.ctx.config.host);
  locals.tellRoute?.(routePattern);
  try {
    if (isDesk(routePattern)) {
      locals.deskWaiting = () => countWaiting(locals.ctx);
      return await answerDesk(visit, next);
    }
    if (!isPage(routePattern)) return await next();
    const locale = localeOfParam(params.locale);
    locals.frame = await loadFrame(locals.ctx, locale ?? DEFAULT_LOCALE);
    return await next(locale ? undefined : NOT_FOUND);
  } catch (error) {
    const answer = await locals.failurePage?.(error);
    if (!answer) throw error;
    locals.ctx.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
    return answer;
  }
});

const isPage = (route: string) => route === NOT_FOUND || route.startsWith('/[...locale]');
