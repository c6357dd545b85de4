import { findClient } from '#src/features/account/server/client.repository.ts';
import { freshJson } from '#src/server/http/endpoint.ts';
import { forOwnClient } from '#src/server/http/session.ts';
import { collectClientData } from './client-export.service.ts';

/** The client's data as a file. */
export const exportClient = forOwnClient(async ({ ctx }, { clientId }) => {
  const client = await findClient(ctx.db.read, clientId);
  if (!client) return { kind: 'not_signed_in' };
  const response = freshJson(await collectClientData(ctx, client));
  response.headers.set('content-disposition', 'attachment; filename="vitrine-data.json"');
  return response;
});
