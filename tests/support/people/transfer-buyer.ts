import { randomUUID } from 'node:crypto';
import { checkTransfers } from '#src/features/transfers/server/due-transfers.service.ts';
import type { PayingShop } from '../shops/paying-shop.ts';
import { ADDRESS, type Settled } from './buyer.ts';
import type { DeskVisitor } from './desk-visitor.ts';
import type { GuestBuyer } from './guest.ts';

export type Placed = Settled & { checkoutId: string };

/** Units of coconut water, to be paid by bank transfer. */
export const transferBody = (own: PayingShop, guest: GuestBuyer, units: number, more: object = {}) => ({
  requestId: randomUUID(),
  lines: [own.line('AGUA', units)],
  shipping: ADDRESS,
  email: guest.email,
  expectedTotal: units * 4.99 + 5,
  languageLocale: 'de-DE',
  ...more,
});

export const sendTransfer = <T = Settled>(guest: GuestBuyer, sent: object) =>
  guest.visitor.post<T>('/api/checkout/transfer/', sent);

export async function orderByTransfer(
  own: PayingShop,
  guest: GuestBuyer,
  units = 2,
  more: object = {},
): Promise<Placed> {
  const answer = await sendTransfer(guest, transferBody(own, guest, units, more));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { checkout_id: checkoutId } = await orderRow(own, answer.body.orderNumber);
  return { ...answer.body, checkoutId };
}

export const orderRow = ({ ctx }: PayingShop, orderNumber: string) =>
  ctx.db.read.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirstOrThrow();

/** The German page of the order, as its buyer sees it. */
export async function buyersPage(own: PayingShop, { visitor }: GuestBuyer, orderNumber: string): Promise<string> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return (await fetch(`${own.server.url}/de/order/${orderNumber}`, { headers: { cookie } })).text();
}

/** Does something on the desk's page of transfers; answers the next address, or the page that refuses. */
export async function actOnTransfers(desk: DeskVisitor, act: string, fields: Record<string, string>): Promise<string> {
  const { status, location, text } = await desk.post('/desk/money/transfers', { act, ...fields });
  return status === 303 ? location : text;
}

/** Lets an order's last day, or the day of its reminder, be over. */
export async function letDaysPass(own: PayingShop, checkoutId: string, days: { due?: true } = {}): Promise<void> {
  const past = '2026-01-01T00:00:00.000Z';
  await own.ctx.db.read
    .updateTable('transfers')
    .set({ check_at: past, ...(days.due && { due_at: past }) })
    .where('checkout_id', '=', checkoutId)
    .execute();
  await checkTransfers(own.ctx);
}
