import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countWaiting } from '#src/features/overview/server/waiting.service.ts';
import { invoicePath } from '#src/shared/paths.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { checkoutRow } from '../../support/people/order-rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { siteWithFacts } from '../../support/shops/public-site.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const FAST = `fastDelivery:
  offered: true
  name: { de-DE: Bis morgen }
  surcharge: 4.90
`;

const FACTS = readFileSync('src/content/shop.yaml', 'utf8');
const [OFF] = /^fastDelivery:\n(?:[ #].*\n)+/m.exec(FACTS)!;

const own = forFile(async () => {
  const yaml = FACTS.replace(OFF, FAST).replace('  freeFrom:\n', '  freeFrom: 20\n');
  const site = siteWithFacts(yaml);
  const shop = await deskShop(site.env);
  const dispose = async () => {
    await shop.dispose();
    site.dispose();
  };
  return { ...shop, dispose };
});

const METHOD = { deliveryMethod: 'fast' };

/** A paid order of one bottle: 4,99 €, 5,00 € of shipping and 4,90 € for its speed. */
async function order(): Promise<{ ana: Buyer; number: string }> {
  const ana = await newBuyer(own.ctx, own.server.url);
  return { ana, number: await own.buy({ AGUA: 1 }, { ...METHOD, expectedTotal: 14.89 }, ana) };
}

const act = (number: string, name: string) => own.packer.post(`/desk/orders/${number}`, { act: name });

describe('the faster delivery', () => {
  it.each([
    ['usual', 1, 5, 9.9, 14.89],
    ['free', 5, 0, 4.9, 29.85],
  ] as const)(
    'costs its surcharge beside %s shipping, alike in cart, order and PayPal',
    async (_, units, usual, shipping, total) => {
      const lines = [own.line('AGUA', units)];
      expect((await postCart(own.server.url, { lines })).body).toMatchObject({ shipping: usual });
      expect((await postCart(own.server.url, { lines, ...METHOD })).body).toMatchObject({ shipping, total });
      const ana = await newBuyer(own.ctx, own.server.url);
      const outdated = await ana.tryBegin(lines, { ...METHOD, expectedTotal: total - 1 });
      expect([outdated.status, outdated.body.cart?.total]).toEqual([409, total]);
      const begun = await ana.begin(lines, { ...METHOD, expectedTotal: total });
      const cents = Math.round(total * 100);
      expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
        ...{ delivery_method: 'fast', fast_surcharge_cents: 490, total_cents: cents },
      });
      expect(await own.paypal.approve(begun.paypalOrderId)).toMatchObject({ cents });
    },
  );

  it('shows its name and time on the order’s page, in mail and invoice, and its orders are packed first', async () => {
    const usual = await own.buy({ AGUA: 1 });
    const { ana, number } = await order();
    const page = await ana.text(`/de/order/${number}`);
    expect(page).toContain('Versand (Bis morgen)');
    expect(page).toContain('Lieferung innerhalb Deutschlands in 1 bis 2 Werktagen (Bis morgen).');
    const mail = (await lastMailTo(own.ctx, ana.email)).text ?? '';
    expect(mail).toContain('Bis morgen: Lieferung innerhalb Deutschlands in 1 bis 2 Werktagen.');
    const documents = own.ctx.db.read
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select('i.number')
      .where('o.order_number', '=', number);
    const { bytes } = await ana.file(invoicePath(number, (await documents.executeTakeFirstOrThrow()).number));
    expect((await readPdf(bytes)).text).toContain('Versand (Bis morgen)');
    const list = (await own.packer.get('/desk/packing')).text;
    expect(list.indexOf(number)).toBeLessThan(list.indexOf(usual));
    for (const path of ['packing', `packing/${number}`, `orders/${number}`, 'orders'])
      expect((await own.packer.get(`/desk/${path}`)).text).toContain('Bis morgen');
  });

  it('an order by phone can have it, from the desk and from the command line', async () => {
    const { country: _, ...place } = ADDRESS;
    const email = newEmail();
    const goods = { 'product-0': 'AGUA', 'units-0': '1', days: '2', language: 'de-DE' };
    const form = { act: 'create', email, ...goods, ...place, ...METHOD };
    expect((await own.packer.post('/desk/offers/new', form)).status).toBe(303);
    const parts = Object.entries(place).flatMap(([field, value]) => (value ? ['--address', `${field}=${value}`] : []));
    const create = ['orders', 'create', '--line', 'AGUA=1', '--email', email, ...parts, '--delivery'];
    const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-fast-'));
    writeContent(root, { [OFF]: FAST });
    const env = { ...own.env, CONTENT_DIR: root };
    expect((await shopHere([...create, 'fast'], env)).stderr).toBe('');
    const stored = own.ctx.db.read.selectFrom('checkouts').select(['delivery_method', 'total_cents']);
    const fast = { delivery_method: 'fast', total_cents: 1489 };
    expect(await stored.where('email', '=', email).execute()).toEqual([fast, fast]);
    const refused = await shopHere([...create, 'collection'], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('does not offer this delivery')]);
    rmSync(root, { recursive: true });
  });

  it('keeps its surcharge when the buyer withdraws after it was spent, and the refund of the rest closes the case', async () => {
    const { ana, number } = await order();
    for (const step of ['pack', 'handOver', 'deliver']) await act(number, step);
    const withdrawal = { name: 'Ana Müller', email: ana.email, orderNumber: number };
    expect((await ana.post('/api/withdrawal/', withdrawal)).status).toBe(201);
    const choice = (await own.owner.get(`/desk/orders/${number}/refund`)).html;
    expect(choice).toMatch(/name="surcharge" value="kept" checked/);
    const refund = (more: object) => own.owner.post(`/desk/orders/${number}/refund`, { what: 'all', ...more });
    const kept = { surcharge: 'kept', confirmed: '999' };
    expect((await refund(kept)).status).toBe(303);
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'partially_refunded' });
    expect((await own.owner.get('/desk/withdrawals')).text).toMatch(new RegExp(`${number}.{0,40}Refunded`));
    // No task is left for the owner.
    expect((await countWaiting(own.ctx)).withdrawals).toBe(0);
    const credit = own.ctx.db.read.selectFrom('invoices').selectAll().where('kind', '=', 'credit_note');
    expect((await credit.executeTakeFirstOrThrow()).total_cents).toBe(999);
  });

  it('leaves a withdrawal open that only the surcharge is missing from, if the goods never left', async () => {
    const { ana, number } = await order();
    const withdrawal = { name: 'Ana Müller', email: ana.email, orderNumber: number };
    expect((await ana.post('/api/withdrawal/', withdrawal)).status).toBe(201);
    const before = await countWaiting(own.ctx);
    const part = { what: 'amount', amount: '9,99', confirmed: '999' };
    expect((await own.owner.post(`/desk/orders/${number}/refund`, part)).status).toBe(303);
    expect(await countWaiting(own.ctx)).toMatchObject({ withdrawals: before.withdrawals });
    expect((await own.owner.post(`/desk/orders/${number}/refund`, { what: 'all', confirmed: '490' })).status).toBe(303);
    expect(await countWaiting(own.ctx)).toMatchObject({ withdrawals: before.withdrawals - 1 });
  });
});
