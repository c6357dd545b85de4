import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { isUnderMaintenance } from '#src/server/maintenance.ts';

export const prerender = false;
// The words are the older system's: browsers compare with the text "True".
export const ALL = endpoint({
  GET: async ({ ctx }) => freshJson({ maintenance_mode: (await isUnderMaintenance(ctx)) ? 'True' : 'False' }),
});
