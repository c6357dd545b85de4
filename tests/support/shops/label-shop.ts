import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { makeLabels } from '#src/features/shipping/server/label.service.ts';
import {
  findOrderByNumber,
  findOrdersByNumber,
  type StoredOrder,
} from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { startDhl, type RunningDhl } from '../outside/dhl.ts';
import type { DeskVisitor } from '../people/desk-visitor.ts';
import { deskShop, type DeskShop } from './desk-shop.ts';

/** A shop whose packer makes DHL labels. */
export interface LabelShop {
  dhl: RunningDhl;
  own: DeskShop;
  /** The shop with little patience. */
  ctx: Context;
  /** The number of a packed order. `changes`: of its address. */
  packed: (changes?: object, cart?: Parameters<DeskShop['buy']>[0], buyer?: Purchaser) => Promise<string>;
  /** An act on several orders. */
  bulk: (act: string, order: string[]) => ReturnType<DeskVisitor['post']>;
  /** Makes the label of an order's first parcel: `made`, or why not. */
  make: (number: string) => Promise<string>;
  /** The first parcels of orders. */
  chosenOf: (numbers: string[]) => Promise<{ order: StoredOrder; parcel: number }[]>;
  shipmentsOf: (number: string) => Promise<Awaited<ReturnType<RunningDhl['shipments']>>>;
  labelsOf: (number: string) => Promise<{ reference: string; state: string; tracking_number: string | null }[]>;
  /** The shop with other lines under `dhl` in its shop.yaml. */
  dhlSettings: (lines: string) => Context;
  dispose: () => Promise<void>;
}

export type Purchaser = Parameters<DeskShop['buy']>[2];

export const address = (changes: object) => ({
  shipping: {
    ...{ name: 'Ana Lima', address: 'Torstraße', number: '1', additional_address: '' },
    ...{ postal_code: '10119', city: 'Berlin', country: 'DE', ...changes },
  },
});

export const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;

export async function labelShop(): Promise<LabelShop> {
  const dhl = await startDhl();
  const own = await deskShop(dhl.env);
  const config = { ...own.ctx.config, dhl: { ...own.ctx.config.dhl!, timeoutMs: 400 } };
  const ctx = Object.create(own.ctx, { config: { value: config } }) as Context;
  return {
    dhl,
    own,
    ctx,
    async packed(changes = {}, cart = { AGUA: 1 }, buyer) {
      const number = await own.buy(cart, address(changes), buyer);
      await own.packer.post(`/desk/packing/${number}`, { act: 'pack', parcel: '1' });
      return number;
    },
    bulk: (act, order) => own.packer.post('/desk/orders/bulk', { act, order, confirmed: 'yes' }),
    async make(number) {
      const order = await findOrderByNumber(ctx.db.read, number);
      const [made] = await makeLabels(ctx, [{ order: order!, parcel: 1 }], 'de-DE');
      return made!.ok ? 'made' : made!.error.kind;
    },
    chosenOf: async (numbers) =>
      (await findOrdersByNumber(ctx.db.read, numbers)).map((order) => ({ order, parcel: 1 })),
    shipmentsOf: async (number) => (await dhl.shipments()).filter(({ reference }) => reference.startsWith(number)),
    labelsOf: (number) =>
      own.ctx.db.read
        .selectFrom('parcel_labels')
        .select(['reference', 'state', 'tracking_number'])
        .where('reference', 'like', `${number}%`)
        .orderBy('round')
        .execute(),
    dhlSettings(lines) {
      const contentDir = mkdtempSync(path.join(own.env.DATA_DIR!, 'content-'));
      const text = readFileSync('src/content/shop.yaml', 'utf8').replace(/^dhl:\n(?:[ #].*\n)+/m, `dhl:\n${lines}\n`);
      writeFileSync(path.join(contentDir, 'shop.yaml'), text);
      return Object.create(ctx, { config: { value: { ...ctx.config, contentDir } } }) as Context;
    },
    async dispose() {
      await own.dispose();
      await dhl.stop();
    },
  };
}
