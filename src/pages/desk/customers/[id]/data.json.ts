import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { loadCustomer } from '#src/features/account/desk/customer.loader.ts';
import { exportCustomer } from '#src/features/privacy/server/staff-export.service.ts';

/** All stored data of an account, for a customer who requests it (GDPR art. 15). */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const client = await loadCustomer(ctx, params.id);
  if (!client) return new Response(null, { status: 404 });
  return sendFile('data.json', 'application/json', JSON.stringify(await exportCustomer(ctx, client), null, 2));
};
