import { describe, expect, it } from 'vitest';
import { clientOf, newCustomer, signIn, type Customer } from '../../support/people/accounts.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor, type Visitor } from '../../support/people/visitor.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const sessionsOf = ({ client }: Customer) =>
  own.ctx.db.read.selectFrom('sessions').selectAll().where('client_id', '=', client.clientId).execute();
const after = (ms: number) => new Date(Date.now() + ms).toISOString();
/** Another browser with the same cookies, like a thief’s. */
const copyOf = ({ cookies }: Visitor) => {
  const copy = newVisitor(server.url);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
};

/** Lets time pass for a customer's sessions. */
const age = async (customer: Customer, ms: number) => {
  const before = (time: string) => new Date(Date.parse(time) - ms).toISOString();
  for (const { token_hash, created_at, seen_at, expires_at } of await sessionsOf(customer))
    await own.ctx.db.read
      .updateTable('sessions')
      .set({ created_at: before(created_at), seen_at: before(seen_at), expires_at: before(expires_at) })
      .where('token_hash', '=', token_hash)
      .execute();
};

describe('GET /api/session/', () => {
  it('returns the signed-in client and forbids caching', async () => {
    const ana = await newCustomer(server.url);
    const { status, body, headers } = await ana.visitor.get('/api/session/');
    expect(status).toBe(200);
    expect(body).toEqual({ client: ana.client });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '',
    'session=',
    'session=x',
    `session=${'s'.repeat(43)}`,
    'session=%E0%A4%A',
    'session=a; session=b',
    `x=${'y'.repeat(9000)}`,
  ])('returns null to a browser with the cookies %j', async (cookie) => {
    const { status, body, headers } = await request(server.url, '/api/session/', { headers: cookie ? { cookie } : {} });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({ client: null });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('answers HEAD without a body and refuses writes', async () => {
    expect((await request(server.url, '/api/session/', { method: 'HEAD' })).body).toHaveLength(0);
    const { status, headers } = await request(server.url, '/api/session', { method: 'DELETE' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a session', () => {
  it('lives 30 days from its last use', async () => {
    const ana = await newCustomer(server.url);
    await age(ana, 29 * DAY);
    const { body, setCookies } = await ana.visitor.get('/api/session/');
    expect(body).toEqual({ client: ana.client });
    expect(setCookies).toEqual([expect.stringMatching(/^session=[\w-]{43};.*Max-Age=2592000/)]);
    const [row] = await sessionsOf(ana);
    expect(row!.expires_at > after(30 * DAY - HOUR) && row!.expires_at <= after(30 * DAY)).toBe(true);
    await age(ana, 29 * DAY);
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });

  it('ends after 90 days, even when it is used', async () => {
    const ana = await newCustomer(server.url);
    for (const days of [25, 25, 25]) {
      await age(ana, days * DAY);
      expect(await clientOf(ana.visitor)).toEqual(ana.client);
    }
    const [row] = await sessionsOf(ana);
    expect(row!.expires_at).toBe(new Date(Date.parse(row!.created_at) + 90 * DAY).toISOString());
    await age(ana, 15 * DAY - 2 * HOUR);
    const { body, setCookies } = await ana.visitor.get('/api/session/');
    expect(body).toEqual({ client: ana.client });
    expect(Number(/^session=[\w-]{43};.*Max-Age=(\d+)/.exec(setCookies[0]!)?.[1])).toBeLessThanOrEqual(
      (2 * HOUR) / 1000,
    );
    await age(ana, 2 * HOUR);
    expect(await clientOf(ana.visitor)).toBeNull();
    expect((await ana.visitor.get(`/api/update_client/${ana.client.clientId}/`)).status).toBe(401);
  });

  it('is updated at most once an hour', async () => {
    const ana = await newCustomer(server.url);
    const [before] = await sessionsOf(ana);
    expect((await ana.visitor.get('/api/session/')).setCookies).toEqual([]);
    expect(await sessionsOf(ana)).toEqual([before]);
    await age(ana, HOUR);
    expect((await ana.visitor.get('/api/session/')).setCookies).toHaveLength(1);
    expect((await ana.visitor.get('/api/session/')).setCookies).toEqual([]);
  });

  it('ends for every call after 30 days without use', async () => {
    const ana = await newCustomer(server.url);
    await age(ana, 30 * DAY);
    expect(await clientOf(ana.visitor)).toBeNull();
    expect((await ana.visitor.get(`/api/update_client/${ana.client.clientId}/`)).status).toBe(401);
  });

  it('is deleted when a server starts after its end', async () => {
    const [ana, eva] = [await newCustomer(server.url), await newCustomer(server.url)];
    await age(ana, 30 * DAY);
    await (await own.serve()).stop();
    expect(await sessionsOf(ana)).toEqual([]);
    expect(await sessionsOf(eva)).toHaveLength(1);
  });
});

describe('POST /api/logout/', () => {
  it('deletes the session, its cookie and that of a discount code', async () => {
    const ana = await newCustomer(server.url);
    const thief = copyOf(ana.visitor);
    const { status, body, setCookies } = await ana.visitor.post('/api/logout/', {}, { 'accept-language': 'de' });
    expect(status).toBe(200);
    expect(body).toEqual({ detail: 'Sie haben sich abgemeldet.' });
    expect(setCookies).toEqual([
      expect.stringMatching(/^session=[^;]*;.*Path=\//),
      expect.stringMatching(/^code=[^;]*;.*Path=\//),
    ]);
    expect(ana.visitor.cookies.has('session')).toBe(false);
    expect(await clientOf(thief)).toBeNull();
    expect(await sessionsOf(ana)).toEqual([]);
  });

  it('does not end the sessions of other browsers', async () => {
    const ana = await newCustomer(server.url);
    const other = await signIn(server.url, ana);
    await ana.visitor.post('/api/logout/');
    expect(await clientOf(other.visitor)).toEqual(ana.client);
  });

  it('ends all sessions of the client with "everywhere"', async () => {
    const [ana, eva] = [await newCustomer(server.url), await newCustomer(server.url)];
    const other = await signIn(server.url, ana);
    expect((await ana.visitor.post('/api/logout/', { everywhere: true })).status).toBe(200);
    expect(await clientOf(other.visitor)).toBeNull();
    expect(await sessionsOf(ana)).toEqual([]);
    expect(await clientOf(eva.visitor)).toEqual(eva.client);
  });

  it('needs no body', async () => {
    const ana = await newCustomer(server.url);
    const { visitor } = ana;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-csrftoken': visitor.cookies.get('csrftoken')! };
    const { status } = await fetch(`${server.url}/api/logout/`, { method: 'POST', headers });
    expect(status).toBe(200);
    expect(await sessionsOf(ana)).toEqual([]);
  });

  it('gives the same answer without a session', async () => {
    for (const body of [{}, { everywhere: true }])
      expect((await newVisitor(server.url).post('/api/logout/', body)).status).toBe(200);
  });

  it('refuses an "everywhere" that is not a boolean, and ends nothing', async () => {
    const ana = await newCustomer(server.url);
    for (const everywhere of ['true', 1, null]) {
      const { status, body } = await ana.visitor.post('/api/logout/', { everywhere });
      expect(status).toBe(400);
      expect(body).toHaveProperty('everywhere');
    }
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });
});
