import { globSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { rightFor, sectionOf } from '#src/desk/desk-paths.ts';
import { may, ROLES, type Role } from '#src/desk/roles.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newDeskVisitor, newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

/** Every route of the desk, from its files; parameters get a value that names nothing. */
const ROUTES = globSync('src/pages/desk/**/*.{astro,ts}')
  .map((file) =>
    file
      .replaceAll('\\', '/')
      .replace(/^src\/pages/, '')
      .replace(/\.(astro|ts)$/, '')
      .replace(/\/index$/, ''),
  )
  .sort();
const DOOR = ['/desk/sign-in', '/desk/sign-out', '/desk/welcome/[token]'];
const OUTSIDE = [...DOOR, '/desk/refused', '/desk/failed', '/desk/[...unknown]'];
const INSIDE = ROUTES.filter((route) => !OUTSIDE.includes(route));
const addressOf = (route: string) => route.replaceAll(/\[\w+\]/g, 'NONE-0000');

let own: StockedShop;
let url: string;
const people = new Map<Role, DeskVisitor>();

beforeAll(async () => {
  own = await stockedShop([], {}, { TRUST_PROXY: '1' });
  ({ url } = await own.serve());
  for (const role of ROLES) people.set(role, await newStaff(own.ctx, url, `${role}@example.org`, role));
});
afterAll(() => own?.dispose());

/** What the owner sees at each address; opened once for all tests that look at all pages. */
let opened: Promise<{ route: string; status: number; html: string }[]> | undefined;
async function openAll() {
  const pages = [];
  for (const route of INSIDE) pages.push({ route, ...(await people.get('owner')!.get(addressOf(route))) });
  return pages;
}
const ownersPages = () => (opened ??= openAll());

describe('every address of the desk', () => {
  it('belongs to a section', () => {
    expect(INSIDE.length).toBeGreaterThan(15);
    expect(INSIDE.filter((route) => !sectionOf(route))).toEqual([]);
  });

  it('redirects strangers to the sign-in, whatever the method, and shows nothing', async () => {
    const stranger = newDeskVisitor(url);
    for (const route of INSIDE)
      for (const answer of [
        await stranger.get(addressOf(route)),
        await stranger.post(addressOf(route), { act: 'x' }),
      ]) {
        expect(answer.location, route).toMatch(/^\/desk\/sign-in/);
        expect(answer.html, route).toBe('');
      }
  });

  it('shows the software version in its footer and in the health check', async () => {
    const { version } = packageJson;
    expect((await people.get('packer')!.get('/desk')).html).toMatch(
      new RegExp(`<footer[^>]*>Vitrine ${version}</footer>`),
    );
    expect(await (await fetch(`${url}/api/health/`)).json()).toEqual({ status: 'alive', version });
  });

  it('is open only to the roles that its section allows', async () => {
    for (const { route, status } of await ownersPages()) expect(status, `owner ${route}`).not.toBe(403);
    for (const [role, visitor] of people)
      for (const route of INSIDE) {
        const section = sectionOf(route)!;
        const needs = rightFor(route, section);
        const mayEnter = !needs || may(role, needs);
        // Only the owner opens the pages that ask for nothing else than their section does.
        const isLikeSection = needs === section.needs && route !== section.path;
        if (role === 'owner' || (!isWholeMatrix && mayEnter && isLikeSection)) continue;
        const { status } = await visitor.get(addressOf(route));
        if (mayEnter) {
          expect(status, `${role} ${route}`).not.toBe(403);
          continue;
        }
        expect(status, `${role} ${route}`).toBe(403);
        const posted = await visitor.post(addressOf(route), { act: 'none' });
        expect(posted.status, `${role} ${route}`).toBe(403);
      }
  });
});

it('the desk refuses every form without its session token, so that no shop page can act in the desk', async () => {
  const owner = people.get('owner')!;
  const foreign = await newStaff(own.ctx, url, 'other@example.org', 'owner');
  const stolen = /name="form_token" value="([\w-]{43})"/.exec((await foreign.get('/desk/account')).html)![1]!;
  const tokens = ['', 'x'.repeat(43), stolen];
  for (const [at, route] of [...INSIDE, '/desk/sign-out'].entries())
    for (const form_token of isWholeMatrix ? tokens : [tokens[at % tokens.length]!]) {
      const refused = await owner.post(addressOf(route), { form_token });
      expect([refused.status, refused.text], route).toEqual([
        403,
        expect.stringContaining('This form was not accepted'),
      ]);
      const multipart = new FormData();
      multipart.append('form_token', form_token);
      expect((await owner.post(addressOf(route), multipart)).status, route).toBe(403);
    }
  expect((await owner.get('/desk/account')).status).toBe(200);
});

it('the desk gives every form with an action its own token and id', async () => {
  const ids: string[] = [];
  for (const { route, html } of await ownersPages()) {
    for (const [form] of html.matchAll(/<form [^>]*method="post"[^]*?<\/form>/g)) {
      expect(form, route).toMatch(/name="form_token" value="[\w-]{43}"/);
      ids.push(/name="form_id" value="([\w-]{36})"/.exec(form)?.[1] ?? `none: ${route}`);
    }
  }
  expect(ids.length).toBeGreaterThan(10);
  expect(ids).toEqual([...new Set(ids.filter((id) => !id.startsWith('none')))]);
});

it('the desk puts the user name into every password form, so that browsers fill it in correctly', async () => {
  let asked = 0;
  for (const { route, html } of await ownersPages()) {
    for (const [form] of html.matchAll(/<form [^>]*method="post"[^]*?<\/form>/g)) {
      if (!form.includes('autocomplete="current-password"')) continue;
      asked++;
      expect(form, route).toMatch(
        /value="owner@example.org" autocomplete="username"[^>]* hidden[^]*autocomplete="current-password"/,
      );
    }
  }
  expect(asked).toBeGreaterThan(3);
  expect((await people.get('owner')!.get('/desk/people')).html).toMatch(
    /type="email"[^>]* autocomplete="off"|autocomplete="off"[^>]* type="email"/,
  );
});

it('the desk shows each role the sections that it may enter', async () => {
  const sections = async (role: Role) => [
    ...new Set((await people.get(role)!.get('/desk')).html.match(/href="\/desk\/\w+"/g)),
  ];
  expect(await sections('owner')).toContain('href="/desk/shop"');
  expect(await sections('packer')).toContain('href="/desk/orders"');
  expect(await sections('packer')).not.toContain('href="/desk/customers"');
  expect(await sections('editor')).not.toContain('href="/desk/orders"');
});

it('the first page of the desk has at most 60 KiB, and its only script preserves typed input', async () => {
  const { html } = await people.get('owner')!.get('/desk');
  expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
  expect(html.match(/<script[^]*?<\/script>/g)).toEqual([expect.stringContaining('desk-typed')]);
});

it('a role change is mailed to its person, and is refused with the current role when another owner changed it meanwhile', async () => {
  const owner = people.get('owner')!;
  const { id } = await own.ctx.db.read
    .selectFrom('staff')
    .select('id')
    .where('email', '=', 'packer@example.org')
    .executeTakeFirstOrThrow();
  const address = `/desk/people/${id}`;
  const version = /name="version" value="([^"]*)"/.exec((await owner.get(address)).html)![1]!;
  const change = { current: STAFF_PASSWORD, act: 'role', version };
  const { location } = await owner.post(address, { ...change, role: 'editor' });
  expect(location).toContain('done=roleChanged');
  expect((await lastMailTo(own.ctx, 'packer@example.org')).text).toMatch(
    /changed the role[^]*Role: Editor[^]*Who: owner@example\.org[^]*If you did not expect this, ask an owner/,
  );
  // The forms of the page with the message are sent to its address.
  const link = await owner.post(location, { ...change, act: 'link', version: 'editor' });
  const shown = (await owner.get(link.location)).text;
  expect(shown).toContain('New link for a password Give this link to the person yourself.');
  expect(shown).not.toContain('The role is changed');
  const stale = await owner.post(address, { ...change, role: 'owner' });
  expect(stale.status).toBe(400);
  expect(stale.text).toContain('access. It is now: Editor.');
  expect(stale.html).toMatch(/<option value="owner" selected/);
});

it('the desk invites a person back whose access was removed', async () => {
  const owner = people.get('owner')!;
  await newStaff(own.ctx, url, 'gone@example.org', 'packer');
  const { id } = await own.ctx.db.read
    .selectFrom('staff')
    .select('id')
    .where('email', '=', 'gone@example.org')
    .executeTakeFirstOrThrow();
  const page = `/desk/people/${id}`;
  const act = async (name: string) => {
    const version = /name="version" value="([^"]*)"/.exec((await owner.get(page)).html)![1]!;
    return owner.post(page, { act: name, version, current: STAFF_PASSWORD });
  };
  const again = { email: 'gone@example.org', name: 'Gone', role: 'packer', locale: 'en-US', current: STAFF_PASSWORD };
  expect((await owner.post('/desk/people', again)).text).toContain('This person already has access');
  await act('disable');
  expect((await owner.post('/desk/people', again)).text).toContain('This person had access before');
  expect((await act('inviteBack')).location).toBe(`${page}?shown=yes`);
  const link = /\/desk\/welcome\/([\w-]+)/.exec((await owner.get(`${page}?shown=yes`)).html)![1]!;
  const back = newDeskVisitor(url);
  await back.post(`/desk/welcome/${link}`, { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD });
  expect((await back.post('/desk/sign-in', { email: 'gone@example.org', password: STAFF_PASSWORD })).location).toBe(
    '/desk',
  );
});

it('the desk answers an unknown address with a page in its frame, and sends strangers to the sign-in', async () => {
  for (const address of ['/desk/unknown', '/desk/orders/NONE-0000/unknown']) {
    const { status, html, text } = await people.get('owner')!.get(address);
    expect([status, html.includes('href="/desk/orders"')], address).toEqual([404, true]);
    expect(text, address).toContain('This page does not exist');
    expect((await newDeskVisitor(url).get(address)).location, address).toMatch(/^\/desk\/sign-in/);
  }
});

it('the desk finds nothing under a text with a NUL character, which no database accepts', async () => {
  const owner = people.get('owner')!;
  for (const [address, status] of [
    ['/desk/products?category=a%00', 200],
    ['/desk/people/audit?who=a%00', 200],
    ['/desk/products/new?copy=a%00', 200],
    ['/desk/products/recalls/new?code=a%00&lot=%00', 200],
    ['/desk/offers/new?customer=a%00', 200],
    ['/desk/offers/new?with=a%00', 404],
    ['/desk/orders/labels.pdf?parcels=a%00', 404],
    ['/desk/orders/slips.pdf?orders=a%00', 404],
    ['/desk/orders/carrier-file?orders=a%00', 200],
    ['/desk/money/transfers/refunds.xml?file=a%00', 404],
  ] as const)
    expect((await owner.get(address)).status, address).toBe(status);
});

it('the desk finds nothing under a number that no row can have', async () => {
  const owner = people.get('owner')!;
  for (const id of ['1e30', '99999999999', '1.5'])
    for (const address of [`/desk/publish/${id}`, `/desk/stock/lots/${id}`])
      expect((await owner.get(address)).status, address).toBe(404);
  for (const before of ['1e30', '99999999999', '1.5'])
    expect((await owner.get(`/desk/people/audit?before=${before}`)).status, before).toBe(200);
  expect((await owner.post('/desk/publish', { act: 'cancelPlan', plan: '1e30', stage: 'start' })).status).toBe(400);
});

it('the desk shows its own failures in its language and frame', async () => {
  const anna = await newStaff(own.ctx, url, 'anna@example.org', 'owner', 'de-DE');
  await sql`alter table staff_passkeys rename to passkeys_gone`.execute(own.ctx.db.read);
  for (const failed of [
    await anna.get('/desk/account/second-factor'),
    await anna.post('/desk/account/second-factor', { act: 'x' }),
  ]) {
    expect(failed.status).toBe(500);
    expect(failed.html).toContain('<html lang="de-DE"');
    expect(failed.text).toMatch(/Bestellungen.*Das hat der Shop nicht geschafft.*[0-9a-f]{12}/);
    expect(failed.headers.get('cache-control')).toBe('no-store');
  }
  await sql`alter table passkeys_gone rename to staff_passkeys`.execute(own.ctx.db.read);
});

it('the desk appears on no page of the shop', async () => {
  for (const page of ['/', '/de', '/login', '/robots.txt', '/sitemap.xml', '/sw.js'])
    expect(await (await fetch(url + page)).text(), page).not.toContain('/desk/');
});
