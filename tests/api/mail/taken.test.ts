import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import { attachInvoice } from '#src/features/invoices/server/invoice-document.ts';
import { attachVoucher } from '#src/features/vouchers/server/waiting-mail.ts';
import { createMailGateway } from '#src/server/gateways/mail.ts';
import { sendDueMails } from '#src/server/outbox/sender.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { headerOf, startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, hurry } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let smtp: MailServer;

beforeAll(async () => {
  own = await stockedShop();
  smtp = await startMailServer();
});
beforeEach(() => void smtp.mails.splice(0));
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

/** A shop whose database fails this often after the mail server has accepted a mail. */
const failingOnceTaken = (failures: number): Context => {
  const write: Context['db']['write'] = async (act) => {
    if (smtp.mails.length > 0 && failures-- > 0) throw new Error('database or disk is full');
    return own.ctx.db.write(act);
  };
  return { ...own.ctx, db: { ...own.ctx.db, write } };
};

it('an accepted mail is not sent again when the database fails right after it', async () => {
  const id = await writeMail(own.ctx, { to: newEmail() });
  const gateway = createMailGateway(readConfig({ ...own.env, SMTP_URL: smtp.url }));
  await sendDueMails(
    failingOnceTaken(2),
    { gateway, attachInvoice, attachVoucher },
    new AbortController().signal,
  ).catch(() => {});
  await hurry(own.ctx); // an expired claim makes the mail due again
  await sendDueMails(own.ctx, { gateway, attachInvoice, attachVoucher }, new AbortController().signal);
  gateway.close();
  expect(smtp.mails).toHaveLength(1);
  const { attempts, due_at, last_error } = await mailById(own.ctx, id);
  expect([attempts, due_at, last_error]).toEqual([1, null, null]);
});

it('a mail that was accepted while the shop was killed is repeated once, as the same mail', async () => {
  const first = await own.serve({ SMTP_URL: smtp.url });
  smtp.fates.push('wait'); // stored without a reply
  const id = await writeMail(own.ctx, { to: newEmail() });
  await smtp.received(1);
  const died = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await died;
  await hurry(own.ctx);
  await own.serve({ SMTP_URL: smtp.url });
  await allSent(own.ctx);
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
  const [before, again] = smtp.mails;
  expect(headerOf(again!, 'date')).toEqual(headerOf(before!, 'date'));
  expect([again!.subject, again!.text, again!.html]).toEqual([before!.subject, before!.text, before!.html]);
});
