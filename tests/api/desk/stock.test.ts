import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 10 },
    { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', quantity_available: 3 },
  ]),
);
let url: string;
let packer: DeskVisitor;
let owner: DeskVisitor;

beforeAll(async () => {
  ({ url } = await own.serve());
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
  packer = await newStaff(own.ctx, url, 'rui@example.org', 'packer');
});

const row = (code: string, is: number | string, was: number, mark = 0) => ({
  code,
  [`quantity-${code}`]: String(is),
  [`was-quantity-${code}`]: String(was),
  [`mark-${code}`]: String(mark),
  [`was-mark-${code}`]: '0',
});

/** The hidden fields of the Stock form as it is shown now. */
async function shownForm(): Promise<Record<string, string>> {
  const { html } = await packer.get('/desk/stock');
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;
  return { 'shown-at': value('shown-at'), form_id: value('form_id') };
}

/** Creates a checkout that holds these units. */
async function sell(units: number): Promise<void> {
  const { id } = await productByCode(own.ctx, 'AGUA');
  const buyer = await newBuyer(own.ctx, url);
  await buyer.begin([{ productId: id, quantity: units }]);
}

describe('the stock in the desk', () => {
  it('treats a plain number as a count, and subtracts units sold since the page was shown', async () => {
    const form = await shownForm();
    await sell(2);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect((await packer.post('/desk/stock', { ...form, ...row('AGUA', 15, 10) })).location).toBe(
      '/desk/stock?done=stockSaved',
    );
    expect(await stockOf(own.ctx, 'AGUA')).toBe(13);
    expect((await packer.post('/desk/stock', row('AGUA', 13, 13))).location).toContain('done=nothingChanged');
  });

  it('shows the units on the shelf beside the sellable ones, with the units held by checkouts and orders', async () => {
    expect((await packer.get('/desk/stock?q=agua')).html).toMatch(
      /name="quantity-AGUA" value="13"[^]*?<td role="cell" class="number"[^>]*>15<\/td>/,
    );
  });

  it('treats “+24” as a delivery and “-3” as a correction, whatever was sold meanwhile', async () => {
    await packer.post('/desk/stock', row('AGUA', '+24', 99));
    expect(await stockOf(own.ctx, 'AGUA')).toBe(37);
    await packer.post('/desk/stock', row('AGUA', '-3', 99));
    expect(await stockOf(own.ctx, 'AGUA')).toBe(34);
    const refused = await packer.post('/desk/stock', row('AGUA', '-35', 34));
    expect(refused.text).toContain('-35 is not possible for AGUA: 34 units can be sold');
    await setProduct(own.ctx, 'AGUA', { quantity_available: 13 });
  });

  it('asks how to read a count when another person changed the stock, and accepts it the second time', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 20 });
    const refused = await packer.post('/desk/stock', {
      ...row('AGUA', 40, 13),
      ...row('PAO-1', 3, 3),
      code: ['AGUA', 'PAO-1'],
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('The stock of AGUA has changed since this page was shown, and not only by sales.');
    expect(refused.text).toContain('AGUA 20 40');
    expect(refused.html).toMatch(/name="was-quantity-AGUA" value="20"[^]*name="quantity-AGUA" value="40"/);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(20);
    await packer.post('/desk/stock', row('AGUA', 40, 20));
    expect(await stockOf(own.ctx, 'AGUA')).toBe(40);
    await setProduct(own.ctx, 'AGUA', { quantity_available: 13 });
  });

  it('shows current values in the untouched fields of a refused form', async () => {
    await setProduct(own.ctx, 'PAO-1', { quantity_available: 2 });
    const refused = await packer.post('/desk/stock', {
      ...row('AGUA', 'many', 13),
      ...row('PAO-1', 3, 3),
      code: ['AGUA', 'PAO-1'],
    });
    expect(refused.html).toContain('name="quantity-PAO-1" value="2"');
    await setProduct(own.ctx, 'PAO-1', { quantity_available: 3 });
  });

  it('is refused as a whole when one quantity is invalid, and keeps the typed input', async () => {
    const refused = await packer.post('/desk/stock', {
      ...row('AGUA', 'many', 13),
      ...row('PAO-1', 9, 3),
      code: ['AGUA', 'PAO-1'],
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).toContain('whole number, 0 or more, for AGUA');
    expect(refused.html).toContain('value="9"');
    for (const typed of ['', '12.5', '1e3'])
      expect((await packer.post('/desk/stock', row('AGUA', typed, 13))).text).toContain('for AGUA');
    const ambiguous = await packer.post('/desk/stock', row('AGUA', '1.000', 13));
    expect(ambiguous.text).toContain('AGUA: “1.000” may mean 1000 or 1. Type one of these.');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(13);
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(3);
  });

  it('marks the refused field', async () => {
    const refused = await packer.post('/desk/stock', { ...row('PAO-1', 'x', 3), code: ['AGUA', 'PAO-1'] });
    expect(refused.html.match(/name="[^"]+"(?=[^>]* aria-invalid="true")/g)).toEqual(['name="quantity-PAO-1"']);
    // On a phone the focused field is far below the reason at the top of the page, so the reason is repeated there.
    expect(refused.html).toMatch(/name="quantity-PAO-1"[^>]* aria-describedby="row-problem"/);
    expect(refused.html).toMatch(/PAO-1 ·<\/span> (?:(?!<\/th>)[^])*id="row-problem">\s*Type [^<]*for PAO-1/);
  });

  it('finds products by name and code, and a marked product appears under Today with its picture', async () => {
    await setProduct(own.ctx, 'PAO-1', { picture: 'pao' });
    await packer.post('/desk/stock', row('PAO-1', 3, 3, 5));
    expect((await packer.get('/desk/stock?q=pao')).text).toContain('Pão de Queijo');
    expect((await packer.get('/desk/stock?q=o-1')).text).toContain('Pão de Queijo');
    expect((await packer.get('/desk/stock?q=o_1')).text).toContain('No product found');
    expect((await packer.get('/desk/stock?low=yes')).text).not.toContain('Água');
    const today = await packer.get('/desk');
    expect(today.text).toContain('PAO-1');
    expect(today.html).toContain(fallbackImage('pao'));
  });

  it('is recorded, also when it changes on the command line', async () => {
    await shopHere(['stock', 'set', 'AGUA', '20'], own.env);
    const { text } = await owner.get('/desk/people/audit');
    expect(text).toMatch(/command line changed the stock · AGUA/);
    expect(text).toMatch(/rui@example.org changed the reorder level · PAO-1/);
  });
});

describe('a form that is submitted twice', () => {
  const deliver = async (): Promise<Record<string, string>> => ({
    ...(await shownForm()),
    ...row('PAO-1', '+5', 3, 5),
    'was-mark-PAO-1': '5',
  });

  it('counts once, even when both arrive at the same time, with the same answer', async () => {
    const before = await stockOf(own.ctx, 'PAO-1');
    const form = await deliver();
    const answers = await Promise.all([packer.post('/desk/stock', form), packer.post('/desk/stock', form)]);
    answers.push(await packer.post('/desk/stock', form));
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array(3).fill([303, '/desk/stock?done=stockSaved']),
    );
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(before + 5);
  });

  it('counts again when it was filled in differently', async () => {
    const before = await stockOf(own.ctx, 'PAO-1');
    const form = await deliver();
    await packer.post('/desk/stock', form);
    await packer.post('/desk/stock', { ...form, 'quantity-PAO-1': '+1' });
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(before + 6);
  });

  it('may be submitted again after it was refused', async () => {
    const before = await stockOf(own.ctx, 'PAO-1');
    const form: Record<string, string> = { ...(await deliver()), 'quantity-PAO-1': `-${before + 1}` };
    expect((await packer.post('/desk/stock', form)).status).toBe(400);
    await setProduct(own.ctx, 'PAO-1', { quantity_available: before + 1 });
    expect((await packer.post('/desk/stock', form)).status).toBe(303);
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(0);
  });

  it.runIf(process.env.TEST_ENGINE !== 'postgres')(
    'counts once when its answer could not be stored after the action',
    async () => {
      const before = await stockOf(own.ctx, 'PAO-1');
      const form = await deliver();
      const { read } = own.ctx.db;
      await sql`create trigger no_answer before update on sent_forms begin select raise(abort, 'no space'); end`.execute(
        read,
      );
      const first = await packer.post('/desk/stock', form).finally(() => sql`drop trigger no_answer`.execute(read));
      expect([first.status, first.location]).toEqual([303, '/desk/stock?done=stockSaved']);
      expect((await packer.post('/desk/stock', form)).location).toBe('/desk/stock?done=sentTwice');
      expect(await stockOf(own.ctx, 'PAO-1')).toBe(before + 5);
    },
  );

  it('leads to the same secret when the first submission created one, such as an invitation link', async () => {
    const { html } = await owner.get('/desk/people');
    const form_id = /name="form_id" value="([^"]+)"/.exec(html)![1]!;
    const form = { form_id, email: 'nova@example.org', name: 'Nova', role: 'packer', current: STAFF_PASSWORD };
    const links = async (answer: Promise<{ location: string }>) =>
      (await owner.get((await answer).location)).html.match(/\/desk\/welcome\/[\w-]+/)?.[0];
    const link = await links(owner.post('/desk/people', form));
    expect(link).toBeDefined();
    expect(await links(owner.post('/desk/people', form))).toBe(link);
    expect((await owner.get('/desk/people')).html).not.toContain('/desk/welcome/');
    const other = await newStaff(own.ctx, url, 'other@example.org', 'owner');
    other.cookies.set('desk_shown', owner.cookies.get('desk_shown')!);
    const { status, html: stolen } = await other.get('/desk/people?shown=yes');
    expect([status, stolen]).toEqual([200, expect.not.stringContaining('/desk/welcome/')]);
  });
});

it('the desk makes a verified backup in the background and shows its result', async () => {
  expect((await owner.post('/desk/shop', { act: 'backup' })).location).toBe('/desk/shop?done=backupStarted');
  expect((await owner.post('/desk/shop', { act: 'backup' })).text).toContain('A backup is already running');
  const finished = () =>
    readdirSync(path.join(own.env.DATA_DIR!, 'backups')).filter((name) => /^shop-[^.]*Z$/.test(name));
  await expect.poll(() => (existsSync(path.join(own.env.DATA_DIR!, 'backups')) ? finished().length : 0)).toBe(1);
  await expect.poll(async () => (await owner.get('/desk/shop')).text).toMatch(/Verified Download .* Back up now/);
  const { text } = await owner.get('/desk/shop');
  expect(text).toMatch(/Background jobs Running as they should .*Emails: 0 min ago.*began/);
  expect(text).not.toContain('jobNames');

  const [copy = ''] = finished();
  const asked = { act: 'download', copy };
  expect((await owner.post('/desk/shop', { ...asked, current: 'wrong' })).status).toBe(400);
  expect((await owner.post('/desk/shop', { ...asked, copy: '../..', current: STAFF_PASSWORD })).status).toBe(400);
  const sent = await owner.post('/desk/shop', { ...asked, current: STAFF_PASSWORD });
  expect(sent.headers.get('content-disposition')).toBe(`attachment; filename="${copy}.tar"`);
  const { stdout } = spawnSync('tar', ['-tf', '-'], { input: sent.bytes, encoding: 'utf8' });
  expect(stdout).toContain(`${copy}/`);
  expect((await owner.get('/desk/shop')).text).toMatch(/downloaded a backup Name: shop-/);
  // Each of several backups asks for the password in a field of its own.
  const backups = path.join(own.env.DATA_DIR!, 'backups');
  cpSync(path.join(backups, copy), path.join(backups, copy.replace(/20\d\d/, '2020')), { recursive: true });
  const ids = [...(await owner.get('/desk/shop')).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids).toContain(`current-${copy}`);
});

it('the desk shows mails that were not sent, and sends one or all of them again', async () => {
  const late = { due_at: null, given_up_at: '2026-11-25T10:00:00.000Z', last_error: '550 no such user', attempts: 9 };
  const mail = {
    kind: 'contact_answer',
    recipient: 'bob@example.org',
    text: '',
    html: '',
    sent_at: null,
    reply_to: null,
  };
  const rows = ['one', 'two'].map((id) => ({
    ...{ ...mail, ...late, id, subject: `Answer ${id}`, invoice_id: null },
    created_at: '2026-11-24T10:00:00.000Z',
  }));
  await own.ctx.db.write((tx) => tx.insertInto('outbox').values(rows).execute());
  const isDue = async () =>
    (
      await own.ctx.db.read
        .selectFrom('outbox')
        .select('id')
        .where('id', 'in', ['one', 'two'])
        .where('given_up_at', 'is', null)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);
  expect((await owner.get('/desk')).html).toMatch(/2 emails? could not be sent[^]*href="\/desk\/mails"/);
  expect((await owner.get('/desk/mails')).text).toMatch(/Answer one bob@example.org .* 9 attempts: 550 no such user/);
  expect((await owner.post('/desk/mails', { mail: 'one' })).location).toBe('/desk/mails?done=mailsRetried&count=1');
  expect(await isDue()).toEqual(['one']);
  const resent = (await owner.get('/desk/mails')).html;
  // The mail that is being sent has no old error, and asks for nothing; one button is enough for the other one.
  expect(resent.match(/550 no such user/g)).toHaveLength(1);
  expect(resent.match(/name="mail"/g)).toHaveLength(1);
  expect(resent).not.toContain('retryAll');
  expect(resent).toContain('href="/desk/orders?q=bob%40example.org"');
  await owner.post('/desk/mails', { act: 'retryAll' });
  expect(await isDue()).toEqual(['one', 'two']);
  expect((await owner.get('/desk/mails')).text).toContain('sent emails again');
  expect((await packer.post('/desk/mails', { act: 'retryAll' })).status).toBe(403);
});

it('the desk closes and opens the shop', async () => {
  expect((await owner.post('/desk/shop', { act: 'close' })).location).toBe('/desk/shop?done=shopClosed');
  await expect.poll(async () => (await fetch(`${url}/`)).status).toBe(503);
  expect((await owner.get('/desk/shop')).text).toContain('The shop is closed for maintenance');
  expect((await owner.get('/desk')).text).toContain('The shop is closed for maintenance Open the shop');
  expect((await packer.get('/desk/stock')).text).toContain('The shop is closed for maintenance');
  await owner.post('/desk/shop', { act: 'open' });
  await expect.poll(async () => (await fetch(`${url}/`)).status).toBe(200);
  expect((await owner.get('/desk')).text).not.toContain('closed for maintenance');
});
