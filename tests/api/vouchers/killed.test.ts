import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueVoucher } from '#src/features/vouchers/server/issue-voucher.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { findVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, hurry, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(() => stockedShop());
let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
});
afterAll(() => smtp.stop());

const CODE = /GV(?:-[0-9A-HJKMNP-TV-Z]{4}){4}/;

it('a server that dies between a voucher’s mail and its record mails it again, with the same code in text and PDF', async () => {
  const friend = newEmail();
  const id = await own.ctx.db.write((tx) =>
    issueVoucher(own.ctx, tx, {
      ...{ value: 2500, locale: 'de-DE', origin: 'counter', orderId: null, requestId: randomUUID(), note: null },
      ...{ sender_name: 'Ana', recipient_name: 'Bia', recipient_email: friend, message: null, send_on: null },
    }),
  );
  // Takes the mail, and answers only when nobody waits any more.
  smtp.fates.push('hold');
  const dying = await own.serve({ SMTP_URL: smtp.url });
  await smtp.received(1);
  const died = once(dying.process, 'exit');
  dying.process.kill('SIGKILL');
  await died;
  smtp.release();
  const [unrecorded] = await mailsTo(own.ctx, friend);
  expect(unrecorded).toMatchObject({ sent_at: null });
  await hurry(own.ctx); // frees what the dead server had claimed
  await own.serve({ SMTP_URL: smtp.url });
  await allSent(own.ctx);
  expect(await mailsTo(own.ctx, friend)).toHaveLength(1);
  const code = openCode(own.ctx.config, (await findVoucher(own.ctx.db.read, id))!)!;
  const seen = await Promise.all(
    smtp.mails.map(async ({ messageId, recipients, text, html, attachments }) => {
      const pdf = Buffer.from(attachments.find(({ filename }) => filename?.endsWith('.pdf'))!.content as ArrayBuffer);
      const printed = (await readPdf(pdf)).text;
      return [messageId, ...recipients, ...[text, html, printed].map((words) => CODE.exec(words ?? '')?.[0])];
    }),
  );
  const whole = [`<voucher-${id}@localhost>`, friend, code, code, code];
  expect(seen).toEqual([whole, whole]);
});
