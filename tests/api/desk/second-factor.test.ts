import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePasskeys, insertPasskey } from '#src/desk/server/second-factor.repository.ts';
import { newKey, seal } from '#src/server/secret-box.ts';
import { newDeskVisitor, newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { publicSite, type PublicSite } from '../../support/shops/public-site.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let url: string;
let owner: DeskVisitor;
let secret = '';
let recovery: string[] = [];

const EMAIL = 'ana@example.org';
const OWN = { current: STAFF_PASSWORD };
const PAGE = '/desk/account/second-factor';
/** Codes that the desk took. */
const used: string[] = [];
/** The app's code, `steps` of 30 seconds from now. */
function codeAt(steps: number): string {
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  used.push(code);
  return code;
}

/** A browser that has given the right password and is asked for the second step. */
async function halfSignedIn(): Promise<DeskVisitor> {
  const visitor = newDeskVisitor(url);
  const { location } = await visitor.post('/desk/sign-in', { email: EMAIL, password: STAFF_PASSWORD });
  expect(location).toBe('/desk/sign-in');
  return visitor;
}

const storedSecret = async () =>
  (await own.ctx.db.read.selectFrom('staff').select('totp_secret').executeTakeFirstOrThrow()).totp_secret;
const storeSecret = (totp_secret: string) =>
  own.ctx.db.write((tx) => tx.updateTable('staff').set({ totp_secret }).execute());

beforeAll(async () => {
  // SQLite makes a key file; servers on PostgreSQL share a setting.
  const key: Record<string, string> =
    process.env.TEST_ENGINE === 'postgres' ? { DESK_KEY: newKey().toString('base64') } : {};
  own = await stockedShop([], {}, { TRUST_PROXY: '1', ...key });
  ({ url } = await own.serve());
  owner = await newStaff(own.ctx, url, EMAIL, 'owner');
});
afterAll(() => own?.dispose());

const codesOn = async (page: string): Promise<string[]> =>
  (await owner.get(page)).text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g) ?? [];

describe('an authenticator app', () => {
  it('is set up with a valid code, and provides recovery codes once', async () => {
    const { html } = await owner.get(PAGE);
    expect(html).toContain('<svg');
    secret = /name="secret"[^>]*value="([A-Z2-7]+)"|value="([A-Z2-7]{32})"/.exec(html)!.slice(1).find(Boolean)!;
    const wrong = await owner.post(PAGE, { ...OWN, act: 'app', secret, code: '000000' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain(secret);
    expect((await owner.post(PAGE, { ...OWN, act: 'app', secret: 'no secret', code: '000000' })).status).toBe(400);
    const { location } = await owner.post(PAGE, { ...OWN, act: 'app', secret, code: codeAt(-1) });
    recovery = await codesOn(location);
    expect(recovery).toHaveLength(10);
    expect(await codesOn(location)).toEqual(recovery);
    expect((await owner.get(PAGE)).text).not.toContain(recovery[0]);
  });

  it('cannot be replaced without the password at an unattended desk', async () => {
    const before = await storedSecret();
    const stolen = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const code = new TOTP({ secret: Secret.fromBase32(stolen) }).generate();
    expect((await owner.post(PAGE, { act: 'app', secret: stolen, code })).text).toContain(
      'current password entered is incorrect',
    );
    expect((await owner.post(PAGE, { ...OWN, act: 'app', secret: stolen, code })).text).toContain(
      'An app is already set up',
    );
    for (const act of ['codes', 'passkey', 'remove'])
      expect((await owner.post(PAGE, { act, current: 'Wrong-Password!1' })).status).toBe(400);
    expect(await storedSecret()).toBe(before);
  });

  it('shows its page without writing to the database', async () => {
    await owner.get(PAGE);
    await (await halfSignedIn()).get('/desk/sign-in');
    expect(await own.ctx.db.read.selectFrom('staff_challenges').selectAll().execute()).toEqual([]);
  });

  it('blocks the desk until its code is entered', async () => {
    const visitor = await halfSignedIn();
    expect((await visitor.get('/desk')).location).toBe('/desk/sign-in?next=%2Fdesk');
    expect((await visitor.get('/desk/sign-in')).text).toContain('Code from the authenticator app');
    const { html } = await visitor.post('/desk/sign-in', { code: '123' });
    expect(html).toMatch(/name="code"[^>]* aria-invalid="true"[^]*id="field-code-mistake">\s*This code is wrong/);
    expect((await visitor.post('/desk/sign-in', { code: codeAt(0) })).location).toBe('/desk');
    expect((await visitor.get('/desk')).status).toBe(200);
  });

  it('never accepts a code twice, nor an earlier one', async () => {
    const visitor = await halfSignedIn();
    for (const code of [...used]) expect((await visitor.post('/desk/sign-in', { code })).status).toBe(400);
    expect((await visitor.post('/desk/sign-in', { code: codeAt(1) })).location).toBe('/desk');
  });

  it('is stored encrypted, even when an earlier version stored it in plain text', async () => {
    expect(await storedSecret()).toMatch(/^v1:/);
    await storeSecret(secret);
    // Each code of these seconds was used.
    await own.ctx.db.write((tx) => tx.updateTable('staff').set({ totp_step: null }).execute());
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: codeAt(0) })).location).toBe('/desk');
    expect(await storedSecret()).toMatch(/^v1:/);
  });

  it('is replaced by a recovery code when the encryption key is lost, and the sign-in explains this', async () => {
    const before = await storedSecret();
    await storeSecret(seal(secret, newKey(), 'somebody'));
    const visitor = await halfSignedIn();
    const { status, text } = await visitor.post('/desk/sign-in', { code: codeAt(1) });
    expect(status).toBe(400);
    expect(text).toContain(`npm run shop -- staff reset-factor ${EMAIL} on the server removes the second factor`);
    expect((await visitor.post('/desk/sign-in', { code: recovery[8]! })).location).toBe('/desk');
    await storeSecret(before!);
  });

  it('blocks code guessing', async () => {
    const visitor = await halfSignedIn();
    for (let turn = 0; turn < 10; turn++) await visitor.post('/desk/sign-in', { code: `00000${turn}` });
    expect((await visitor.post('/desk/sign-in', { code: recovery[9]! })).text).toContain('Too many attempts');
    await own.ctx.db.forgetAttempts(new Date(Date.now() + 3600_000));
  });
});

describe('a recovery code', () => {
  it('replaces the app once', async () => {
    const visitor = await halfSignedIn();
    expect((await visitor.post('/desk/sign-in', { code: recovery[0]!.toUpperCase().replace('-', ' ') })).location).toBe(
      '/desk',
    );
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: recovery[0]! })).status).toBe(400);
    expect((await visitor.get(PAGE)).text).toContain('8 codes are left');
  });

  it('is invalid after new ones are created', async () => {
    const other = newDeskVisitor(url);
    await other.post('/desk/sign-in', { email: EMAIL, password: STAFF_PASSWORD });
    await other.post('/desk/sign-in', { code: recovery[2]! });
    const version = /name="version" value="([^"]+)"/.exec((await owner.get(PAGE)).html)![1]!;
    const renewed = await codesOn((await owner.post(PAGE, { ...OWN, act: 'codes', version })).location);
    expect(renewed).toHaveLength(10);
    // A browser that reloads the answer sends the form again.
    expect((await owner.post(PAGE, { ...OWN, act: 'codes', version })).text).toContain(
      'The codes have already been created',
    );
    expect((await other.get('/desk')).location).toContain('/desk/sign-in');
    expect((await owner.get('/desk/people/audit')).text).toContain('created new recovery codes');
    expect((await lastMailTo(own.ctx, EMAIL)).text).toMatch(
      /created new recovery codes[^]*Who: ana@example\.org[^]*tell an owner of the shop at once[^]*staff link ana@example\.org/,
    );
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: recovery[1]! })).status).toBe(400);
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: renewed[1]! })).location).toBe('/desk');
  });
});

it('the second factor is removed with the password, or on the command line after everything was lost', async () => {
  expect((await owner.post(PAGE, { act: 'remove', current: 'Wrong-Password!1' })).status).toBe(400);
  expect((await shopHere(['staff', 'reset-factor', EMAIL], own.env)).code).toBe(0);
  const visitor = newDeskVisitor(url);
  expect((await visitor.post('/desk/sign-in', { email: EMAIL, password: STAFF_PASSWORD })).location).toBe('/desk');
});

it('a passkey of another person is refused', async () => {
  const [ana] = await own.ctx.db.read.selectFrom('staff').selectAll().execute();
  const row = { id: 'x', staff_id: ana!.id, name: 'Phone', public_key: 'x', counter: 0, created_at: ana!.created_at };
  expect(await own.ctx.db.write((tx) => insertPasskey(tx, row))).toBe(true);
  expect(await own.ctx.db.write((tx) => insertPasskey(tx, row))).toBe(false);
  await own.ctx.db.write((tx) => deletePasskeys(tx, ana!.id));
});

describe('the desk on a public address', () => {
  let site: PublicSite;
  let shop: StockedShop;
  beforeAll(async () => {
    site = publicSite();
    shop = await stockedShop([], {}, site.env);
  });
  afterAll(async () => {
    await shop?.dispose();
    site?.dispose();
  });

  it('requires a second factor from owners, and refuses the demo login', async () => {
    const server = await shop.serve();
    const ana = await newStaff(shop.ctx, server.url, EMAIL, 'owner');
    for (const path of ['/desk', '/desk/orders', '/desk/people'])
      expect((await ana.get(path)).location, path).toBe(PAGE);
    expect((await ana.get(PAGE)).status).toBe(200);
    expect([...ana.cookies.keys()]).toEqual(['__Host-desk_device', '__Host-desk']);
    const demo = await newDeskVisitor(server.url).post('/desk/sign-in', {
      email: 'desk@vitrine.invalid',
      password: 'Vitrine-2026',
    });
    expect(demo.status).toBe(400);
  });
});
