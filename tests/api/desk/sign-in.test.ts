import { beforeAll, describe, expect, it } from 'vitest';
import { newDeskVisitor, newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop([], {}, { TRUST_PROXY: '1' }));
let url: string;
let owner: DeskVisitor;

beforeAll(async () => {
  ({ url } = await own.serve());
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
});

const signIn = (email: string, password: string, visitor = newDeskVisitor(url)) =>
  visitor.post('/desk/sign-in', { email, password });

describe('the link of `staff add`', () => {
  it('lets a person choose a password once, which then opens the desk', async () => {
    const { stdout, code } = await shopHere(
      ['staff', 'add', 'Rui@Example.org', '--role', 'packer', '--name', 'Rui'],
      own.env,
    );
    expect(code).toBe(0);
    const path = /\/desk\/welcome\/\S+/.exec(stdout)![0];
    const rui = newDeskVisitor(url);
    expect((await rui.get(path)).text).toContain('Wählen Sie ein Passwort für Rui@example.org');
    const weak = await rui.post(path, { password: 'short', confirmation: 'short' });
    expect(weak.status).toBe(400);
    expect(weak.html).toMatch(/name="password"[^>]* aria-invalid="true"/);
    expect((await rui.post(path, { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD })).location).toBe(
      '/desk/sign-in?done=passwordSet',
    );
    // The browser is English, but Rui used it.
    expect((await rui.get('/desk/sign-in')).text).toContain('In der Verwaltung anmelden');
    expect((await rui.post(path, { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD })).text).toContain(
      'Dieser Link gilt nicht mehr',
    );
    expect((await signIn('rui@example.org', STAFF_PASSWORD, rui)).location).toBe('/desk');
    expect((await rui.get('/desk')).text).toContain('Rui');
  });

  it('expires after an hour', async () => {
    const { stdout } = await shopHere(['staff', 'add', 'late@example.org', '--role', 'editor'], own.env);
    const path = /\/desk\/welcome\/\S+/.exec(stdout)![0];
    await own.ctx.db.read.updateTable('staff_links').set({ expires_at: own.ctx.now().toISOString() }).execute();
    expect((await newDeskVisitor(url).get(path)).status).toBe(400);
  });

  it('is refused for an address that already has access', async () => {
    const again = await shopHere(['staff', 'add', 'ana@example.org', '--role', 'editor'], own.env);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('already has access');
  });
});

describe('the sign-in to the desk', () => {
  it('gives the same answer for an unknown address and a wrong password', async () => {
    const [unknown, wrong] = [
      await signIn('nobody@example.org', 'Wrong-Password!1'),
      await signIn('ana@example.org', 'Wrong-Password!1'),
    ];
    expect([unknown.status, wrong.status]).toEqual([400, 400]);
    expect(wrong.html).toMatch(/name="password"[^>]* aria-invalid="true"/);
    expect(unknown.text.replace('nobody@example.org', '')).toBe(wrong.text.replace('ana@example.org', ''));
  });

  it('blocks guessing after ten wrong passwords', async () => {
    const guesser = newDeskVisitor(url);
    for (let turn = 0; turn < 10; turn++) await signIn('ana@example.org', `Wrong-Password!${turn}`, guesser);
    expect((await signIn('ana@example.org', STAFF_PASSWORD, guesser)).text).toContain('Too many attempts');
    expect((await signIn('ana@example.org', STAFF_PASSWORD)).location).toBe('/desk');
  });

  it('leads to the requested desk page, and never to another site', async () => {
    expect((await newDeskVisitor(url).get('/desk/people?x=1')).location).toBe(
      '/desk/sign-in?next=%2Fdesk%2Fpeople%3Fx%3D1',
    );
    const post = (next: string) =>
      newDeskVisitor(url).post(`/desk/sign-in?next=${encodeURIComponent(next)}`, {
        email: 'ana@example.org',
        password: STAFF_PASSWORD,
      });
    expect((await post('/desk/people?x=1')).location).toBe('/desk/people?x=1');
    for (const next of ['//evil.example', 'https://evil.example/desk', '/cart', '/desk/\r\n', '/desk/orders?text=李'])
      expect((await post(next)).location).toBe('/desk');
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const visitor = newDeskVisitor(url);
    const { headers } = await signIn('ana@example.org', STAFF_PASSWORD, visitor);
    const [session, device] = headers.getSetCookie();
    expect(session).toMatch(/^desk=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^desk_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
  });
});

describe('a session of the desk', () => {
  it('ends on signing out, also from another device', async () => {
    const [here, there] = [newDeskVisitor(url), newDeskVisitor(url)];
    for (const visitor of [here, there]) await signIn('rui@example.org', STAFF_PASSWORD, visitor);
    const { html } = await here.get('/desk/account');
    const ids = [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!);
    for (const id of ids) await here.post('/desk/account', { act: 'endSession', id });
    expect((await there.get('/desk')).location).toContain('/desk/sign-in');
    expect((await here.get('/desk')).status).toBe(200);
    expect((await here.post('/desk/sign-out')).location).toBe('/desk/sign-in?done=signedOut');
    expect((await here.get('/desk')).location).toContain('/desk/sign-in');
  });

  it('ends after twelve hours', async () => {
    const visitor = newDeskVisitor(url);
    await signIn('rui@example.org', STAFF_PASSWORD, visitor);
    const newest = await own.ctx.db.read
      .selectFrom('staff_sessions')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(Date.parse(newest.expires_at) - Date.parse(newest.created_at)).toBe(12 * 3600_000);
    const at = own.ctx.now().toISOString();
    await own.ctx.db.read
      .updateTable('staff_sessions')
      .set({ expires_at: at })
      .where('token_hash', '=', newest.token_hash)
      .execute();
    expect((await visitor.get('/desk')).location).toContain('/desk/sign-in');
  });

  it('ends everywhere when the access is revoked, and the person is mailed about the change', async () => {
    const editor = await newStaff(own.ctx, url, 'eva@example.org', 'editor');
    expect((await editor.get('/desk')).status).toBe(200);
    expect((await shopHere(['staff', 'link', 'eva@example.org'], own.env)).code).toBe(0);
    expect((await lastMailTo(own.ctx, 'eva@example.org')).text).toContain('created a new link');
    expect((await shopHere(['staff', 'disable', 'eva@example.org'], own.env)).code).toBe(0);
    expect((await editor.get('/desk')).location).toContain('/desk/sign-in');
    expect((await signIn('eva@example.org', STAFF_PASSWORD)).status).toBe(400);
    expect((await lastMailTo(own.ctx, 'eva@example.org')).text).toMatch(/removed access[^]*Who: command line/);
  });
});

describe('a desk account under password guessing', () => {
  it('can be opened on a known browser, and on any other after `staff unlock`', async () => {
    const zoe = await newStaff(own.ctx, url, 'zoe@example.org', 'packer');
    await zoe.post('/desk/sign-out');
    for (let turn = 0; turn < 100; turn++) await signIn('zoe@example.org', 'Wrong-Password!1');
    expect((await signIn('zoe@example.org', STAFF_PASSWORD)).text).toContain('Too many attempts');
    const foreign = newDeskVisitor(url);
    foreign.cookies.set('desk_device', owner.cookies.get('desk_device')!);
    expect((await signIn('zoe@example.org', STAFF_PASSWORD, foreign)).text).toContain('Too many attempts');
    expect((await signIn('zoe@example.org', STAFF_PASSWORD, zoe)).location).toBe('/desk');
    expect((await shopHere(['staff', 'unlock', 'zoe@example.org'], own.env)).stdout).toContain(
      'zoe@example.org can sign in again',
    );
    expect((await signIn('zoe@example.org', STAFF_PASSWORD)).location).toBe('/desk');
  });

  it('is recorded with ten attempts an hour, and its person gets one mail', async () => {
    const failures = own.ctx.db.read.selectFrom('audit').selectAll().where('act', '=', 'staff.wrongPassword');
    const ofZoe = await failures.where('subject_id', '=', 'zoe@example.org').execute();
    expect(ofZoe).toHaveLength(10);
    expect(ofZoe[0]).toMatchObject({ who: '', address: expect.stringMatching(/^10\./) });
    expect((await owner.get('/desk/people/audit')).text).toContain('unknown wrong password · zoe@example.org');
    const mails = await mailsTo(own.ctx, 'zoe@example.org');
    expect(mails.map(({ subject }) => subject)).toEqual(['Many wrong passwords for your desk at Vitrine']);
  });

  it('gives a known browser its own ten attempts', async () => {
    const kai = await newStaff(own.ctx, url, 'kai@example.org', 'packer');
    await kai.post('/desk/sign-out');
    for (let turn = 0; turn < 10; turn++) await signIn('kai@example.org', 'Wrong-Password!1', kai);
    expect((await signIn('kai@example.org', STAFF_PASSWORD, kai)).text).toContain('Too many attempts');
  });
});

it('the desk hides the secret of a link from other pages', async () => {
  const { headers } = await newDeskVisitor(url).get('/desk/welcome/none');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

it('the last owner cannot be removed', async () => {
  const refused = await shopHere(['staff', 'disable', 'ana@example.org'], own.env);
  expect(refused.stderr).toContain('only owner');
  expect((await owner.get('/desk')).status).toBe(200);
});

it('a change of access requires the password again', async () => {
  const fields = { email: 'new@example.org', name: 'New', role: 'owner' };
  const refused = await owner.post('/desk/people', { ...fields, current: 'Wrong-Password!1' });
  expect(refused.status).toBe(400);
  // The field is marked and points to its own message.
  expect(refused.html).toMatch(
    /name="current"[^>]* aria-describedby="field-current-mistake [^"]*" aria-invalid="true"/,
  );
  expect(refused.html).toMatch(/id="field-current-mistake">\s*Your own password is not correct/);
  const noAddress = await owner.post('/desk/people', { ...fields, email: 'new', current: STAFF_PASSWORD });
  expect(noAddress.html).toMatch(/id="field-email-mistake">\s*This is not an email address/);
  const short = { act: 'password', current: STAFF_PASSWORD, password: 'short', confirmation: 'short' };
  const weak = await owner.post('/desk/account', short);
  expect(weak.html).toMatch(/name="password"[^>]* aria-describedby="field-password-mistake" aria-invalid="true"/);
  const { location } = await owner.post('/desk/people', { ...fields, current: STAFF_PASSWORD });
  expect((await owner.get(location)).text).toContain('It works only once');
});

it('an invitation is in the language that the owner chose', async () => {
  const fields = {
    email: 'greta@example.org',
    name: 'Greta',
    role: 'editor',
    locale: 'de-DE',
    current: STAFF_PASSWORD,
  };
  const { html } = await owner.get((await owner.post('/desk/people', fields)).location);
  const link = /\/desk\/welcome\/[\w-]+/.exec(html)![0];
  const greta = newDeskVisitor(url);
  expect((await greta.get(link)).text).toMatch(/Willkommen, Greta.*Wählen Sie ein Passwort/);
  await greta.post(link, { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD });
  await signIn(fields.email, STAFF_PASSWORD, greta);
  expect((await greta.get('/desk')).html).toContain('<html lang="de-DE"');
});

it('the desk refuses a form from another site', async () => {
  const { status } = await owner.post(
    '/desk/account',
    { act: 'locale', locale: 'de-DE' },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect(status).toBe(403);
  expect((await owner.get('/desk/account')).text).toContain('Language of the desk');
});

it('desk pages are neither cached by browsers nor indexed by search engines', async () => {
  const { headers } = await owner.get('/desk');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('sign-ins and changes of access are recorded permanently', async () => {
  const { text } = await owner.get('/desk/people/audit');
  expect(text).toContain('signed in');
  expect(text).toMatch(/command line removed access · eva@example.org/);
  await expect(own.ctx.db.read.updateTable('audit').set({ who: 'nobody' }).execute()).rejects.toThrow();
});
