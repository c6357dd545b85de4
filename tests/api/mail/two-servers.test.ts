import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../../support/people/accounts.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, hurry } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { logged } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { wrongClock } from '../../support/outside/wrong-clock.ts';

const MAILS = 60;
const TEN_MINUTES_AHEAD = wrongClock(10 * 60_000);

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

// Processes on one SQLite file run on one machine, so they have one clock.
describe.runIf(process.env.TEST_ENGINE === 'postgres')('the one of two servers on one database', { retry: 0 }, () => {
  it.each([
    ['ahead', TEN_MINUTES_AHEAD, {}],
    ['right', {}, TEN_MINUTES_AHEAD],
  ])(
    'sends each mail once while the server with the clock %s is still sending another',
    async (_clock, first, second) => {
      const shop = await stockedShop();
      const server = await startMailServer();
      const env = { SMTP_URL: server.url };
      const write = () => writeMail(shop.ctx, { to: newEmail() });
      server.fates.push('hold');
      await shop.serve({ ...env, ...first });
      const ids = [await write()];
      await server.received(1);
      await shop.serve({ ...env, ...second });
      ids.push(await write(), await write(), await write(), await write());
      await server.received(5);
      ids.push(await write()); // the second server has looked for more mails by the time it sends this one
      await server.received(6);
      server.release();
      await allSent(shop.ctx);
      expect(server.mails.map(({ messageId }) => messageId).sort()).toEqual(
        ids.map((id) => `<${id}@localhost>`).sort(),
      );
      await shop.dispose();
      await server.stop();
    },
  );

  it('warns at its start only when its clock is wrong', async () => {
    const shop = await stockedShop();
    const [ahead, right] = await Promise.all(
      [TEN_MINUTES_AHEAD, {}].map((env) => shop.serve({ ...env, LOG_LEVEL: 'warn' })),
    );
    await logged(ahead!, 'the clocks of this machine and of the database differ');
    expect(ahead!.log()).toMatch(/"secondsAhead":(599|600|601)\b/);
    expect(right!.log()).not.toContain('clocks');
    await shop.dispose();
  });
});

it('a mail claimed by a killed server is sent by another server after two minutes', async () => {
  const other = await stockedShop();
  const first = await other.serve({ SMTP_URL: smtp.url });
  const before = smtp.attempts();
  smtp.fates.push('hang');
  const to = newEmail();
  const id = await writeMail(other.ctx, { to });
  await expect.poll(() => smtp.attempts()).toBe(before + 1);
  const died = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await died;

  const second = await other.serve({ SMTP_URL: smtp.url });
  const later = newEmail();
  await writeMail(other.ctx, { to: later });
  await expect.poll(() => smtp.mails.at(-1)?.recipients).toEqual([later]);
  const { attempts, sent_at, due_at } = await mailById(other.ctx, id);
  expect([attempts, sent_at]).toEqual([1, null]);
  expect(Date.parse(due_at!)).toBeGreaterThan(Date.now());
  await hurry(other.ctx);
  await expect.poll(() => smtp.mails.at(-1)?.recipients).toEqual([to]);
  await second.stop();
  await other.dispose();
});
