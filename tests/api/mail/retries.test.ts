import net from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverProgram } from '#src/cli/server-process.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { createMailGateway } from '#src/server/gateways/mail.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { hurry } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { SITE_DIST } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let own: StockedShop;
let smtp: MailServer;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  smtp = await startMailServer();
  server = await own.serve({ SMTP_URL: smtp.url, LOG_LEVEL: 'warn' });
});
beforeEach(() => void smtp.fates.splice(0));
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

/** Waits until this number of attempts is finished. */
async function triedTimes(id: string, attempts: number) {
  await expect.poll(async () => (await mailById(own.ctx, id)).attempts).toBe(attempts);
  await expect
    .poll(async () => {
      const { sent_at, last_error } = await mailById(own.ctx, id);
      return sent_at !== null || last_error !== null;
    })
    .toBe(true);
  return mailById(own.ctx, id);
}
const forget = (id: string) =>
  own.ctx.db.read.updateTable('outbox').set({ last_error: null }).where('id', '=', id).execute();
const sentTo = (to: string) => smtp.mails.filter(({ recipients }) => recipients.includes(to));

describe('a mail that the server refuses', () => {
  it('is retried after growing pauses, and after nine attempts the owner sees that it is abandoned', async () => {
    const to = newEmail();
    smtp.fates.push(...Array.from({ length: 9 }, () => 'refuse' as const));
    const id = await writeMail(own.ctx, { to });
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 9; attempt++) {
      const { due_at, sent_at, given_up_at, last_error } = await triedTimes(id, attempt);
      expect([sent_at, given_up_at]).toEqual([null, null]);
      expect(last_error).toContain('try again later');
      pauses.push((Date.parse(due_at!) - Date.now()) / 1000);
      await forget(id);
      await hurry(own.ctx);
    }
    const expected = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
    // The row is read shortly after it was written.
    for (const [index, pause] of pauses.entries()) expect(Math.abs(pause - expected[index]!)).toBeLessThan(30);
    const { due_at, sent_at, given_up_at } = await triedTimes(id, 9);
    expect([due_at, sent_at]).toEqual([null, null]);
    expect(given_up_at).not.toBeNull();
    await logged(server, 'mail given up');
    expect(sentTo(to)).toEqual([]);
  });

  it('does not delay later mails', async () => {
    const [first, second] = [newEmail(), newEmail()];
    smtp.fates.push('refuse');
    await writeMail(own.ctx, { to: first });
    await writeMail(own.ctx, { to: second });
    await expect.poll(() => sentTo(second).length).toBe(1);
    expect(sentTo(first)).toEqual([]);
  });

  it('is logged with id and reason, but without recipient and content', async () => {
    const to = newEmail();
    smtp.fates.push('refuse');
    const id = await writeMail(own.ctx, { to, subject: 'Geheimnis' });
    await triedTimes(id, 1);
    await logged(server, id);
    expect(server.log()).not.toMatch(new RegExp(`${to}|Geheimnis`, 'i'));
    expect(server.log()).toContain('4.1.1 <…>: try again later');
  });
});

describe('a mail without a reply from the server', () => {
  it('is sent again later, once, under the same Message-ID, and never again after that', async () => {
    const to = newEmail();
    smtp.fates.push('drop');
    const id = await writeMail(own.ctx, { to });
    const { sent_at, due_at } = await triedTimes(id, 1);
    expect(sent_at).toBeNull();
    expect(Date.parse(due_at!)).toBeGreaterThan(Date.now());
    expect(sentTo(to)).toHaveLength(1);
    await forget(id);
    await hurry(own.ctx);
    expect((await triedTimes(id, 2)).sent_at).not.toBeNull();
    const [one, two, ...more] = sentTo(to);
    expect(more).toEqual([]);
    expect(one!.messageId).toBe(`<${id}@localhost>`);
    expect([two!.messageId, two!.date, two!.subject, two!.text]).toEqual([
      one!.messageId,
      one!.date,
      one!.subject,
      one!.text,
    ]);
    await hurry(own.ctx);
    const last = newEmail();
    await writeMail(own.ctx, { to: last });
    await expect.poll(() => sentTo(last).length).toBe(1);
    expect(sentTo(to)).toHaveLength(2);
  });
});

describe('a repeated action', () => {
  it('enqueues its mail once', async () => {
    const to = newEmail();
    const id = await writeMail(own.ctx, { to });
    await Promise.all(Array.from({ length: 5 }, () => writeMail(own.ctx, { id, to, subject: 'Outra vez' })));
    await triedTimes(id, 1);
    await writeMail(own.ctx, { id, to });
    expect((await mailById(own.ctx, id)).due_at).toBeNull();
    expect(sentTo(to)).toHaveLength(1);
  });

  it('enqueues no mail when its transaction fails', async () => {
    const id = `failed-${newEmail()}`;
    const failing = own.ctx.db.write(async (tx) => {
      const { enqueueMail } = await import('#src/server/outbox/outbox.ts');
      await enqueueMail(own.ctx, tx, { id, kind: 'probe', locale: 'pt-BR', to: newEmail(), subject: 'x', parts: [] });
      throw new Error('the act fails');
    });
    await expect(failing).rejects.toThrow('the act fails');
    await expect(mailById(own.ctx, id)).rejects.toThrow();
  });
});

describe('a mail server that hangs', () => {
  /** Listens and sends this text to each caller; the returned function closes it. */
  async function listen(greet: (line: net.Socket) => void) {
    const lines = new Set<net.Socket>();
    const silent = net.createServer((line) => {
      lines.add(line.on('error', () => {}));
      greet(line);
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as net.AddressInfo;
    const stop = () => {
      lines.forEach((line) => line.destroy());
      silent.close();
    };
    return { url: `smtp://127.0.0.1:${port}`, stop, lines };
  }

  it('costs the mail one attempt before its greeting, and the shop continues', async () => {
    const silent = await listen(() => {});
    const waiting = await stockedShop();
    const shop = await waiting.serve({ SMTP_URL: silent.url });
    const id = await writeMail(waiting.ctx);
    await expect.poll(() => silent.lines.size).toBe(1);
    expect((await request(shop.url, '/api/health/')).status).toBe(200);
    await expect.poll(async () => (await mailById(waiting.ctx, id)).last_error).toMatch(/greeting/i);
    expect(await mailById(waiting.ctx, id)).toMatchObject({ attempts: 1, sent_at: null, given_up_at: null });
    silent.stop();
    await waiting.dispose();
  });

  it('does not prevent the shop from stopping', async () => {
    const silent = await listen(() => {});
    const waiting = await stockedShop();
    // A named program runs as a separate process, which exits.
    const shop = await waiting.serve({ SMTP_URL: silent.url }, serverProgram(SITE_DIST));
    await writeMail(waiting.ctx);
    await expect.poll(() => silent.lines.size).toBe(1);
    await shop.stop();
    expect(shop.process.exitCode).toBe(0);
    silent.stop();
    await waiting.dispose();
  });

  it('is given up after a time when it only sends occasional data', async () => {
    const trickling = await listen((line) => {
      line.write('220-wait\r\n');
      const timer = setInterval(() => line.write('220-wait\r\n'), 20);
      line.once('close', () => clearInterval(timer));
    });
    const gateway = createMailGateway(readConfig({ SMTP_URL: trickling.url }), 300);
    const mail = {
      id: 'x',
      to: 'ana@kunde.example',
      replyTo: null,
      subject: 'x',
      text: 'x',
      html: 'x',
      date: new Date(),
    };
    await expect(gateway.send(mail)).rejects.toThrow(/timeout|abort/i);
    gateway.close();
    trickling.stop();
  });
});
