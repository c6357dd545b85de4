import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endRetention } from '#src/features/privacy/server/retention.service.ts';
import { toEuro } from '#src/shared/money.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { BILLING, WISHES } from '../../support/people/wishes.ts';
import { allSent, mailsTo } from '../../support/outside/mails.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

let own: PayingShop;
let ana: Buyer;
let packer: DeskVisitor;
/** An order with all wishes, and one with a plain note. */
let number: string;
let plain: string;

const SHIPPING = { ...ADDRESS, name: 'Bia Beschenkt', city: 'Dresden', postal_code: '01067' };
const FORMULA = '=HYPERLINK("http://evil.example")';

async function buy(wishes: object): Promise<string> {
  const begun = await ana.begin([own.line('AGUA')], { shipping: SHIPPING, ...wishes });
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

const slipOf = async (of: string) => readPdf((await packer.get(`/desk/orders/${of}/slip.pdf`)).bytes);
const documents = async (of: string) => {
  const { html } = await packer.get(`/desk/orders/${of}`);
  const paths = [...html.matchAll(/href="(\/desk\/orders\/[^"]+\/R[EK]-[^"]+\.pdf)"/g)].map(([, path]) => path!);
  return Promise.all([...new Set(paths)].map(async (path) => readPdf((await packer.get(path)).bytes)));
};

beforeAll(async () => {
  own = await payingShop();
  ana = await newBuyer(own.ctx, own.server.url);
  packer = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  number = await buy(WISHES);
  plain = await buy({ note: FORMULA, reference: '+49 Kostenstelle' });
});
afterAll(() => own?.dispose());

describe('an order that somebody else pays', () => {
  it('names company, VAT id and reference on the invoice and on its correction, and the delivery separately', async () => {
    await shopHere(['orders', 'refund', number, '--amount', '1', '--yes'], own.env);
    for (const { text, attachments } of await documents(number)) {
      expect(attachments.get('factur-x.xml')).toContain('<ram:Name>Café Zürich GmbH</ram:Name>');
      expect(text).toContain('Café Zürich GmbH Rui Costa Rua das Flores 12 3º andar 1200-195 Lisboa Portugal');
      expect(text).toMatch(/Lieferung an Bia Beschenkt Rosenweg 7a 01067 Dresden/);
      expect(text).toMatch(/Ihre Referenz K-4711\/2026/);
      expect(text).toMatch(/Ihre USt-IdNr\. DE136695976/);
      expect(text).not.toMatch(/Nachbarn|Alles Gute/);
    }
  });

  it('is named in the mails to buyer and shop, whose quoted texts contain no link', async () => {
    const other = await buy({
      ...WISHES,
      note: 'Siehe www.evil.example',
      billing: { ...BILLING, company: 'evil.example' },
    });
    await allSent(own.ctx);
    const texts = await own.ctx.db.read.selectFrom('outbox').select(['kind', 'text', 'html']).execute();
    const of = (kind: string) => texts.find((mail) => mail.kind === kind && mail.text.includes(other))!;
    for (const { text, html } of [of('order_confirmation'), of('order_news')])
      for (const written of [text, html]) {
        expect(written).toContain('Rua das Flores 12');
        expect(written).toContain('K-4711/2026');
        expect(written).toContain('Siehe www. evil. example');
        expect(written).toContain('Alles Gute, liebe Ana!');
        expect(written).not.toContain('evil.example');
      }
    expect(of('order_confirmation').text).toMatch(/Im Paket liegen weder Rechnung noch Preise/);
    expect(await mailsTo(own.ctx, ana.email)).not.toHaveLength(0);
  });

  it('shows its buyer everything on the order page, and as text', async () => {
    const page = decodeEntities(await ana.text(`/de/order/${number}`));
    for (const text of [
      'Café Zürich GmbH',
      'Rua das Flores 12',
      'DE136695976',
      'K-4711/2026',
      'Bitte beim Nachbarn',
      'Alles Gute',
    ])
      expect(page).toContain(text);
    expect(await ana.text(`/de/order/${await buy({ note: '<b>fett</b>' })}`)).toContain('&lt;b&gt;fett&lt;/b&gt;');
  });

  it('shows the desk everything on the pages of order and packing', async () => {
    const { text } = await packer.get(`/desk/orders/${number}`);
    for (const part of ['Invoice to', 'Café Zürich GmbH', 'VAT ID: DE136695976', 'Buyer’s reference K-4711/2026'])
      expect(decodeEntities(text)).toContain(part);
    const packing = decodeEntities((await packer.get(`/desk/packing/${number}`)).text);
    expect(packing).toContain('Gift: put the packing slip into the parcel, but no invoice');
    expect(packing).toContain('Bitte beim Nachbarn abgeben.');
    expect(packing).toContain('Alles Gute, liebe Ana!');
    expect((await packer.get(`/desk/packing/${plain}`)).text).not.toContain('Gift:');
    // Nobody can put anything into a parcel that has left.
    await packer.post(`/desk/packing/${number}`, { act: 'pack' });
    await packer.post(`/desk/orders/${number}`, { act: 'handOver', carrier: 'dhl', tracking: '' });
    const sent = decodeEntities((await packer.get(`/desk/orders/${number}`)).text);
    expect(sent).toContain('Alles Gute, liebe Ana!');
    expect(sent).not.toContain('put the packing slip');
  });

  it('is found by company, payer, VAT id and reference', async () => {
    for (const text of ['cafe zurich', 'Rui Costa', 'DE136695976', 'K-4711/2026']) {
      const found = await packer.get(`/desk/orders?q=${encodeURIComponent(text)}`);
      expect(found.text, text).toContain(number);
      expect(found.text, text).not.toContain(plain);
    }
  });

  it('is in the table of orders, in which no text is a formula, and in the list of the command line', async () => {
    const csv = (await packer.get('/desk/orders/orders.csv')).bytes.toString();
    expect(csv).toContain('Café Zürich GmbH;DE136695976;K-4711/2026;');
    expect(csv).toContain("'=HYPERLINK");
    expect(csv).toContain("'+49 Kostenstelle");
    expect(csv).not.toMatch(/[;"\n][=+@]/);
    const { stdout } = await shopHere(['orders', 'show', number], own.env);
    expect(stdout).toMatch(
      /invoice to Café Zürich GmbH, Rui Costa.*\n.*DE136695976\n.*K-4711\/2026\n.*Nachbarn abgeben. \/ Danke!/,
    );
    expect(stdout).toMatch(/present, no prices in the parcel; greeting: Alles Gute/);
    const list = JSON.parse((await shopHere(['orders', 'list', '--json'], own.env)).stdout) as object[];
    expect(list).toContainEqual(
      expect.objectContaining({ number, company: 'Café Zürich GmbH', reference: 'K-4711/2026' }),
    );
  });
});

describe('the packing slip', () => {
  it('of a present shows the greeting and no price; what only the packer may read is on a second sheet', async () => {
    await packer.post(`/desk/orders/${number}`, { act: 'note', note: 'Ring twice' });
    const { pages } = await slipOf(number);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(/Ein Geschenk für Sie Alles Gute, liebe Ana! Dein Rui/);
    expect(pages[0]).not.toMatch(/Nachbarn|Ring twice|€|Rui Costa|Zürich/);
    expect(pages[1]).toMatch(/Legen Sie dieses zweite Blatt und die Rechnung nicht in das Paket.*Nachbarn.*Ring twice/);
    expect(pages.join(), 'a refund by amount is named without its amount').not.toContain('€');
  });

  it('of another order has the buyer’s note below the goods', async () => {
    const { pages } = await slipOf(plain);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(
      /Água de Coco.*Legen Sie dieses Blatt nicht in das Paket\. Nachricht des Käufers: =HYPERLINK/,
    );
  });
});

describe('the personal data of a payer', () => {
  it('is in the customer’s export', async () => {
    const file = await ana.file(`/api/client_export/${ana.clientId}/`);
    const { orders } = JSON.parse(file.bytes.toString()) as { orders: { orderNumber: string; total: number }[] };
    expect(orders.find((order) => order.orderNumber === number)).toMatchObject({
      invoiceAddress: { company: 'Café Zürich GmbH', vat_id: 'DE136695976', city: 'Lisboa' },
      reference: 'K-4711/2026',
      note: WISHES.note,
      gift: WISHES.gift,
      total: toEuro(999),
    });
  });

  it('makes the account of a guest, not the address of the present', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin([own.line('AGUA')], { shipping: SHIPPING, ...WISHES });
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await guest.capture(begun.checkoutId);
    await guest.visitor.post(`/api/order/${orderNumber}/account/`, {
      password: 'Balcao-Aberto!7',
      confirmPassword: 'Balcao-Aberto!7',
    });
    const client = await own.ctx.db.read
      .selectFrom('clients')
      .selectAll()
      .where('email', '=', guest.email)
      .executeTakeFirstOrThrow();
    expect(client).toMatchObject({ name: 'Rui', lastname: 'Costa', city: 'Lisboa', country: 'PT' });
  });

  it('is gone with its order after the retention period', async () => {
    const now = () => new Date(`${own.ctx.now().getUTCFullYear() + 9}-01-02T10:00:00Z`);
    await endRetention({ ...own.ctx, now });
    const { checkouts, orders, invoices } = await dumpRows(own.ctx);
    expect([checkouts, orders, invoices]).toEqual([[], [], []]);
  });
});
