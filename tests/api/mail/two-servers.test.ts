import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail } from '../../support/accounts.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';
import { allSent, hurry } from '../../support/mails.ts';
import { mailById, writeMail } from '../../support/outbox.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

const MAILS = 60;

let own: StockedShop;
let smtp: MailServer;

beforeAll(async () => {
  own = await stockedShop();
  smtp = await startMailServer();
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

it('two servers on one database share the mails and send each once', async () => {
  await Promise.all([0, 1].map(() => own.serve({ SMTP_URL: smtp.url })));
  smtp.fates.push('wait');
  const ids = await Promise.all(Array.from({ length: MAILS }, () => writeMail(own.ctx, { to: newEmail() })));
  await allSent(own.ctx);
  expect(smtp.mails.map(({ messageId }) => messageId).sort()).toEqual(ids.map((id) => `<${id}@localhost>`).sort());
  expect(new Set(smtp.mails.map(({ line }) => line)).size).toBe(2);
  for (const id of ids) expect((await mailById(own.ctx, id)).attempts).toBe(1);
});

it('a mail that a killed server had claimed is sent by another server after two minutes', async () => {
  const other = await stockedShop();
  const first = await other.serve({ SMTP_URL: smtp.url });
  const before = smtp.attempts();
  smtp.fates.push('hang');
  const to = newEmail();
  const id = await writeMail(other.ctx, { to });
  await expect.poll(() => smtp.attempts(), { timeout: 20_000 }).toBe(before + 1);
  const died = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await died;

  const second = await other.serve({ SMTP_URL: smtp.url });
  const later = newEmail();
  await writeMail(other.ctx, { to: later });
  await expect.poll(() => smtp.mails.at(-1)?.recipients, { timeout: 20_000 }).toEqual([later]);
  const { attempts, sent_at, due_at } = await mailById(other.ctx, id);
  expect([attempts, sent_at]).toEqual([1, null]);
  expect(Date.parse(due_at!)).toBeGreaterThan(Date.now());
  await hurry(other.ctx);
  await expect.poll(() => smtp.mails.at(-1)?.recipients, { timeout: 20_000 }).toEqual([to]);
  await second.stop();
  await other.dispose();
});
