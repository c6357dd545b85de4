import { findOrdersOfClient } from '#src/features/orders/server/order.repository.ts';
import { loadPackings } from '#src/features/orders/server/packing.loader.ts';
import { findRefundsOfAll } from '#src/features/orders/server/payment.repository.ts';
import { findNewsOfOrders } from '#src/features/shipping/server/track.repository.ts';
import { stateOf } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { findCasesOfClient } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { sum } from '#src/shared/money.ts';
import { findClientNotes } from '../server/client-notes.repository.ts';
import { findClient, searchClients } from '../server/client.repository.ts';

/** The customers that a text finds. */
export const loadCustomers = async ({ db }: Context, text: string): Promise<ClientRow[]> =>
  text ? searchClients(db.read, text) : [];

export const loadCustomer = ({ db }: Context, id = ''): Promise<ClientRow | undefined> => findClient(db.read, id);

/** What a customer bought, gave back and got back, and what colleagues noted. */
export async function loadCustomerView({ db: { read } }: Context, clientId: string) {
  const orders = await findOrdersOfClient(read, clientId);
  const paid = orders.filter(({ payment }) => payment !== 'pending' && payment !== 'cancelled');
  const captures = new Map(paid.flatMap((order) => (order.captureId ? [[order.captureId, order.orderNumber]] : [])));
  const refunds = await findRefundsOfAll(read, [...captures.keys()]);
  return {
    packings: await loadPackings(read, orders),
    news: await findNewsOfOrders(read, orders),
    turnover: sum(paid.map(({ total, refunded }) => total - refunded)),
    refunds: refunds
      .filter(({ status }) => status !== 'failed')
      .map(({ capture_id, created_at: at, amount_cents: amount }) => ({
        orderNumber: captures.get(capture_id) ?? '',
        at,
        amount,
      })),
    cases: (await findCasesOfClient(read, clientId)).map((one) => ({ ...one, state: stateOf(one) })),
    notes: await findClientNotes(read, clientId),
  };
}
