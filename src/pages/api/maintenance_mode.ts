import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { findMaintenance } from '#src/server/maintenance/maintenance.repository.ts';

// The older system's words: browsers compare with the text "True".
export const ALL = endpoint({
  GET: async ({ ctx }) => freshJson({ maintenance_mode: (await findMaintenance(ctx.db.read)) ? 'True' : 'False' }),
});
