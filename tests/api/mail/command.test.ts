import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../../support/people/accounts.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const HOUR = 3600_000;

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

const mail = (...args: string[]) => shopHere(['mail', ...args], own.env);
const set = (id: string, values: object) =>
  own.ctx.db.read.updateTable('outbox').set(values).where('id', '=', id).execute();
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const lineOf = (stdout: string, id: string) => stdout.split('\n').find((line) => line.includes(id)) ?? '';

describe('mail list', () => {
  it('reports that there is no mail yet', async () => {
    expect(await mail('list')).toMatchObject({ code: 0, stdout: 'No mails yet.\n', stderr: '' });
  });

  it('shows time, recipient, subject and state of each mail, newest first', async () => {
    const to = newEmail();
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) ids.push(await writeMail(own.ctx, { to }));
    const [waiting, sent, failed, given] = ids as [string, string, string, string];
    await set(waiting, { created_at: at(0) });
    await set(sent, { created_at: at(-HOUR), due_at: null, sent_at: '2026-01-02T03:04:05.000Z', attempts: 1 });
    await set(failed, {
      created_at: at(-2 * HOUR),
      due_at: '2026-02-03T04:05:06.000Z',
      attempts: 2,
      last_error: '451 later\r\n\u001b[2Jnow',
    });
    await set(given, {
      created_at: at(-3 * HOUR),
      due_at: null,
      given_up_at: at(0),
      attempts: 9,
      last_error: '550 nobody here',
    });
    const { code, stdout } = await mail('list');
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => ids.find((id) => line.includes(id)))).toEqual(ids);
    for (const line of lines)
      expect(line).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  \\S+  ${to}  probe  `));
    expect(lineOf(stdout, waiting)).toMatch(/ {2}waiting$/);
    expect(lineOf(stdout, sent)).toMatch(/ {2}sent 2026-01-02 04:04$/);
    expect(lineOf(stdout, failed)).toMatch(/ {2}next attempt 2026-02-03 05:05: 451 later \[2Jnow$/);
    expect(lineOf(stdout, given)).toMatch(/ {2}given up after 9 attempts: 550 nobody here$/);
    expect((await mail('list', '--limit', '2')).stdout.trim().split('\n')).toHaveLength(2);
  });

  it.each(['0', '-1', 'x', '1.5'])('refuses a limit of %s', async (limit) => {
    const { code, stderr } = await mail('list', `--limit=${limit}`);
    expect(code).not.toBe(0);
    expect(stderr).toContain('Write a whole number of 1 or more.');
  });
});

describe('mail retry', () => {
  it('makes an abandoned mail due, and the running shop sends it', async () => {
    const [id, other] = [await writeMail(own.ctx), await writeMail(own.ctx)];
    for (const one of [id, other])
      await set(one, { due_at: null, given_up_at: at(-HOUR), attempts: 9, last_error: '550 nobody here' });
    const { code, stdout } = await mail('retry', id);
    expect(code).toBe(0);
    expect(stdout).toContain('1 mail is due now; the running shop sends it.');
    expect(await mailById(own.ctx, id)).toMatchObject({ attempts: 0, given_up_at: null });
    const server = await own.serve({ SMTP_URL: smtp.url });
    await expect.poll(async () => (await mailById(own.ctx, id)).sent_at).not.toBeNull();
    await server.stop();
    expect(await mailById(own.ctx, other)).toMatchObject({
      attempts: 9,
      sent_at: null,
      given_up_at: expect.any(String),
    });
  });

  it('makes all unsent mails due, except those that a sender may be sending', async () => {
    const [sent, given, far, claimed] = [
      await writeMail(own.ctx),
      await writeMail(own.ctx),
      await writeMail(own.ctx),
      await writeMail(own.ctx),
    ];
    await set(sent, { due_at: null, sent_at: at(-HOUR) });
    await set(given, { due_at: null, given_up_at: at(-HOUR), attempts: 9 });
    await set(far, { due_at: at(6 * HOUR), attempts: 6 });
    const soon = at(60_000);
    await set(claimed, { due_at: soon, attempts: 1 });
    expect(await mail('retry')).toMatchObject({ code: 0, stdout: expect.stringContaining('mails are due now') });
    expect(await mail('retry')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No mail had to be moved\./) });
    for (const id of [given, far]) {
      const row = await mailById(own.ctx, id);
      expect(row).toMatchObject({ attempts: 0, given_up_at: null });
      expect(row.due_at! <= at(0)).toBe(true);
    }
    expect(await mailById(own.ctx, sent)).toMatchObject({ due_at: null, attempts: 0, sent_at: expect.any(String) });
    expect(await mailById(own.ctx, claimed)).toMatchObject({ due_at: soon, attempts: 1 });
  });

  it('fails for an unknown mail and for a sent one', async () => {
    const sent = await writeMail(own.ctx);
    await set(sent, { due_at: null, sent_at: at(-HOUR) });
    for (const id of ['nothing', sent]) {
      const { code, stdout, stderr } = await mail('retry', id);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toContain(`No unsent mail has the id ${id}.`);
    }
  });
});
