import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, person } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, hurry } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

/** The sender polls once a second. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'];
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

let own: StockedShop;
let smtp: MailServer;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  smtp = await startMailServer();
  server = await own.serve({ SMTP_URL: smtp.url, TRUST_PROXY: '1' });
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

const headersOf = (raw: string) =>
  raw
    .split('\r\n\r\n')[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => /^([^:]+):/.exec(line)?.[1]?.toLowerCase() ?? line);

describe('a line break that would begin another header', () => {
  it.each(BREAKS)('is refused by every call: %j', async (sign) => {
    for (const field of ['name', 'lastname', 'email', 'phone']) {
      const values = person({ [field]: `ana${sign}Bcc: eva@kunde.example` });
      const { status, body } = await newVisitor(server.url).post<ErrorAnswer>('/api/register/', values);
      expect(status).toBe(400);
      expect(body[field]).toHaveLength(1);
    }
    const email = `ana@kunde.example${sign}Bcc: eva@kunde.example`;
    expect((await newVisitor(server.url).post('/api/password_forgot/', { email })).status).toBe(400);
    expect(smtp.mails).toEqual([]);
  });

  it.each(BREAKS)('stays in the subject header: %j', async (sign) => {
    const to = newEmail();
    await writeMail(own.ctx, {
      to,
      subject: `Oi${sign}Bcc: eva@kunde.example${sign}${sign}<b>corpo</b>`.replaceAll('\0', ''),
    });
    await allSent(own.ctx);
    const { raw, recipients } = smtp.mails.find((mail) => mail.recipients.includes(to))!;
    expect(headersOf(raw).sort()).toEqual(HEADERS.filter((name) => name !== 'reply-to'));
    expect(recipients).toEqual([to]);
  });

  it.each(['\r\n', '\n', '\r'])('adds no recipient and no header when it is in an address: %j', async (sign) => {
    const before = smtp.mails.length;
    const forged = `ana@kunde.example${sign}Bcc: eva@kunde.example`;
    const ids = [
      await writeMail(own.ctx, { to: forged }),
      await writeMail(own.ctx, { to: newEmail(), replyTo: forged }),
    ];
    for (const id of ids) await expect.poll(async () => (await mailById(own.ctx, id)).attempts).toBeGreaterThan(0);
    await expect
      .poll(async () => (await mailById(own.ctx, ids[1]!)).sent_at ?? (await mailById(own.ctx, ids[1]!)).last_error)
      .toBeTruthy();
    for (const { raw, recipients } of smtp.mails.slice(before)) {
      expect(recipients.join()).not.toContain('eva@');
      expect(recipients).toHaveLength(1);
      expect(headersOf(raw)).not.toContain('bcc');
    }
  });

  it.each([
    'ana@kunde.example, eva@kunde.example',
    'ana@kunde.example>, <eva@kunde.example',
    'Freunde: eva@kunde.example;',
  ])('adds no recipient when it is in an address, nor does a comma: %s', async (to) => {
    const before = smtp.mails.length;
    const id = await writeMail(own.ctx, { to });
    await hurry(own.ctx);
    await expect
      .poll(async () => (await mailById(own.ctx, id)).sent_at ?? (await mailById(own.ctx, id)).last_error)
      .toBeTruthy();
    for (const { recipients } of smtp.mails.slice(before)) expect(recipients.length).toBeLessThanOrEqual(1);
  });
});
