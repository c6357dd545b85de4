import { z } from 'zod';
import type { Context } from '#src/server/context.ts';
import { isDhlItself, type DhlConfig } from '#src/settings/environment/dhl-config.ts';
import { isPlaceholder, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Carrier, LabelAnswer, LabelField, LabelProblem, LabelRequest } from '#src/features/shipping/carrier.ts';
import { consigneeOf, shipperOf } from './consignee.ts';
import { returnLabelMaker } from './returns.ts';
import { trackAtDhl } from './tracking.ts';
import { callDhl } from './transport.ts';

const SHIPPING = '/parcel/de/shipping/v2';
/** DHL takes so many shipments in one call. */
const MOST = 30;
/** DHL's name for users without groups. */
const PROFILE = 'STANDARD_GRUPPENPROFIL';
const HEAVIEST_G = 31_500;
/** A label printer's paper of 103 × 150 mm, and a sheet of A4. */
const PAPERS = { A6: '910-300-400', A4: 'A4' } as const;
/** For trying out the shop with an emulator before the owner has entered a company. */
const MADE_UP = { name: 'Vitrine', street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin' };

const itemSchema = z.object({
  shipmentNo: z.string().max(50).optional(),
  sstatus: z.object({ status: z.int().optional(), statusCode: z.int().optional(), title: z.string().optional() }),
  label: z.object({ b64: z.base64().optional() }).optional(),
  validationMessages: z
    .array(
      z.object({
        property: z.string().optional(),
        validationMessage: z.string().optional(),
        validationState: z.string().optional(),
      }),
    )
    .optional(),
});
const answerSchema = z.object({ items: z.array(itemSchema).optional() });
type Item = z.output<typeof itemSchema>;

const FIELDS: [RegExp, LabelField][] = [
  [/shipper/i, 'sender'],
  [/billing|profile|product/i, 'account'],
  [/locker|retail|postNumber/i, 'parcel_point'],
  [/postalCode/i, 'postal_code'],
  [/house/i, 'house_number'],
  [/street/i, 'street'],
  [/city/i, 'city'],
  [/name[23]/i, 'addition'],
  [/name/i, 'name'],
  [/weight|dim/i, 'weight'],
];
const MOST_WORDS = 300;

function problemsOf({ sstatus, validationMessages = [] }: Item): LabelProblem[] {
  const errors = validationMessages.filter(({ validationState }) => !/warn/i.test(validationState ?? ''));
  if (errors.length === 0) return [{ field: 'other', words: (sstatus.title ?? '').slice(0, MOST_WORDS) }];
  return errors.map(({ property = '', validationMessage = '' }) => ({
    field: FIELDS.find(([pattern]) => pattern.test(property))?.[1] ?? 'other',
    words: validationMessage.slice(0, MOST_WORDS),
  }));
}

const statusOf = ({ sstatus: { status, statusCode } }: Item): number => status ?? statusCode ?? 0;

/** Bills a small parcel up to the owner's limit, and every other one as a parcel. */
function productFor(
  { grams, isWeighed }: LabelRequest,
  { billingNumbers }: DhlConfig,
  { smallUpTo = 0 }: ShopData['dhl'],
): { product: string; billingNumber: string } | undefined {
  const numberOf = (kind: string) => billingNumbers.find((number) => number.slice(10, 12) === kind);
  const small = isWeighed && grams <= smallUpTo ? numberOf('62') : undefined;
  if (small) return { product: 'V62KP', billingNumber: small };
  const parcel = numberOf('01');
  return parcel ? { product: 'V01PAK', billingNumber: parcel } : undefined;
}

/** DHL by "Parcel DE Shipping" 2.2. */
export function dhlCarrier(ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>, config: DhlConfig): Carrier {
  const shop = savedShop(ctx);
  const isMadeUp = !isDhlItself(config) && isPlaceholder(shop.company.street);

  function shipmentOf(request: LabelRequest): { shipment: object } | { problems: LabelProblem[] } {
    const consignee = consigneeOf(request.address);
    const shipper = shipperOf(isMadeUp ? MADE_UP : shop.company);
    const billed = productFor(request, config, shop.dhl);
    const problems = [
      ...(consignee.ok ? [] : consignee.error),
      ...(shipper.ok ? [] : shipper.error),
      ...(billed ? [] : [{ field: 'account' as const }]),
      ...(request.grams > HEAVIEST_G ? [{ field: 'weight' as const, most: HEAVIEST_G }] : []),
    ];
    if (!consignee.ok || !shipper.ok || problems.length > 0) return { problems };
    return {
      shipment: {
        ...billed,
        refNo: request.reference,
        shipDate: germanDay(ctx.now().toISOString()),
        shipper: shipper.value,
        consignee: consignee.value,
        details: { weight: { uom: 'g', value: request.grams } },
      },
    };
  }

  /** Calls DHL for those shipments that fit its fields; one that does not must not keep the others from being made. */
  async function ask(requests: LabelRequest[], locale: string): Promise<LabelAnswer[]> {
    const written = requests.map(shipmentOf);
    const shipments = written.flatMap((one) => ('shipment' in one ? [one.shipment] : []));
    const answers = shipments.length > 0 ? await create(shipments, locale) : [];
    return written.map((one) => ('shipment' in one ? answers.shift()! : { kind: 'refused', problems: one.problems }));
  }

  async function create(shipments: object[], locale: string): Promise<LabelAnswer[]> {
    const query = new URLSearchParams({
      mustEncode: 'true',
      includeDocs: 'include',
      docFormat: 'PDF',
      printFormat: PAPERS[shop.dhl.paper],
    });
    const answer = await callDhl(ctx, config, {
      method: 'POST',
      path: `${SHIPPING}/orders?${query}`,
      locale,
      body: { profile: PROFILE, shipments },
    });
    const all = (one: LabelAnswer) => shipments.map(() => one);
    if (answer.kind !== 'answer') return all({ kind: answer.kind });
    const { status, body } = answer;
    if (status === 401 || status === 403) return all({ kind: 'refused', problems: [{ field: 'account' }] });
    const parsed = answerSchema.safeParse(body);
    const items = parsed.data?.items ?? [];
    if (status !== 200 && status !== 207 && status !== 400) return all({ kind: 'not_now' });
    if (items.length !== shipments.length) {
      ctx.log.warn({ status, items: items.length, shipments: shipments.length }, 'DHL answered unexpectedly');
      return all(status === 400 ? { kind: 'refused', problems: [{ field: 'other' }] } : { kind: 'lost' });
    }
    // DHL makes nothing of a request in which one shipment breaks its form. The others are sent again without it.
    const isGood = items.map((item) => status === 400 && statusOf(item) === 200);
    const good = shipments.filter((_, index) => isGood[index]);
    const again = good.length > 0 && good.length < shipments.length ? await create(good, locale) : [];
    return items.map((item, index): LabelAnswer => {
      if (isGood[index]) return again.shift() ?? { kind: 'not_now' };
      if (status === 400 || statusOf(item) !== 200) return { kind: 'refused', problems: problemsOf(item) };
      const { shipmentNo, label } = item;
      return shipmentNo && label?.b64
        ? { kind: 'made', trackingNumber: shipmentNo, pdf: label.b64 }
        : { kind: 'lost', ...(shipmentNo && { trackingNumber: shipmentNo }) };
    });
  }

  return {
    name: 'dhl',
    async makeLabels(requests, locale) {
      const answers: LabelAnswer[] = [];
      for (let at = 0; at < requests.length; at += MOST)
        answers.push(...(await ask(requests.slice(at, at + MOST), locale)));
      return answers;
    },
    makeReturnLabel: returnLabelMaker(ctx, config),
    track: (trackingNumber) => trackAtDhl(ctx, config, trackingNumber),
    async cancelLabel(trackingNumber) {
      const query = new URLSearchParams({ profile: PROFILE, shipment: trackingNumber });
      const answer = await callDhl(ctx, config, { method: 'DELETE', path: `${SHIPPING}/orders?${query}` });
      if (answer.kind !== 'answer') return 'not_now';
      const [item] = answerSchema.safeParse(answer.body).data?.items ?? [];
      // An answer that names no shipment says nothing about this one.
      if (!item && answer.status < 400) return 'not_now';
      if (item && answer.status === 200 && statusOf(item) === 200) return 'cancelled';
      if (answer.status === 401 || answer.status === 403) return 'not_now';
      // DHL answers alike for a shipment that it has closed and for one that is cancelled already, and shows the
      // documents of neither. So the label may still count.
      return 'kept';
    },
  };
}
