import { z } from 'zod';
import { parcelPointIn, toStreetLines } from '#src/features/orders/parcel-point.ts';
import type { Context } from '#src/server/context.ts';
import type { DhlConfig } from '#src/settings/environment/dhl-config.ts';
import type { Carrier, LabelField, ReturnAnswer, ReturnRequest } from '#src/features/shipping/carrier.ts';
import { tooLong } from './consignee.ts';
import { callDhl } from './transport.ts';

const RETURNS = '/parcel/de/shipping/returns/v1';

const madeSchema = z.object({
  shipmentNo: z.string().min(1).max(50),
  label: z.object({ b64: z.base64().min(1) }),
  qrLabel: z.object({ b64: z.base64().optional() }).optional(),
});
const problemSchema = z.object({ title: z.string().optional(), detail: z.string().optional() });

/** DHL names no field: its sentence does. */
const FIELDS: [RegExp, LabelField][] = [
  [/receiver/i, 'account'],
  [/postal ?code|postleitzahl/i, 'postal_code'],
  [/house|hausnummer/i, 'house_number'],
  [/street|straße/i, 'street'],
  [/city|\bort\b/i, 'city'],
  [/name/i, 'name'],
];
const MOST_WORDS = 300;

/** Makes labels by "Parcel DE Returns" 1.0.9; undefined: the account has no receiver of returns from Germany. */
export function returnLabelMaker(ctx: Pick<Context, 'config' | 'log'>, config: DhlConfig): Carrier['makeReturnLabel'] {
  const receiverId = config.returnReceivers.DE;
  if (!receiverId) return undefined;

  return async ({ reference, orderNumber, address }: ReturnRequest, locale): Promise<ReturnAnswer> => {
    const point = parcelPointIn(address);
    const { name, postal_code: postalCode, city } = address;
    const { address: street, number, additional_address: addition } = point ? toStreetLines(point) : address;
    const problems = tooLong({ name, street, house_number: number, addition, city });
    if (!number) problems.push({ field: 'house_number' });
    if (problems.length > 0) return { kind: 'refused', problems };
    // Without the email address: DHL would write to it, and the privacy policy promises not to pass it on.
    const shipper = {
      name1: name,
      ...(addition && { name2: addition }),
      addressStreet: street,
      addressHouse: number,
      postalCode,
      city,
    };
    const answer = await callDhl(ctx, config, {
      method: 'POST',
      path: `${RETURNS}/orders?labelType=BOTH`,
      locale,
      body: { receiverId, customerReference: orderNumber, shipmentReference: reference, shipper },
    });
    if (answer.kind !== 'answer') return { kind: answer.kind };
    const { status, body } = answer;
    if (status === 401 || status === 403) return { kind: 'refused', problems: [{ field: 'account' }] };
    if (status === 400 || status === 422) {
      const { title = '', detail = title } = problemSchema.safeParse(body).data ?? {};
      const field = FIELDS.find(([pattern]) => pattern.test(detail))?.[1] ?? 'other';
      return { kind: 'refused', problems: [{ field, words: detail.slice(0, MOST_WORDS) }] };
    }
    const made = madeSchema.safeParse(body);
    if (status === 201 && made.success) {
      const { shipmentNo, label, qrLabel } = made.data;
      return { kind: 'made', trackingNumber: shipmentNo, pdf: label.b64, ...(qrLabel?.b64 && { qr: qrLabel.b64 }) };
    }
    ctx.log.warn({ status }, 'DHL answered unexpectedly about a return');
    return { kind: status < 300 ? 'lost' : 'not_now' };
  };
}
