import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mergeCarts, type CartUnits } from '#src/features/account-cart/merge-carts.ts';
import { deleteCarts } from '#src/features/privacy/server/retention.service.ts';
import { newBuyer, type Buyer, type Refused } from '../../support/people/buyer.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const PATH = '/api/account_cart/';
const DAY_MS = 24 * 3600_000;

const own = forFile(() => payingShop());
let ana: Buyer;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

interface Answer {
  version: number;
  lines: CartUnits[];
  leftOut?: number;
  leftOutLines?: { productId: number }[];
}

/** A browser of this customer, as `follow-cart.ts` behaves. */
function device(buyer: Buyer) {
  let lines: CartUnits[] = [];
  let base: CartUnits[] | undefined;
  let sent: { id: string; lines: CartUnits[] }[] = [];
  const begin = () => {
    const call = { id: randomUUID(), lines, ...(base && { base }), sent };
    sent = [{ id: call.id, lines }, ...sent].slice(0, 3);
    return call;
  };
  const has = () => Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));
  return {
    has,
    put: (productId: number, quantity: number) => {
      lines = lines.filter((line) => line.productId !== productId);
      if (quantity) lines = [...lines, { productId, quantity }];
    },
    /** Sends the cart, and takes the answer. */
    sync: async () => {
      const { lines: mine, ...call } = begin();
      const { status, body } = await buyer.post<Answer>(PATH, { ...call, lines: mine });
      expect(status).toBe(200);
      base = body.lines.map(({ productId, quantity }) => ({ productId, quantity }));
      sent = [];
      lines = mergeCarts(mine, lines, base).lines;
      return has();
    },
    /** Sends the cart as a page does that is left before the answer arrives. */
    sendOnly: async () => void (await buyer.post(PATH, begin())),
    /** Notes a call that never reached the shop. */
    lose: () => void begin(),
  };
}

const storedCart = (buyer: Buyer) =>
  own.ctx.db.read.selectFrom('account_carts').selectAll().where('client_id', '=', buyer.clientId).executeTakeFirst();

describe('the cart of an account', () => {
  it('follows to another device, and merges what both had without doubling it', async () => {
    const [phone, laptop] = [device(ana), device(ana)];
    phone.put(1, 2);
    phone.put(2, 1);
    await phone.sync();
    laptop.put(1, 1);
    laptop.put(3, 4);
    expect(await laptop.sync()).toEqual({ 1: 2, 2: 1, 3: 4 });
    expect(await phone.sync()).toEqual({ 1: 2, 2: 1, 3: 4 });
  });

  it('does not revive what a device removed, also when both change it at once', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const [phone, laptop] = [device(buyer), device(buyer)];
    for (const [id, quantity] of [
      [1, 2],
      [2, 2],
      [3, 2],
    ] as const)
      phone.put(id, quantity);
    await phone.sync();
    await laptop.sync();
    phone.put(1, 0);
    laptop.put(2, 0);
    laptop.put(4, 1);
    await Promise.all([phone.sync(), laptop.sync()]);
    expect([await phone.sync(), await laptop.sync()]).toEqual([
      { 3: 2, 4: 1 },
      { 3: 2, 4: 1 },
    ]);
  });

  it('does not revive what another device removed after a call whose answer was lost', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const [phone, laptop] = [device(buyer), device(buyer)];
    await phone.sync();
    phone.put(1, 1);
    await phone.sendOnly();
    phone.put(2, 1);
    phone.lose();
    expect(await laptop.sync()).toEqual({ 1: 1 });
    laptop.put(1, 0);
    await laptop.sync();
    expect(await phone.sync()).toEqual({ 2: 1 });
    expect(await laptop.sync()).toEqual({ 2: 1 });
  });

  it('grows its version with each change, and writes nothing when nothing changed', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const phone = device(buyer);
    phone.put(1, 1);
    await phone.sync();
    const first = await storedCart(buyer);
    await phone.sync();
    expect(await storedCart(buyer)).toEqual(first);
    phone.put(1, 2);
    await phone.sync();
    expect((await storedCart(buyer))!.version).toBe(first!.version + 1);
  });

  it('keeps every product when ten devices sign in at once', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const devices = Array.from({ length: 10 }, (_, at) => {
      const one = device(buyer);
      one.put(at + 1, 1);
      return one;
    });
    await Promise.all(devices.map((one) => one.sync()));
    const all = Object.fromEntries(devices.map((_, at) => [at + 1, 1]));
    expect(await devices[0]!.sync()).toEqual(all);
  });

  it('has room for 100 products, and names what it left out', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const call = (from: number, count: number) => ({
      id: randomUUID(),
      lines: Array.from({ length: count }, (_, at) => ({ productId: from + at, quantity: 1, price: 1.5 })),
    });
    await buyer.post(PATH, call(1, 100));
    const { body } = await buyer.post<Answer>(PATH, call(50, 60));
    expect([body.lines.length, body.leftOut]).toEqual([100, 9]);
    expect(body.leftOutLines?.map(({ productId }) => productId)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49]);
    expect(body.lines[0]).toEqual({ productId: 50, quantity: 1, price: 1.5 });
    expect((await buyer.post(PATH, call(1, 101))).status).toBe(400);
  });

  it.each([
    [{ lines: [] }],
    [{ id: 'x', lines: [] }],
    [{ id: randomUUID(), lines: [{ productId: 1, quantity: 11 }] }],
    [{ id: randomUUID(), lines: [{ productId: 2 ** 31, quantity: 1 }] }],
    [{ id: randomUUID(), lines: [], base: 'none' }],
    [{ id: randomUUID(), lines: [], sent: Array.from({ length: 4 }, () => ({ id: randomUUID(), lines: [] })) }],
  ])('refuses a call that no browser of the shop sends: %j', async (body) => {
    const before = await storedCart(ana);
    const { status, body: answer } = await ana.post<Refused>(PATH, body);
    expect([status, answer.code]).toEqual([400, 'invalid_input']);
    expect(await storedCart(ana)).toEqual(before);
  });

  it('is answered to nobody without a login', async () => {
    const { status } = await newVisitor(own.server.url).post(PATH, { id: randomUUID(), lines: [] });
    expect(status).toBe(401);
  });
});

describe('an order', () => {
  it('takes its units out of the account’s cart, and so out of the carts of all devices', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const [phone, laptop] = [device(buyer), device(buyer)];
    const bought = own.line('AGUA', 2);
    phone.put(bought.productId, 3);
    phone.put(999, 1);
    await phone.sync();
    await laptop.sync();
    const begun = await buyer.begin([bought]);
    await own.paypal.approve(begun.paypalOrderId);
    await buyer.capture(begun.checkoutId);
    // The browser that ordered removes the units itself, too.
    phone.put(bought.productId, 1);
    expect(await phone.sync()).toEqual({ [bought.productId]: 1, 999: 1 });
    expect(await laptop.sync()).toEqual({ [bought.productId]: 1, 999: 1 });
  });
});

describe('the data of the account', () => {
  it('contains the cart, and loses it with the account or after 180 days without a change', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const phone = device(buyer);
    const { productId } = own.line('AGUA');
    phone.put(productId, 2);
    await phone.sync();
    const { body } = await buyer.get<{ cart: object }>(`/api/client_export/${buyer.clientId}/`);
    expect(body.cart).toEqual({
      changed: expect.any(String),
      items: [{ productId, productName: 'Água de Coco', quantity: 2 }],
    });

    const later = (days: number) => ({ now: () => new Date(own.ctx.now().getTime() + days * DAY_MS) });
    await own.ctx.db.write((tx) => deleteCarts(later(179), tx));
    expect(await storedCart(buyer)).toBeDefined();
    await own.ctx.db.write((tx) => deleteCarts(later(181), tx));
    expect(await storedCart(buyer)).toBeUndefined();
    const logged = await own.ctx.db.read.selectFrom('deletions').select('what').execute();
    expect(logged).toContainEqual({ what: 'carts' });

    // The device still has it, and gives it back.
    expect(await phone.sync()).toEqual({ [productId]: 2 });
    await own.ctx.db.write((tx) => tx.deleteFrom('clients').where('id', '=', buyer.clientId).execute());
    expect(await storedCart(buyer)).toBeUndefined();
  });
});
