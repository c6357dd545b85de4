import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeskVisitor, newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/desk-visitor.ts';
import { publicSite, type PublicSite } from '../../support/public-site.ts';
import { shopHere } from '../../support/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;
let url: string;
let owner: DeskVisitor;
let secret = '';
let recovery: string[] = [];

const EMAIL = 'ana@example.org';
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

beforeAll(async () => {
  own = await stockedShop([], {}, { TRUST_PROXY: '1' });
  ({ url } = await own.serve());
  owner = await newStaff(own.ctx, url, EMAIL, 'owner');
});
afterAll(() => own?.dispose());

describe('an authenticator app', () => {
  it('is set up with a code that proves it, and gives recovery codes once', async () => {
    const { html } = await owner.get(PAGE);
    expect(html).toContain('<svg');
    secret = /name="secret"[^>]*value="([A-Z2-7]+)"|value="([A-Z2-7]{32})"/.exec(html)!.slice(1).find(Boolean)!;
    const wrong = await owner.post(PAGE, { act: 'app', secret, code: '000000' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain(secret);
    expect((await owner.post(PAGE, { act: 'app', secret: 'no secret', code: '000000' })).status).toBe(400);
    const { text } = await owner.post(PAGE, { act: 'app', secret, code: codeAt(-1) });
    recovery = text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g) ?? [];
    expect(recovery).toHaveLength(10);
    expect((await owner.get(PAGE)).text).not.toContain(recovery[0]);
  });

  it('keeps the desk closed until its code is given', async () => {
    const visitor = await halfSignedIn();
    expect((await visitor.get('/desk')).location).toBe('/desk/sign-in?next=%2Fdesk');
    expect((await visitor.get('/desk/sign-in')).text).toContain('Code from the authenticator app');
    expect((await visitor.post('/desk/sign-in', { code: '123' })).text).toContain('This code is wrong');
    expect((await visitor.post('/desk/sign-in', { code: codeAt(0) })).location).toBe('/desk');
    expect((await visitor.get('/desk')).status).toBe(200);
  });

  it('never takes a code twice, nor an earlier one', async () => {
    const visitor = await halfSignedIn();
    for (const code of [...used]) expect((await visitor.post('/desk/sign-in', { code })).status).toBe(400);
    expect((await visitor.post('/desk/sign-in', { code: codeAt(1) })).location).toBe('/desk');
  });

  it('stops who guesses codes', async () => {
    const visitor = await halfSignedIn();
    for (let turn = 0; turn < 10; turn++) await visitor.post('/desk/sign-in', { code: `00000${turn}` });
    expect((await visitor.post('/desk/sign-in', { code: recovery[9]! })).text).toContain('Too many attempts');
    await own.ctx.db.forgetAttempts(new Date(Date.now() + 3600_000));
  });
});

describe('a recovery code', () => {
  it('replaces the app once', async () => {
    const visitor = await halfSignedIn();
    expect((await visitor.post('/desk/sign-in', { code: recovery[0]!.toUpperCase().replace('-', ' ') })).location).toBe('/desk');
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: recovery[0]! })).status).toBe(400);
    expect((await visitor.get(PAGE)).text).toContain('9 codes are left');
  });

  it('ends when new ones are made', async () => {
    const { text } = await owner.post(PAGE, { act: 'codes' });
    const renewed = text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g) ?? [];
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: recovery[1]! })).status).toBe(400);
    expect((await (await halfSignedIn()).post('/desk/sign-in', { code: renewed[1]! })).location).toBe('/desk');
  });
});

it('is removed with the password, or on the command line for who lost everything', async () => {
  expect((await owner.post(PAGE, { act: 'remove', current: 'Wrong-Password!1' })).status).toBe(400);
  expect((await shopHere(['staff', 'reset-factor', EMAIL], own.env)).code).toBe(0);
  const visitor = newDeskVisitor(url);
  expect((await visitor.post('/desk/sign-in', { email: EMAIL, password: STAFF_PASSWORD })).location).toBe('/desk');
});

describe('on a public address', () => {
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

  it('an owner sees nothing before the second factor is set up, and the demo login does not work', async () => {
    const server = await shop.serve();
    const ana = await newStaff(shop.ctx, server.url, EMAIL, 'owner');
    for (const path of ['/desk', '/desk/orders', '/desk/people']) expect((await ana.get(path)).location, path).toBe(PAGE);
    expect((await ana.get(PAGE)).status).toBe(200);
    expect([...ana.cookies.keys()]).toEqual(['__Host-desk']);
    const demo = await newDeskVisitor(server.url).post('/desk/sign-in', { email: 'desk@vitrine.invalid', password: 'Vitrine-2026' });
    expect(demo.status).toBe(400);
  });
});
