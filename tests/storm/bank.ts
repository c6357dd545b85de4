/** Buyers who pay by bank transfer, the bank, and the owner who reads its statements and transfers refunds. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import { desk as pages } from '#src/desk/desk-paths.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { dueOf } from '#src/features/orders/voucher-part.ts';
import { bookingValue } from '#src/features/transfers/desk/statement.actions.ts';
import { readStatement } from '#src/features/transfers/server/statement.service.ts';
import { findRefundsToTransfer } from '#src/features/transfers/server/transfer-file.repository.ts';
import { findWaitingTransfers } from '#src/features/transfers/server/transfer.repository.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { camt } from '../support/data/statements.ts';
import { ADDRESS, newBuyer, type Settled } from '../support/people/buyer.ts';
import { postCart } from '../support/people/cart-call.ts';
import type { DeskVisitor } from '../support/people/desk-visitor.ts';
import { newGuest } from '../support/people/guest.ts';
import { newVisitor } from '../support/people/visitor.ts';
import { forgiveAbsence, insist, linesOf } from './buyers.ts';
import type { Chance } from './chance.ts';
import { codeOf, regularOf } from './codes.ts';
import { postForm } from './staff.ts';
import { dueIn, giftBody, giftOf, typedBy, voucherOf } from './vouchers.ts';
import type { Purchase, World } from './world.ts';

export const BANK_ACTS = ['statement', 'transferArrived', 'transferCancel', 'refundTransferred'];

export async function payByTransferUntilOver(world: World, chance: Chance): Promise<void> {
  while (!world.isOver()) {
    await wait(chance.between(200, 800));
    await payByTransfer(world, chance).catch(forgiveAbsence);
  }
}

async function payByTransfer(world: World, chance: Chance): Promise<void> {
  const { ctx, url, diary } = world;
  const headers = { 'x-forwarded-for': ['13', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.') };
  const visitor = newVisitor(url, headers);
  const gift = giftOf(world, chance);
  const code = gift ? undefined : codeOf(world, chance);
  const customer = chance.oneIn(2) ? await newBuyer(ctx, url, headers) : undefined;
  const { email } = customer ?? newGuest(url, { visitor, ...regularOf(code, chance) });
  const clientId = customer?.clientId ?? null;
  const purchase: Purchase = {
    ...{ requestId: randomUUID(), clientId, email, code, gift, told: [] },
    voucher: gift ? undefined : voucherOf(world, chance),
    lines: gift ? [] : linesOf(world, chance),
  };
  diary.purchases.push(purchase);
  const { requestId, lines } = purchase;
  const asked = gift
    ? { total: gift.value }
    : await postCart(url, { lines, ...typedBy(purchase) }, headers).then(
        ({ status, body }) => (status === 200 ? body : undefined),
        () => undefined,
      );
  if (!asked) return;
  const { total } = asked;
  const due = 'lines' in asked ? (dueIn(asked) ?? total) : total;
  if (due === 0) return;
  const prices = { expectedTotal: total, expectedDue: due, ...typedBy(purchase) };
  const body = { requestId, lines, shipping: ADDRESS, languageLocale: 'de-DE', ...prices, ...giftBody(gift) };
  const order = () =>
    insist<Settled>(world, chance, () =>
      customer
        ? customer.post<Settled>('/api/checkout/transfer/', body)
        : visitor.post<Settled>('/api/checkout/transfer/', { ...body, email }),
    );
  // Some tap twice.
  const answers = await Promise.all(chance.oneIn(4) ? [order(), order()] : [order()]);
  purchase.told.push(...answers.filter((answer) => answer !== undefined));
  const orderNumber = purchase.told[0]?.orderNumber;
  if (!orderNumber || chance.oneIn(5)) return; // never pays
  const cents = Math.round(due * 100) - (chance.oneIn(8) ? 100 : 0);
  // Some pay twice.
  for (let times = chance.oneIn(8) ? 2 : 1; times > 0; times--)
    diary.bank.received.push({ reference: randomUUID(), orderNumber, cents });
}

/** The owner books what the bank has received, cancels what is not paid, and transfers refunds. */
export async function keepAccount(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  while (!world.isOver()) {
    await wait(chance.between(100, 400));
    const act = chance.pick([bookStatement, bookStatement, recordByHand, cancelUnpaid, transferRefunds]);
    await act(world, visitor, chance).catch(forgiveAbsence);
  }
}

/** Each statement lists everything since the beginning, so that most entries come again. */
async function bookStatement(world: World, visitor: DeskVisitor): Promise<void> {
  const day = germanDay(world.ctx.now().toISOString());
  const lines = world.diary.bank.received.map(({ reference, orderNumber, cents }) => ({
    ...{ day, reference, amount: (cents / 100).toFixed(2) },
    ...{ name: 'Ana Müller', text: `Bestellung ${orderNumber}` },
  }));
  const read = await readStatement(world.ctx, Buffer.from(camt(lines)));
  if (!read.ok) throw new Error(`The statement is not readable: ${read.error.kind}`);
  const certain = read.value.filter(({ verdict }) => verdict === 'certain');
  for (const { entry, order } of certain) {
    const book = bookingValue({ ...entry, orderNumber: order!.orderNumber, entry: entry.key });
    await postForm(world, visitor, pages.statement(), { act: 'book', book }, 'statement');
  }
}

const waitingOrders = async ({ ctx }: World) =>
  (await Promise.all((await findWaitingTransfers(ctx.db.read)).map((id) => findOrder(ctx.db.read, id)))).filter(
    (order) => order !== undefined,
  );

/** The owner saw the money in the bank's app. */
async function recordByHand(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  const paid = (await waitingOrders(world)).filter((order) =>
    world.diary.bank.received.some(
      ({ orderNumber, cents }) => orderNumber === order.orderNumber && cents === dueOf(order),
    ),
  );
  if (paid.length === 0) return;
  const { orderNumber } = chance.pick(paid);
  const act = 'transferArrived';
  await postForm(world, visitor, pages.transfers(), { act, order: orderNumber }, act);
}

async function cancelUnpaid(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  const unpaid = (await waitingOrders(world)).filter(
    (order) => !world.diary.bank.received.some(({ orderNumber }) => orderNumber === order.orderNumber),
  );
  if (unpaid.length === 0) return;
  const { orderNumber } = chance.pick(unpaid);
  const act = 'transferCancel';
  await postForm(world, visitor, pages.transfers(), { act, order: orderNumber }, act);
}

/** The owner transfers each refund once, and says so until the shop has noted it. */
export async function transferRefunds(world: World, visitor: DeskVisitor): Promise<void> {
  const act = 'refundTransferred';
  for (const { request_id: refund, money_cents } of await findRefundsToTransfer(world.ctx.db.read)) {
    world.diary.bank.sent.set(refund, money_cents);
    await postForm(world, visitor, pages.transfers(), { act, refund }, act);
  }
}

/** Days pass for some unpaid orders: their reminder or their end is due. */
export async function passDays({ db }: Context, chance: Chance): Promise<void> {
  const past = new Date(0).toISOString();
  const rows = await db.read
    .selectFrom('transfers')
    .select('checkout_id')
    .where('check_at', 'is not', null)
    .orderBy('checkout_id')
    .execute();
  for (const { checkout_id: id } of rows)
    if (chance.oneIn(3))
      await db.read
        .updateTable('transfers')
        .set({ check_at: past, ...(chance.oneIn(3) && { due_at: past }) })
        .where('checkout_id', '=', id)
        .where('check_at', 'is not', null)
        .execute();
}
