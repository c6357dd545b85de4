import type { Recorded } from '#src/emulator/emulator.ts';
import type { Context } from '#src/server/context.ts';
import type { Cells } from '../catalogue/catalogue.ts';
import { idsOf } from '../people/order-rows.ts';
import { startEmulator, type RunningEmulator } from '../outside/emulator.ts';
import type { RunningShop } from './server.ts';
import { stockedShop, type StockedShop } from './stocked-shop.ts';
import { until } from '../until.ts';

/** The products of its buyers: 7 % and 19 % VAT, with and without deposit, one for adults. */
const DRINKS: Cells[] = [
  { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99', quantity_available: 100 },
  {
    cod_catalog: 'GUARANA',
    product_name: 'Guaraná',
    real_price: '1.49',
    deposit: '0.25',
    vat_rate: 19,
    quantity_available: 100,
  },
  { cod_catalog: 'MATE', product_name: 'Mate Tostado', real_price: '3.33', discount: 50, quantity_available: 100 },
  {
    cod_catalog: 'CACHACA',
    product_name: 'Cachaça',
    real_price: '19.90',
    vat_rate: 19,
    age_limit: 18,
    alcohol_percent: 40,
  },
];

export type Code = 'AGUA' | 'GUARANA' | 'MATE' | 'CACHACA';

export interface PayingShop extends StockedShop {
  paypal: RunningEmulator;
  server: RunningShop;
  /** Sends an event to the shop like PayPal does, and waits until the shop has processed it. */
  webhook: (
    order: string,
    event: string,
    more?: { cents?: number; times?: number; reason?: string; outcome?: string },
  ) => Promise<{ id: string; statuses: number[] }>;
  /** Sends an event that the emulator has signed before, and waits in the same way. */
  resend: (id: string, times?: number) => Promise<void>;
  /** A line of a cart. */
  line: (code: Code, quantity?: number) => { productId: number; quantity: number };
  /** The address of the shop's webhook. */
  webhookUrl: string;
}

/**
 * A running shop with drinks in stock and its own PayPal emulator. Each buyer has another network address. `record`
 * sees all calls of the shop and all events.
 */
export async function payingShop(
  env: Record<string, string> = {},
  rows = DRINKS,
  record?: (recorded: Recorded) => void,
): Promise<PayingShop> {
  const paypal = await startEmulator(record);
  const own = await stockedShop(rows, {}, { PAYPAL_API_BASE: paypal.url, TRUST_PROXY: '1', ...env });
  const server = await own.serve();
  const webhookUrl = `${server.url}/api/paypal/webhook/`;
  const ids = await idsOf(own.ctx);
  return {
    ...own,
    paypal,
    server,
    webhookUrl,
    line: (code, quantity = 1) => ({ productId: ids[code] ?? 0, quantity }),
    async webhook(order, event, more = {}) {
      const sent = await paypal.deliver({ order, event, to: webhookUrl, ...more });
      await actedOn(own.ctx, sent.id);
      return sent;
    },
    async resend(id, times = 1) {
      await paypal.deliver({ id, times, to: webhookUrl });
      await actedOn(own.ctx, id);
    },
    async dispose() {
      await own.dispose();
      await paypal.stop();
    },
  };
}

/** Waits until the shop has processed or postponed an event. */
async function actedOn({ db, now }: Context, id: string): Promise<void> {
  const soon = () => new Date(now().getTime() + 90_000).toISOString();
  const acted = () =>
    db.read
      .selectFrom('paypal_events')
      .select(['received_at', 'check_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      // An unprocessed event is due when it arrives. While a process works on it, it is due in three minutes.
      .then(({ received_at, check_at }) => check_at === null || (check_at > received_at && check_at < soon()));
  await until(`event ${id} acted on`, acted);
}
