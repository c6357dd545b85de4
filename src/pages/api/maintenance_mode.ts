import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { isShopClosed } from '#src/server/maintenance/maintenance.service.ts';

// The older system's words: browsers compare with the text "True".
export const ALL = endpoint({
  GET: async ({ ctx }) => freshJson({ maintenance_mode: (await isShopClosed(ctx)) ? 'True' : 'False' }),
});
