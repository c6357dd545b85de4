import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deletePeopleOfVouchers, endRetention } from '#src/features/privacy/server/retention.service.ts';
import { exportGuest } from '#src/features/privacy/server/staff-export.service.ts';
import { issueVoucher, type NewVoucher } from '#src/features/vouchers/server/issue-voucher.ts';
import { renewCode, sendByHand } from '#src/features/vouchers/server/voucher-acts.service.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { expireVouchers, sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { findVoucher, leftOf, updateVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { failing } from '../../support/failing.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const at = (iso: string): Context => ({ ...own.ctx, now: () => new Date(iso) });
const BEGIN = '2026-12-01T12:00:00.000Z';

const issue = (more: Partial<NewVoucher> = {}): Promise<string> =>
  own.ctx.db.write((tx) =>
    issueVoucher(at(BEGIN), tx, {
      ...{ value: 5000, locale: 'de-DE', origin: 'counter', orderId: null, requestId: randomUUID(), note: null },
      ...{ sender_name: 'Ana', recipient_name: 'Bia', recipient_email: null, message: null, send_on: null },
      ...more,
    }),
  );
const left = (id: string) => leftOf(own.ctx.db.read, id);

it('a voucher is mailed once on its day, from seven in the morning, with its code and its PDF', async () => {
  const to = newEmail();
  const id = await issue({
    recipient_email: to,
    send_on: '2026-12-24',
    message: 'Frohe Weihnachten! www.evil.example',
  });
  const sent = async () => (await mailsTo(own.ctx, to)).length;
  await sendDueVouchers(at('2026-12-24T05:59:00.000Z'));
  expect(await sent()).toBe(0);
  await Promise.all([0, 1, 2].map(() => sendDueVouchers(at('2026-12-24T06:01:00.000Z'))));
  await sendDueVouchers(at('2026-12-25T12:00:00.000Z'));
  expect(await sent()).toBe(1);
  const voucher = (await findVoucher(own.ctx.db.read, id))!;
  const code = openCode(own.ctx.config, voucher)!;
  const server = await own.serve();
  const mail = await lastMailTo(own.ctx, to);
  await server.stop();
  expect(mail.subject?.replaceAll('\u00a0', ' ')).toBe('Ein Geschenkgutschein über 50,00 €');
  for (const words of [
    'Guten Tag, Bia!',
    'Ana schickt Ihnen',
    'Nachricht von Ana',
    code,
    '31. Dezember 2029',
    'löschen die Adresse',
  ])
    expect(mail.text?.replaceAll('\u00a0', ' ')).toContain(words);
  expect(mail.html).not.toContain('href="http://www.evil.example');
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    [`voucher-${voucher.last_four}.pdf`, 'application/pdf'],
  ]);
  // The code is not kept in the shop's copy.
  expect((await mailsTo(own.ctx, to))[0]).toMatchObject({ text: '', html: '' });
});

it('nobody is sent a voucher without an address, that is locked, or that was sent by hand already', async () => {
  await issue();
  const locked = newEmail();
  const lockedId = await issue({ recipient_email: locked });
  await own.ctx.db.write((tx) =>
    tx.updateTable('vouchers').set({ locked_at: BEGIN }).where('id', '=', lockedId).execute(),
  );
  const to = newEmail();
  const id = await issue({ recipient_email: 'typo@example.org', send_on: '2026-12-24' });
  expect(await sendByHand(own.ctx, id, { email: to, instead: true })).toEqual({ ok: true, value: undefined });
  await sendDueVouchers(at('2027-01-01T12:00:00.000Z'));
  expect(await mailsTo(own.ctx, locked)).toEqual([]);
  expect(await mailsTo(own.ctx, 'typo@example.org')).toEqual([]);
  expect(await mailsTo(own.ctx, to)).toHaveLength(1);
});

it('a voucher whose code cannot be read waits for a new code', async () => {
  const to = newEmail();
  const id = await issue({ recipient_email: to });
  await own.ctx.db.write((tx) => updateVoucher(tx, id, { code_sealed: 'v1:AAAA.BBBB.CCCC' }));
  await sendDueVouchers(at('2026-12-02T12:00:00.000Z'));
  expect([(await findVoucher(own.ctx.db.read, id))!.sent_at, await mailsTo(own.ctx, to)]).toEqual([null, []]);
  expect((await sendByHand(own.ctx, id, { email: to, instead: false })).ok).toBe(false);
  await renewCode(own.ctx, id);
  await sendDueVouchers(at('2026-12-02T12:00:00.000Z'));
  expect(await mailsTo(own.ctx, to)).toHaveLength(1);
});

it('more vouchers that cannot be mailed than one query reads hold up none that can', async () => {
  const to = newEmail();
  const broken = (await findVoucher(own.ctx.db.read, await issue({ recipient_email: newEmail() })))!;
  const ids = Array.from({ length: 500 }, () => randomUUID());
  await own.ctx.db.write(async (tx) => {
    const code_sealed = 'v1:AAAA.BBBB.CCCC';
    const vouchers = ids.map((id) => ({ ...broken, id, code_hash: id, code_sealed }));
    await tx.insertInto('vouchers').values(vouchers).execute();
    const issued = { at: BEGIN, kind: 'issued' as const, amount_cents: 5000, checkout_id: null, who: null, note: null };
    const movements = ids.map((id) => ({ ...issued, voucher_id: id, request_id: id }));
    await tx.insertInto('voucher_movements').values(movements).execute();
  });
  await own.ctx.db.write((tx) =>
    issueVoucher(at('2026-12-01T13:00:00.000Z'), tx, {
      ...{ value: 5000, locale: 'de-DE', origin: 'counter', orderId: null, requestId: randomUUID(), note: null },
      ...{ sender_name: null, recipient_name: null, recipient_email: to, message: null, send_on: null },
    }),
  );
  await sendDueVouchers(at('2026-12-02T12:00:00.000Z'));
  await own.ctx.db.write((tx) =>
    tx.updateTable('vouchers').set({ recipient_email: null }).where('id', 'in', ids).execute(),
  );
  expect(await mailsTo(own.ctx, to)).toHaveLength(1);
});

it('what is left after the last day expires once, without what a checkout holds', async () => {
  const id = await issue();
  await own.ctx.db.write((tx) =>
    tx
      .insertInto('checkouts')
      .values({
        ...{ id: randomUUID(), request_id: randomUUID(), state: 'open', locale: 'de-DE', email: '', client_name: '' },
        ...{ shipping_address: 'null', subtotal_cents: 1200, shipping_cents: 0, deposit_cents: 0, total_cents: 1200 },
        ...{ vat: '[]', hold: 'held', voucher_id: id, voucher_cents: 1200, created_at: BEGIN, updated_at: BEGIN },
      } as CheckoutRow)
      .execute(),
  );
  await expireVouchers(at('2029-12-31T22:59:00.000Z'));
  expect(await left(id)).toBe(3800);
  await Promise.all([0, 1, 2].map(() => expireVouchers(at('2029-12-31T23:01:00.000Z'))));
  const movements = own.ctx.db.read.selectFrom('voucher_movements').selectAll().where('voucher_id', '=', id);
  expect((await movements.execute()).map(({ kind, amount_cents: cents }) => [kind, cents])).toEqual([
    ['issued', 5000],
    ['expired', -3800],
  ]);
  // The checkout ends unpaid.
  await own.ctx.db.write((tx) =>
    tx.updateTable('checkouts').set({ hold: 'released' }).where('voucher_id', '=', id).execute(),
  );
  await expireVouchers(at('2030-01-01T12:00:00.000Z'));
  expect(await left(id)).toBe(0);
});

it('who gave and who got a voucher is forgotten after 90 days, and the ledger after eight years', async () => {
  const [to, later] = [newEmail(), newEmail()];
  const sent = await issue({ recipient_email: to, message: 'Oi' });
  const waits = await issue({ recipient_email: later, send_on: '2027-11-01' });
  await sendDueVouchers(at('2026-12-02T12:00:00.000Z'));
  expect(await exportGuest(own.ctx, to)).toMatchObject({ giftVouchers: [{ value: 50, from: 'Ana', for: 'Bia' }] });
  await issue({ recipient_email: 'bia@münchen.example' });
  expect(await exportGuest(own.ctx, 'Bia@xn--mnchen-3ya.example')).toMatchObject({ giftVouchers: [{ for: 'Bia' }] });
  const people = async (id: string) => {
    const row = (await findVoucher(own.ctx.db.read, id))!;
    return [row.sender_name, row.recipient_name, row.recipient_email, row.message];
  };
  const forget = (day: string) => own.ctx.db.write((tx) => deletePeopleOfVouchers(at(`${day}T12:00:00.000Z`), tx));
  await forget('2027-03-01');
  expect(await people(sent)).toEqual(['Ana', 'Bia', to, 'Oi']);
  await forget('2027-03-03');
  expect(await people(sent)).toEqual([null, null, null, null]);
  expect(await people(waits)).toEqual(['Ana', 'Bia', later, null]);
  await expireVouchers(at('2030-01-02T12:00:00.000Z'));
  await endRetention(at('2038-12-31T22:30:00.000Z'));
  expect(await findVoucher(own.ctx.db.read, sent)).toBeDefined();
  await endRetention(at('2038-12-31T23:30:00.000Z'));
  expect(await findVoucher(own.ctx.db.read, sent)).toBeUndefined();
});

it('a voucher that cannot be sent or expired does not keep the others from it', async () => {
  const recipients = [newEmail(), newEmail()];
  const ids: string[] = [];
  for (const to of recipients) ids.push(await issue({ recipient_email: to, send_on: '2026-12-24' }));
  const mailed = async () => (await Promise.all(recipients.map((to) => mailsTo(own.ctx, to)))).flat().length;
  const lefts = async () => (await Promise.all(ids.map(left))).toSorted((a, b) => a - b);
  await sendDueVouchers(failing(at('2026-12-24T12:00:00.000Z')));
  expect(await mailed()).toBe(1);
  await sendDueVouchers(at('2026-12-24T12:00:00.000Z'));
  expect(await mailed()).toBe(2);
  const isOver = at('2036-01-01T12:00:00.000Z');
  await expireVouchers(isOver);
  for (const id of ids)
    await own.ctx.db.write((tx) =>
      tx.deleteFrom('voucher_movements').where('voucher_id', '=', id).where('kind', '=', 'expired').execute(),
    );
  await expireVouchers(failing(isOver));
  expect(await lefts()).toEqual([0, 5000]);
  await expireVouchers(isOver);
  expect(await lefts()).toEqual([0, 0]);
});
