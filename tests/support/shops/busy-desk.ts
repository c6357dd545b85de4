import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { inviteStaff } from '#src/desk/server/staff.service.ts';
import { insertReport } from '#src/features/reviews/server/review-desk.repository.ts';
import { insertReturnLabel } from '#src/features/withdrawal/server/return-label.repository.ts';
import { orderByTransfer } from '#src/features/transfers/server/transfer-order.service.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { ADDRESS, newBuyer, type Buyer } from '../people/buyer.ts';
import { deskEditor } from '../people/desk-editor.ts';
import { setProduct } from '../people/order-rows.ts';
import { formsIn } from '../texts/html-forms.ts';
import { newDeskVisitor, newStaff, STAFF_PASSWORD, type DeskVisitor } from '../people/desk-visitor.ts';
import { until } from '../until.ts';
import { collectionData } from './collection-shop.ts';
import { siteWithFacts } from './public-site.ts';
import { IBAN } from './transfer-shop.ts';
import { addReview, withReviews } from './review-shop.ts';
import { sellingVouchers } from './voucher-shop.ts';
import { shopHere } from './shop-here.ts';
import { writeContent } from './own-content.ts';
import { payingShop, type PayingShop } from './paying-shop.ts';

/** A shop in which every section of the desk has something to do. */
export interface BusyDesk extends PayingShop {
  owner: DeskVisitor;
  buyer: Buyer;
  /**
   * An order that waits for packing, one that is packed, one that is on its way, one whose payment the buyer contests,
   * one that the buyer wants elsewhere, and one that its buyer may collect.
   */
  orders: Record<'paid' | 'packed' | 'sent' | 'contested' | 'asked' | 'ready', string>;
  /** An order that waits for its bank transfer of 9,99 €. */
  unpaid: string;
  /** The token of somebody's invitation. */
  invitation: string;
  /** The id of a published review that somebody reported; `REVIEW_TOKEN` opens its author's form. */
  review: string;
}

const HAZARDS = { 'hazard-de-DE': 'Glas.', 'hazard-pt-BR': 'Vidro.', 'hazard-en-US': 'Glass.' };
/** A recall of one lot, as the form asks before it is confirmed. */
export const RECALL = { code: 'AGUA', scope: 'lots', lots: 'L2207', ...HAZARDS };

/** What the form of a recipe sends. */
export const RECIPE = {
  ...{ published: '2026-11-29', draft: 'on', count: '4', of: 'portions', prep: '10', title_pt: 'Refresco' },
  ...{ 'amount-1': '1', 'unit-1': 'l', 'pt-1': 'água', 'de-1': 'Wasser', 'en-1': 'water', 'code-1': 'AGUA' },
  ...{ 'pt-2': 'hortelã', 'de-2': 'Minze', 'en-2': 'mint' },
};

/** What the form of a delivery sends. */
export const DELIVERY = { supplier: 'Casa Brasil', note: 'LS 2026-117', lines: 'GUARANA; 24; 1,20' };

export async function busyDesk(): Promise<BusyDesk> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-busy-'));
  const content = path.join(folder, 'content');
  mkdirSync(content);
  writeContent(content, {});
  const facts = sellingVouchers(withReviews(collectionData()));
  const site = siteWithFacts(facts.replace('returnsPaidBy: buyer', 'returnsPaidBy: shop'));
  const own = await payingShop({ ...site.env, CONTENT_DIR: content, DHL_API_BASE: 'emulator' });
  const owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  const buyer = await newBuyer(own.ctx, own.server.url);
  // First, so that the other orders are at the top of the lists.
  const unpaid = await transfer(own, owner, buyer);
  const orders = await placeOrders(own, owner, buyer);
  await offer(owner, buyer);
  await write(buyer, orders.sent);
  const review = await addReview(own.ctx, orders.sent, own.line('AGUA').productId);
  const report = { id: randomUUID(), review_id: review.id, reason: 'unlawful', text: 'Not true.', email: '' };
  const created_at = own.ctx.now().toISOString();
  await own.ctx.db.write((tx) => insertReport(tx, { ...report, locale: 'de-DE', created_at, done_at: null }));
  await edit(owner);
  // Another session of the owner, and somebody who may no longer enter.
  await newDeskVisitor(own.server.url).post('/desk/sign-in', { email: 'ana@example.org', password: STAFF_PASSWORD });
  await newStaff(own.ctx, own.server.url, 'eva@example.org', 'editor');
  await shopHere(['staff', 'disable', 'eva@example.org'], own.env);
  await failToSend(own);
  await backUp(owner);
  await owner.post('/desk/stock/deliveries/new', { ...DELIVERY, act: 'book' });
  await owner.post('/desk/products/codes/new', { code: 'NATAL', kind: 'percent', value: '10', scope: 'all' });
  await owner.post('/desk/texts/recipes/new', RECIPE);
  await issueVouchers(owner);
  await buyVoucher(own, buyer);
  await sellUntilDate(own, owner);
  // A stock that nobody recorded.
  await setProduct(own.ctx, 'MATE', { quantity_available: 90 });
  const invited = await inviteStaff(own.ctx, {
    email: 'rui@example.org',
    name: 'Rui',
    role: 'packer',
    locale: 'en-US',
  });
  if (!invited.ok) throw new Error(invited.error.kind);
  return {
    ...own,
    owner,
    buyer,
    orders,
    unpaid,
    invitation: invited.value,
    review: review.id,
    async dispose() {
      await own.dispose();
      site.dispose();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A voucher that waits for its day, and a locked one. */
async function issueVouchers(owner: DeskVisitor): Promise<void> {
  const form = { value: '25', origin: 'counter', email: 'bia@example.org', current: STAFF_PASSWORD };
  await owner.post('/desk/money/vouchers/new', { ...form, sendOn: addDays(germanDay(new Date().toISOString()), 9) });
  const { location } = await owner.post('/desk/money/vouchers/new', { ...form, email: '', recipient: 'Bia' });
  const locked = await owner.post(location.replace(/\?.*/, ''), { act: 'lock', reason: 'Lost' });
  if (locked.status !== 303) throw new Error(`No voucher was locked: ${locked.text}`);
}

/** A voucher from the shop's page. */
async function buyVoucher(own: PayingShop, buyer: Buyer): Promise<void> {
  const giftVoucher = { value: 25, from: 'Ana Müller' };
  const begun = await buyer.begin([], { giftVoucher, expectedTotal: 25, shipping: undefined });
  await own.paypal.approve(begun.paypalOrderId);
  await buyer.capture(begun.checkoutId);
}

/** Two lots with a date, and a variant that sells units of the first one. */
async function sellUntilDate(own: PayingShop, owner: DeskVisitor): Promise<void> {
  const lines = 'GUARANA; 5; 1,00; L1; 2090-01-31\nGUARANA; 5; 1,00; L2; 2090-02-28';
  await owner.post('/desk/stock/deliveries/new', { ...DELIVERY, note: 'LS 3', lines, act: 'book' });
  const lot = await own.ctx.db.read.selectFrom('lots').select('id').where('lot', '=', 'L1').executeTakeFirstOrThrow();
  const offered = await owner.post(`/desk/stock/lots/${lot.id}`, { units: '2', percent: '50', seen: '5' });
  if (offered.status !== 303) throw new Error(`Units were not offered: ${offered.text}`);
}

async function placeOrders(own: PayingShop, owner: DeskVisitor, buyer: Buyer): Promise<BusyDesk['orders']> {
  async function buy(more: object = {}) {
    const begun = await buyer.begin([own.line('AGUA', 2)], more);
    await own.paypal.approve(begun.paypalOrderId);
    return { ...begun, number: (await buyer.capture(begun.checkoutId)).orderNumber };
  }
  const [paid, packed, sent, contested, asked] = [await buy(), await buy(), await buy(), await buy(), await buy()];
  const ready = await buy({ deliveryMethod: 'collection', shipping: undefined, expectedTotal: 9.98 });
  await buyer.post(`/api/order/${asked.number}/address-change/`, { shipping: { ...ADDRESS, number: '99' } });
  for (const { number } of [packed, sent, ready])
    await owner.post(`/desk/packing/${number}`, { act: 'pack', 'lot-AGUA': 'L2207' });
  await owner.post(`/desk/orders/${sent.number}`, { act: 'handOver', carrier: 'dhl', tracking: '0034 0434 1610 9401' });
  await comeBack(own, sent.number);
  await own.webhook(contested.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
  await own.webhook(sent.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
  return {
    paid: paid.number,
    packed: packed.number,
    sent: sent.number,
    contested: contested.number,
    asked: asked.number,
    ready: ready.number,
  };
}

/** The carrier says that the order's parcel comes back, and that goods have come back without a withdrawal. */
async function comeBack({ ctx }: PayingShop, orderNumber: string): Promise<void> {
  const now = ctx.now().toISOString();
  const { id } = (await findOrderByNumber(ctx.db.read, orderNumber))!;
  await ctx.db.write(async (tx) => {
    await insertReturnLabel(tx, {
      ...{ reference: 'back-1', order_id: id, withdrawal_id: null, round: 1, state: 'made', asked_by: 'buyer' },
      ...{ tracking_number: '00340434161094015902', pdf: null, qr: null, problems: null },
      ...{
        event_at: now,
        event: 'Zugestellt',
        sent_at: now,
        arrived_at: now,
        tries: 0,
        check_at: null,
        created_at: now,
      },
    });
    await tx
      .insertInto('parcel_tracks')
      .values({
        order_id: id,
        number: 1,
        tracking_number: '0034043416109401',
        state: 'returned',
        event_at: now,
        event: 'Rücksendung',
        trouble: 'returned',
        trouble_at: now,
        settled_at: null,
        tries: 0,
        check_at: null,
        created_at: now,
      })
      .execute();
  });
}

/** An order by phone. */
async function offer(owner: DeskVisitor, buyer: Buyer): Promise<void> {
  const form = { act: 'create', 'product-0': 'AGUA', 'units-0': '1', days: '2', language: 'de-DE' };
  const { country: _, ...address } = ADDRESS;
  const { status } = await owner.post('/desk/offers/new', { ...form, email: buyer.email, ...address });
  if (status !== 303) throw new Error(`The desk answered ${status} to an order by phone`);
}

/** An order that waits for its bank transfer, and refunds that the owner has to transfer: in a file, and alone. */
async function transfer(own: PayingShop, owner: DeskVisitor, buyer: Buyer): Promise<string> {
  const payment = { ...own.ctx.shop.payment, iban: IBAN, holder: 'Laden GmbH' };
  const place = async () => {
    const placed = await orderByTransfer(
      { ...own.ctx, shop: { ...own.ctx.shop, payment } },
      {
        buyer: { clientId: buyer.clientId },
        locale: 'de-DE',
        network: '',
        input: {
          requestId: randomUUID(),
          lines: [own.line('AGUA')],
          shipping: { ...ADDRESS, country: 'DE' },
          expectedTotal: 9.99,
        },
      },
    );
    if (!placed.ok) throw new Error(`No order by transfer: ${placed.error.kind}`);
    return placed.value.orderNumber;
  };
  const paid = await place();
  await owner.post('/desk/money/transfers', { act: 'transferArrived', order: paid });
  const refund = (number: string, euros = 1) =>
    owner.post(`/desk/orders/${number}/refund`, { what: 'amount', amount: `${euros},00`, confirmed: `${euros}00` });
  await refund(paid);
  const { html } = await owner.get('/desk/money/transfers');
  const [, id = ''] = /name="refund" value="([^"]+)"/.exec(html) ?? [];
  await owner.post('/desk/money/transfers', { act: 'refundAccount', refund: id, iban: IBAN });
  await owner.post('/desk/money/transfers', { act: 'fileMake' });
  await refund(paid, 2);
  const other = await place();
  await owner.post('/desk/money/transfers', { act: 'transferArrived', order: other });
  await refund(other);
  return place();
}

/** What a customer writes to the shop. */
async function write(buyer: Buyer, orderNumber: string): Promise<void> {
  const letter = { name: 'Ana Müller', email: buyer.email, languageLocale: 'de-DE' };
  await buyer.post('/api/contact/', { ...letter, subject: 'informacoes', message: 'Wann?' });
  await buyer.post('/api/withdrawal/', { ...letter, orderNumber, part: '' });
}

/** Mails that the shop gave up. */
async function failToSend({ ctx }: PayingShop): Promise<void> {
  const failed = { due_at: null, given_up_at: ctx.now().toISOString(), attempts: 9, last_error: '550 no such user' };
  // At once, so that the shop's server does not send them in between. Two, so that one button sends all again.
  await ctx.db.write(async (tx) => {
    for (const id of ['given-up', 'given-up-too']) {
      const to = 'bob@example.org';
      await enqueueMail(ctx, tx, { id, kind: 'probe', locale: 'de-DE', to, subject: 'Frage', parts: [] });
      await tx.updateTable('outbox').set(failed).where('id', '=', id).execute();
    }
  });
}

/** A backup that can be downloaded, and none that runs, so that another one can be begun. */
async function backUp(owner: DeskVisitor): Promise<void> {
  await owner.post('/desk/shop', { act: 'backup' });
  const acts = async () => formsIn((await owner.get('/desk/shop')).html).map(({ fields }) => fields.act);
  await until('a finished backup', async () => {
    const offered = await acts();
    return offered.includes('download') && offered.includes('backup');
  });
}

/** Two publications, changes that wait, one of them for a later day, and a recall. */
async function edit(owner: DeskVisitor): Promise<void> {
  const editor = deskEditor(owner);
  for (const price of ['4.50', '4.80']) {
    await editor.save('AGUA', { real_price: price });
    await editor.publishAll();
  }
  await editor.save('MATE', { real_price: '3.40' });
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
  await owner.post('/desk/publish', { act: 'plan', at, chosen: await editor.waiting() });
  await editor.save('GUARANA', { real_price: '1.55' });
  const product = '/desk/products/AGUA';
  const photos = new FormData();
  for (const background of ['#cc8844', '#3377aa']) {
    const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
      .jpeg()
      .toBuffer();
    photos.append('photos', new File([new Uint8Array(bytes)], 'can.jpg', { type: 'image/jpeg' }));
  }
  for (const [name, value] of Object.entries({ act: 'save', base: await editor.baseOf(product), pictures: '' }))
    photos.append(name, value);
  await owner.post(product, photos);
  const page = '/desk/products/recalls/new';
  const asked = formsIn((await owner.post(page, RECALL)).html).find(({ fields }) => 'confirmed' in fields);
  await owner.post(page, { ...asked?.fields, current: STAFF_PASSWORD });
}
