import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachInvoice } from '#src/features/invoices/server/invoice-document.ts';
import { changeEmail } from '#src/features/order-changes/server/order-change.service.ts';
import { sendToBuyer } from '#src/features/orders/server/gift-voucher/sold-again.ts';
import { followRefund } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { updateRefund } from '#src/features/orders/server/payment.repository.ts';
import { recordTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { renewCode, sendByHand } from '#src/features/vouchers/server/voucher-acts.service.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { findVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { attachVoucher } from '#src/features/vouchers/server/waiting-mail.ts';
import type { Context } from '#src/server/context.ts';
import { createMailGateway } from '#src/server/gateways/mail.ts';
import { sendDueMails } from '#src/server/outbox/sender.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { mailsTo, sentMail } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import type { Settled } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';

const own = forFile(() => voucherShop());
const VOUCHERS = 12;
const ordered: { number: string; buyer: string; friend: string }[] = [];
const later = (): Context => ({ ...own.ctx, now: () => new Date(own.ctx.now().getTime() + 48 * 3600_000) });

beforeAll(async () => {
  for (let count = 0; count < VOUCHERS; count += 1) {
    const [{ visitor, email: buyer }, friend] = [newGuest(own.server.url), newEmail()];
    const sendOn = addDays(germanDay(own.ctx.now().toISOString()), 1);
    const { body } = await visitor.post<Settled>('/api/checkout/transfer/', {
      ...{ requestId: randomUUID(), lines: [], expectedTotal: 50, languageLocale: 'de-DE', email: buyer },
      giftVoucher: { value: 50, from: 'Ana Müller', to: { name: 'Bia', email: friend, message: '', sendOn } },
    });
    ordered.push({ number: body.orderNumber, buyer, friend });
  }
  // Its jobs would send the mails at once.
  await own.server.stop();
});

/** A voucher of 50 EUR for a friend, whose money has arrived; the mails to buyer and friend wait. */
async function give() {
  const { number, ...people } = ordered.pop()!;
  const waiting = (await findOrderByNumber(own.ctx.db.read, number))!;
  expect((await recordTransfer(own.ctx, waiting)).ok).toBe(true);
  await sendDueVouchers(later());
  const order = (await findOrderByNumber(own.ctx.db.read, number))!;
  const voucher = (await findSoldVoucher(own.ctx.db.read, order.id))!;
  expect(voucher.sent_at).not.toBeNull();
  return { number, ...people, order, voucher };
}
type Given = Awaited<ReturnType<typeof give>>;

const refund = ({ number }: Given, ...args: string[]) =>
  shopHere(['orders', 'refund', number, ...args, '--yes', '--again'], own.env);
/** The refund fails after all. */
const failRefund = ({ order, voucher }: Given) =>
  own.ctx.db.write(async (tx) => {
    const { request_id } = await tx
      .selectFrom('refunds')
      .select('request_id')
      .where('capture_id', '=', order.captureId)
      .executeTakeFirstOrThrow();
    await updateRefund(tx, request_id, { status: 'failed' });
    await followRefund(own.ctx, tx, voucher.order_id!, request_id);
  });

/** Sends what waits. `attach` makes a mail with a voucher. */
async function send(attach = attachVoucher): Promise<void> {
  const gateway = createMailGateway(own.ctx.config);
  await sendDueMails(own.ctx, { gateway, attachInvoice, attachVoucher: attach }, new AbortController().signal);
  gateway.close();
  expect((await own.ctx.db.read.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).length).toBe(
    0,
  );
}

/** The same, while somebody acts when the mail with a voucher to an address has been claimed, or made. */
const sendWhile = (to: string, when: 'claimed' | 'made', act: () => Promise<unknown>) =>
  send(async (ctx, mail) => {
    if (mail.recipient !== to || !mail.id.startsWith('voucher-')) return attachVoucher(ctx, mail);
    if (when === 'claimed') await act();
    const attached = await attachVoucher(ctx, mail);
    if (when === 'made') await act();
    return attached;
  });

/** The subjects of the mails about vouchers that somebody got. */
async function received(email: string): Promise<string[]> {
  await send();
  const mails = (await mailsTo(own.ctx, email)).filter(({ kind }) => kind === 'voucher');
  const subjects = mails.map(async ({ id }) => (await sentMail(own.ctx, id)).subject!.replaceAll('\u{a0}', ' '));
  return (await Promise.all(subjects)).toSorted();
}

describe('the mails with a gift voucher that still wait when its order is refunded', () => {
  let given: Given;
  beforeEach(async () => {
    given = await give();
  });

  it('are never sent when nothing is left, and nobody hears that an unknown voucher is void', async () => {
    await refund(given);
    for (const email of [given.friend, given.buyer]) expect(await received(email)).toEqual([]);
    expect(await findVoucher(own.ctx.db.read, given.voucher.id)).toMatchObject({ sent_at: null });
  });

  it('say what is left after a part was refunded, and no second mail says it to the friend', async () => {
    await refund(given, '--amount', '20');
    expect(await received(given.friend)).toEqual(['Ein Geschenkgutschein über 30,00 €']);
    expect(await received(given.buyer)).toEqual(['Ihr Gutschein über 30,00 €']);
  });

  it('are sent after all when the refund fails before their turn', async () => {
    await refund(given);
    await failRefund(given);
    for (const email of [given.friend, given.buyer])
      expect(await received(email)).toEqual([expect.stringContaining('50,00 €')]);
  });

  it('are written again when the refund fails after their turn', async () => {
    await refund(given);
    for (const email of [given.friend, given.buyer]) expect(await received(email)).toEqual([]);
    await failRefund(given);
    await sendDueVouchers(later());
    for (const email of [given.friend, given.buyer])
      expect(await received(email)).toEqual([expect.stringContaining('50,00 €')]);
  });

  it('are not sent when the refund comes while one is being taken', async () => {
    await sendWhile(given.friend, 'claimed', () => refund(given));
    expect(await received(given.friend)).toEqual([]);
  });

  it('are followed by the news when the refund comes while one is being handed over', async () => {
    await sendWhile(given.friend, 'made', () => refund(given));
    expect(await received(given.friend)).toEqual([
      'Ein Geschenkgutschein über 50,00 €',
      'Ihr Geschenkgutschein gilt nicht mehr',
    ]);
  });
});

it('a recipient who takes the place of another is sent the voucher again when its money comes back', async () => {
  const given = await give();
  expect(await received(given.friend)).toHaveLength(1);
  const instead = newEmail();
  expect((await sendByHand(own.ctx, given.voucher.id, { email: instead, instead: true })).ok).toBe(true);
  await refund(given);
  expect(await received(instead)).toEqual([]);
  await failRefund(given);
  await sendDueVouchers(later());
  expect(await received(instead)).toEqual(['Ein Geschenkgutschein über 50,00 €']);
});

it('only a recipient who had the former code of a voucher hears that it is no longer valid', async () => {
  const given = await give();
  const { id } = given.voucher;
  expect(await received(given.friend)).toHaveLength(1);
  expect((await renewCode(own.ctx, id)).ok).toBe(true);
  const instead = newEmail();
  expect((await sendByHand(own.ctx, id, { email: given.friend, instead: false })).ok).toBe(true);
  expect((await sendByHand(own.ctx, id, { email: instead, instead: true })).ok).toBe(true);
  await send();
  for (const [email, hadCode] of [
    [given.friend, true],
    [instead, false],
  ] as const) {
    const { text } = await sentMail(own.ctx, (await mailsTo(own.ctx, email)).at(-1)!.id);
    expect(text!.includes('Der frühere Code dieses Gutscheins gilt nicht mehr.'), email).toBe(hadCode);
  }
});

it.each(['buyer', 'friend'] as const)(
  'the %s of a voucher reads once that a former code is no longer valid, in the first mail with the new one',
  async (reader) => {
    const { [reader]: to, voucher } = await give();
    const again = () =>
      reader === 'buyer'
        ? sendToBuyer(own.ctx, voucher.id)
        : sendByHand(own.ctx, voucher.id, { email: to, instead: false });
    const mentions: boolean[] = [];
    const known = new Set<string>();
    // Nobody has the first code yet when it is replaced.
    for (const isRenewed of [true, false, true, false, true]) {
      if (isRenewed) expect((await renewCode(own.ctx, voucher.id)).ok).toBe(true);
      expect((await again()).ok).toBe(true);
      await send();
      const mails = (await mailsTo(own.ctx, to)).filter(({ id, kind }) => kind === 'voucher' && !known.has(id));
      const texts = await Promise.all(mails.map(async ({ id }) => (await sentMail(own.ctx, id)).text!));
      mentions.push(texts.some((text) => text.includes('Der frühere Code dieses Gutscheins gilt nicht mehr.')));
      for (const { id } of mails) known.add(id);
    }
    expect(mentions).toEqual([false, false, true, false, true]);
  },
);

it('two mails with a voucher that wait for the same friend are both withdrawn, and one is written when money comes back', async () => {
  const given = await give();
  expect((await sendByHand(own.ctx, given.voucher.id, { email: given.friend, instead: false })).ok).toBe(true);
  await refund(given);
  expect(await received(given.friend)).toEqual([]);
  await failRefund(given);
  await sendDueVouchers(later());
  expect(await received(given.friend)).toEqual(['Ein Geschenkgutschein über 50,00 €']);
});

it('a voucher’s mail to a wrong address that is being taken never carries the new code there', async () => {
  const given = await give();
  const email = newEmail();
  await sendWhile(given.buyer, 'claimed', () => changeEmail(own.ctx, given.order, email));
  expect(await received(given.buyer)).toEqual([]);
  const [mail] = (await mailsTo(own.ctx, email)).filter(({ kind }) => kind === 'voucher');
  const code = openCode(own.ctx.config, (await findVoucher(own.ctx.db.read, given.voucher.id))!)!;
  expect((await sentMail(own.ctx, mail!.id)).text).toContain(code);
});
