import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { findClient } from '#src/features/account/server/client.repository.ts';
import { exportCustomer } from '#src/features/privacy/server/staff-export.service.ts';

/** All stored data of an account, for a customer who requests it (GDPR art. 15). */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const client = await findClient(ctx.db.read, params.id ?? '');
  if (!client) return new Response(null, { status: 404 });
  return sendFile('data.json', 'application/json', JSON.stringify(await exportCustomer(ctx, client), null, 2));
};
