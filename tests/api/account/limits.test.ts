import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyAccounts, newEmail, PASSWORD, person, signUp } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { attempts, endWindows } from '../../support/people/attempts.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress, newVisitor, type VisitorAnswer } from '../../support/people/visitor.ts';

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

let own: StockedShop;
let servers: RunningShop[];
/** Addresses that were not used in a login before. */
let accounts: string[];

beforeAll(async () => {
  own = await stockedShop();
  accounts = await manyAccounts(own.ctx, 450);
  servers = await Promise.all([0, 1].map(() => own.serve({ TRUST_PROXY: '1' })));
});
afterAll(() => own?.dispose());

type Answer = VisitorAnswer<ErrorAnswer>;

const ask = (
  path: string,
  body: object,
  { server = 0, address = newAddress(), language = 'en' } = {},
): Promise<Answer> =>
  newVisitor(servers[server]!.url, { 'x-forwarded-for': address, 'accept-language': language }).post(path, body);
const login = (email: string, password: string, from = {}) => ask('/api/login_verify/', { email, password }, from);
const forgot = (email: string, from = {}) => ask('/api/password_forgot/', { email }, from);
const refusedLogin = (from = {}) => login(accounts.pop() ?? '', 'x', from);
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

/** Expects a refusal with a waiting time of at most this number of seconds. */
function expectRefusal({ status, headers, body }: Answer, most: number, text: RegExp): void {
  expect(status).toBe(429);
  const seconds = Number(headers.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds > most - 120 && seconds <= most).toBe(true);
  expect(body).toEqual({ code: 'too_many_requests', detail: expect.stringMatching(text), message: body.detail });
}

describe('wrong logins', () => {
  it('are checked ten times for one account and network address, also with two servers', async () => {
    const { email } = await signUp(servers[0]!.url);
    const address = newAddress();
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round++)
      answers.push(
        ...(await times(50, (index) =>
          login(index % 2 ? email : email.toUpperCase(), `Wrong-${round}`, { server: index % 2, address }),
        )),
      );
    expect(countOf(answers, 401)).toBe(10);
    expect(countOf(answers, 429)).toBe(190);
    expectRefusal(answers.at(-1)!, QUARTER, /^Too many attempts\. Try again in 1[345] minutes\.$/);
  });

  it('are checked a hundred times an hour for one account from all network addresses', async () => {
    const { email } = await signUp(servers[0]!.url);
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round++)
      answers.push(...(await times(30, (index) => login(email, 'Wrong-1', { server: index % 2 }))));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([100, 20]);
    expectRefusal(answers.at(-1)!, HOUR, /^Too many attempts\. Try again in (59 minutes|one hour)\.$/);
  });

  it('are checked ten times at most when they arrive at the same time', async () => {
    const { email } = await signUp(servers[0]!.url);
    const address = newAddress();
    const answers = await times(50, () => login(email, 'Wrong-1', { address }));
    expect(countOf(answers, 401)).toBe(10);
    expect(countOf(answers, 429)).toBe(40);
  });

  it('are counted in the same way for an unknown e-mail address', async () => {
    const email = newEmail();
    const address = newAddress();
    const answers = await times(20, () => login(email, 'Wrong-1', { address }));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 10]);
    const spread: Answer[] = [];
    for (let round = 0; round < 4; round++) spread.push(...(await times(25, () => login(email, 'Wrong-1'))));
    expect([countOf(spread, 401), countOf(spread, 429)]).toEqual([90, 10]);
  });

  it('block the right password at the same network address for 15 minutes, and nowhere else', async () => {
    const { email, password } = await signUp(servers[0]!.url);
    const address = newAddress();
    await times(10, () => login(email, 'Wrong-1', { address }));
    expectRefusal(await login(email, password, { server: 1, address }), QUARTER, /minutes/);
    expect((await login(email, password)).status).toBe(200);
    await endWindows(own.ctx);
    expect((await login(email, password, { address })).status).toBe(200);
  });

  it('are counted, but correct logins are not', async () => {
    const { email, password } = await signUp(servers[0]!.url);
    const address = newAddress();
    await times(9, () => login(email, 'Wrong-1', { address }));
    for (let time = 0; time < 5; time++) expect((await login(email, password, { address })).status).toBe(200);
    expect((await login(email, 'Wrong-1', { address })).status).toBe(401);
    expect((await login(email, password, { address })).status).toBe(429);
  });

  it('are checked a hundred times from one network address to many accounts', async () => {
    const { email, password } = await signUp(servers[0]!.url);
    const address = newAddress();
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round++)
      answers.push(...(await times(40, (index) => refusedLogin({ address, server: index % 2 }))));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([100, 20]);
    expectRefusal(await login(email, password, { address }), QUARTER, /minutes/);
    expect((await login(email, password)).status).toBe(200);
  });

  it('do not count for the account when they are refused for their network address', async () => {
    const { email, password } = await signUp(servers[0]!.url);
    const address = newAddress();
    for (let round = 0; round < 4; round++) await times(25, () => refusedLogin({ address }));
    for (const answer of await times(12, () => login(email, 'Wrong-1', { address }))) expect(answer.status).toBe(429);
    expect((await login(email, password)).status).toBe(200);
  });

  it('do not count for the network address when they are refused for their account', async () => {
    const address = newAddress();
    const email = accounts.pop() ?? '';
    for (let round = 0; round < 4; round++) await times(28, () => login(email, 'Wrong-1', { address }));
    expect((await refusedLogin({ address })).status).toBe(401);
  });

  it('count together when they come from one IPv6 network', async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round++)
      answers.push(
        ...(await times(40, (index) => refusedLogin({ address: `2001:db8:1:2:${round}::${index.toString(16)}` }))),
      );
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([100, 20]);
    expect((await refusedLogin({ address: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it.each([
    ['pt', /^Muitas tentativas\. .*1[345] minutos/],
    ['de', /^Zu viele Versuche\. .*1[345] Minuten/],
    ['en', /^Too many attempts\. .*1[345] minutes/],
  ])('are refused in the language of the caller: %s', async (language, text) => {
    const email = accounts.pop() ?? '';
    const address = newAddress();
    await times(10, () => login(email, 'Wrong-1', { address }));
    expectRefusal(await login(email, 'Wrong-1', { language, address }), QUARTER, text);
  });
});

describe('registrations', () => {
  it('are allowed fifty times an hour from one network address, including failed ones', async () => {
    const address = newAddress();
    const weak = () => ask('/api/register/', person({ password: 'x' }), { address });
    const answers = [...(await times(25, weak)), ...(await times(35, weak))];
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([50, 10]);
    expectRefusal(
      await ask('/api/register/', person(), { address, server: 1 }),
      HOUR,
      /^Too many attempts\. Try again in (59 minutes|one hour)\.$/,
    );
    expect((await ask('/api/register/', person())).status).toBe(201);
    await endWindows(own.ctx);
    expect((await ask('/api/register/', person(), { address })).status).toBe(201);
  });
});

describe('links to reset a password', () => {
  it('can be requested five times an hour for one e-mail address, known or not', async () => {
    for (const email of [(await signUp(servers[0]!.url)).email, newEmail()]) {
      const answers = await times(8, (index) => forgot(index % 2 ? email : email.toUpperCase(), { server: index % 2 }));
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([5, 3]);
      expectRefusal(await forgot(email), HOUR, /59 minutes|one hour/);
      const sent = await own.ctx.db.read
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', email)
        .where('kind', '=', 'password_reset')
        .execute();
      expect([0, 5]).toContain(sent.length);
    }
  });

  it('can be requested fifty times an hour from one network address', async () => {
    const address = newAddress();
    const answers = await times(60, () => forgot(newEmail(), { address }));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([50, 10]);
    expect((await forgot(newEmail())).status).toBe(200);
  });
});

describe('counts', () => {
  it('survive a restart of the server', async () => {
    const { email } = await signUp(servers[0]!.url);
    const third = await own.serve({ TRUST_PROXY: '1' });
    const address = newAddress();
    const send = () =>
      newVisitor(third.url, { 'x-forwarded-for': address }).post('/api/login_verify/', { email, password: 'Wrong-1' });
    for (let time = 0; time < 10; time++) expect((await send()).status).toBe(401);
    await third.stop();
    expect((await login(email, PASSWORD, { address })).status).toBe(429);
  });

  it('contain no addresses and are deleted when their window ends', async () => {
    const email = newEmail();
    await login(email, 'Wrong-1', { address: '192.0.2.77' });
    const rows = await attempts(own.ctx);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${email}|192\\.0\\.2\\.77`));
    await endWindows(own.ctx);
    await (await own.serve()).stop();
    expect(await attempts(own.ctx)).toEqual([]);
  });
});
