import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { bookingsCsv } from '#src/features/invoices/accounting.ts';
import { bookingsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { translator } from '#src/i18n/translate.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { invoicePath } from '#src/shared/paths.ts';
import { allSent, lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newBuyer, type Begun } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { wordsOf } from '../../support/texts/html.ts';

const own = forFile(() => voucherShop());
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

async function buy(locale: Locale) {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { body: begun } = await buyer.post<Begun>('/api/checkout/', {
    ...{ requestId: randomUUID(), lines: [], expectedTotal: 25, languageLocale: locale },
    giftVoucher: { value: 25, from: 'Ana Müller' },
  });
  await own.paypal.approve(begun.paypalOrderId);
  return { buyer, number: (await buyer.capture(begun.checkoutId)).orderNumber };
}
const documentsOf = (number: string) =>
  own.ctx.db.read
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.number', 'i.kind'])
    .where('o.order_number', '=', number)
    .orderBy('i.issued_at')
    .execute();

/** Words that a receipt must not contain: selling a voucher is not a supply, and a voucher has no product code. */
const INVOICE = /Rechnung|[Ii]nvoice|[Ff]atura|GIFT-VOUCHER/;

it.each(LOCALE_CODES)(
  'the papers of a sold gift voucher are called what they are, on the page, in the mails and in the files (%s)',
  async (locale) => {
    const t = translator(locale);
    const { buyer, number } = await buy(locale);
    const [receipt] = await documentsOf(number);
    const title = t('invoice:receipt.invoice');
    await allSent(own.ctx);
    const confirmation = (await mailsTo(own.ctx, buyer.email)).find(({ kind }) => kind === 'order_confirmation')!;
    expect(flat(confirmation.text)).toContain(t('invoice:receipt.attached'));
    expect(confirmation.text).not.toContain('GIFT-VOUCHER');
    const page = wordsOf(await buyer.text(`${LOCALES[locale].prefix}/order/${number}`));
    expect(page).toContain(`${title} ${receipt!.number}`);
    const file = async (named: string) =>
      flat((await readPdf((await buyer.file(invoicePath(number, named))).bytes)).text);
    expect(await file(receipt!.number)).toContain(`${title}`);
    const preview = (await owner.get(`/desk/orders/${number}/refund?what=all`)).text;
    expect(preview).toContain('Remains paid');
    expect(preview).not.toContain('VAT');
    await shopHere(['orders', 'refund', number, '--yes', '--again'], own.env);
    const [, correction] = await documentsOf(number);
    const mail = (await lastMailTo(own.ctx, buyer.email)).text!;
    expect(flat(mail)).toContain(t('invoice:receipt.attachedCredit'));
    expect(flat(mail)).toContain(t('giftVoucher:mail.reduced'));
    expect(mail).not.toMatch(INVOICE);
    const after = wordsOf(await buyer.text(`${LOCALES[locale].prefix}/order/${number}`));
    expect(after).toContain(`${t('invoice:receipt.credit_note')} ${correction!.number}`);
    expect(after).not.toMatch(INVOICE);
    for (const named of [receipt!.number, correction!.number]) expect(await file(named)).not.toMatch(INVOICE);
    const desk = (await owner.get(`/desk/orders/${number}`)).text;
    expect(flat(desk)).toContain(`Receipt for a gift voucher ${receipt!.number}`);
    expect(flat(desk)).toContain(`Receipt correction ${correction!.number}`);
    const finances = flat((await owner.get('/desk/money')).text);
    expect(finances).toContain(`${receipt!.number} Receipt for a gift voucher`);
    expect(finances).toContain(`${correction!.number} Receipt correction`);
    const { stdout } = await shopHere(['orders', 'show', number], own.env);
    expect(stdout).toContain(`1 × ${t('giftVoucher:line')}`);
    for (const shown of [desk, stdout]) expect(shown).not.toContain('GIFT-VOUCHER');
  },
);

it('the monthly table calls the document of a sold gift voucher a receipt', async () => {
  const { number } = await buy('de-DE');
  const today = germanDay(own.ctx.now().toISOString());
  const bookings = await bookingsOfMonth(own.ctx, { from: `${today.slice(0, 7)}-01`, to: today });
  const rows = bookingsCsv(bookings, [])
    .split('\n')
    .filter((row) => row.includes(number));
  expect(rows).toEqual([expect.stringContaining('Beleg über einen Gutschein')]);
});

it('goods that are to travel with the order of a gift voucher are refused, because it has no parcel', async () => {
  const { number } = await buy('de-DE');
  const page = await owner.get(`/desk/offers/new?with=${number}`);
  expect(page.text).toContain('there is no parcel that could take goods along');
  expect(page.html).not.toContain('value="create"');
  expect((await owner.get(`/desk/orders/${number}`)).html).not.toContain(`with=${number}`);
  const { code, stderr } = await shopHere(['orders', 'create', '--line', 'AGUA=1', '--ships-with', number], own.env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('it has no parcel that could take goods along')]);
});
