import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { isWholeMatrix } from '../../run/matrix.ts';
import { manyAccounts } from '../../support/people/accounts.ts';
import { startMailServer } from '../../support/outside/mail-server.ts';
import { allSent, hurry } from '../../support/outside/mails.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const KILLS = isWholeMatrix ? 15 : 3;
const ACCOUNTS = 120;
const ASKED_AT_MOST = 5; // the limit an hour
const AT_ONCE = 4;
const KILLED_WITHIN_MS = 600;

/**
 * People ask for links while the server is killed again and again, at any moment.
 * Answers per address how often that was asked for and how often the answer came that a mail is on its way.
 */
async function killWhileMailsAreWritten(own: StockedShop, env: Record<string, string>) {
  const asked = new Map((await manyAccounts(own.ctx, ACCOUNTS)).map((email) => [email, { asked: 0, promised: 0 }]));
  const left = [...asked].flatMap(([email, count]) => Array.from({ length: ASKED_AT_MOST }, () => ({ email, count })));
  for (let kill = 0; kill < KILLS; kill++) {
    await hurry(own.ctx); // frees what the dead server had claimed
    const server = await own.serve({ TRUST_PROXY: '1', ...env });
    const died = once(server.process, 'exit');
    let promised = 0;
    const asking = Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        next.count.asked++;
        const status = await newVisitor(server.url)
          .post('/api/password_forgot/', { email: next.email })
          .then((answer) => answer.status)
          .catch(() => 0);
        if (status === 0) return;
        expect(status).toBe(200);
        next.count.promised++;
        promised++;
      }
    });
    // A slow machine must have written mails before the kill.
    await until('mails are promised', () => promised >= 2);
    await delay(Math.random() * KILLED_WITHIN_MS);
    server.process.kill('SIGKILL');
    await Promise.all([died, ...asking]);
  }
  await hurry(own.ctx);
  await own.serve(env);
  await allSent(own.ctx);
  return asked;
}

/** Expects exactly the requested mails; returns their ids. */
async function expectPromisesKept(
  own: StockedShop,
  asked: Awaited<ReturnType<typeof killWhileMailsAreWritten>>,
): Promise<string[]> {
  const rows = await own.ctx.db.read.selectFrom('outbox').selectAll().execute();
  const resets = await own.ctx.db.read.selectFrom('password_resets').select('client_id').execute();
  let promises = 0;
  for (const [email, { asked: most, promised }] of asked) {
    const mails = rows.filter(({ recipient }) => recipient === email).length;
    expect(mails).toBeGreaterThanOrEqual(promised);
    expect(mails).toBeLessThanOrEqual(most);
    expect(resets.filter(({ client_id }) => client_id === email)).toHaveLength(mails);
    promises += promised;
  }
  expect(promises).toBeGreaterThan(KILLS);
  expect(rows.every(({ sent_at, given_up_at }) => sent_at !== null && given_up_at === null)).toBe(true);
  return rows.map(({ id }) => id);
}

it(
  'every mail becomes exactly one complete file, even when the server is killed often',
  { timeout: 300_000 },
  async () => {
    const own = await stockedShop();
    const ids = await expectPromisesKept(own, await killWhileMailsAreWritten(own, {}));
    const names = readdirSync(own.ctx.config.mailDir);
    expect(names.map((name) => name.replace(/^.*Z-/, '')).sort()).toEqual(ids.map((id) => `${id}.eml`).sort());
    for (const name of names) {
      const mail = await PostalMime.parse(readFileSync(path.join(own.ctx.config.mailDir, name)));
      expect(mail.text).toMatch(/\/reset_password\/[\w-]{43}\n/);
      expect(mail.html).toMatch(/<\/html>\s*$/);
    }
    await own.dispose();
  },
);

it(
  'every mail reaches the mail server even when the shop is killed often, repeated only under the same Message-ID',
  { timeout: 300_000 },
  async () => {
    const own = await stockedShop();
    const smtp = await startMailServer();
    const ids = await expectPromisesKept(own, await killWhileMailsAreWritten(own, { SMTP_URL: smtp.url }));
    const received = smtp.mails.map(({ messageId }) => messageId);
    expect([...new Set(received)].sort()).toEqual(ids.map((id) => `<${id}@localhost>`).sort());
    // Each kill may repeat the one mail that was being sent.
    expect(received.length - ids.length).toBeLessThanOrEqual(KILLS);
    await own.dispose();
    await smtp.stop();
  },
);
