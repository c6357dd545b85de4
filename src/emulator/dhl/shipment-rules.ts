/** What DHL checks of a shipment, from its OpenAPI document of "Parcel DE Shipping". */
import { z } from 'zod';
import { germanDay } from '#src/shared/german-day.ts';

const text = (most: number) => z.string().min(1).max(most);
const postalCode = z
  .string()
  .min(3)
  .max(10)
  .regex(/^[0-9A-Za-z]+([ -]?[0-9A-Za-z]+)*$/);
const postNumber = z.string().regex(/^[0-9]{6,10}$/);
const place = { city: text(40), postalCode, country: z.literal('DEU') };

const contactSchema = z.strictObject({
  name1: text(50),
  name2: text(50).optional(),
  addressStreet: text(50),
  addressHouse: text(10).optional(),
  ...place,
});
const consigneeSchema = z.union([
  contactSchema,
  z.strictObject({ name: text(50), lockerID: z.int().min(100).max(999), postNumber, ...place }),
  z.strictObject({ name: text(50), retailID: z.int().min(401).max(999), postNumber, ...place }),
]);

const shipmentSchema = z.strictObject({
  product: z.enum(['V01PAK', 'V62KP']),
  billingNumber: z.string().regex(/^\w{10}\d{2}\w{2}$/),
  refNo: z.string().min(8).max(35),
  shipDate: z.iso.date(),
  shipper: contactSchema,
  consignee: consigneeSchema,
  details: z.strictObject({
    weight: z.strictObject({ uom: z.literal('g'), value: z.number().positive().max(31_500) }),
  }),
});
export type SentShipment = z.output<typeof shipmentSchema>;

export const requestSchema = z.strictObject({
  profile: z.string().max(35),
  shipments: z.array(z.unknown()).min(1).max(30),
});

/** Digits 11 and 12 of the billing number. */
const KINDS = { V01PAK: '01', V62KP: '62' } as const;
const HEAVIEST_G = { V01PAK: 31_500, V62KP: 1000 } as const;

export interface Violation {
  property: string;
  validationMessage: string;
  validationState: 'Error';
}

const violation = (property: string, validationMessage: string): Violation => ({
  property,
  validationMessage,
  validationState: 'Error',
});

/** A shipment that has DHL's form, or what breaks it. DHL refuses a whole request for it. */
export function readShipment(sent: unknown): SentShipment | Violation[] {
  const parsed = shipmentSchema.safeParse(sent);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => violation(path.join('.'), message));
}

/** Why DHL makes no label of a well-formed shipment; the others of the request get theirs. */
export function refusalsOf(
  { product, billingNumber, shipDate, consignee, details }: SentShipment,
  { billingNumbers, isGerman, mustEncode }: { billingNumbers: string[]; isGerman: boolean; mustEncode: boolean },
): Violation[] {
  const found: Violation[] = [];
  if (!billingNumbers.includes(billingNumber) || billingNumber.slice(10, 12) !== KINDS[product])
    found.push(violation('billingNumber', 'The billing number does not belong to this product.'));
  if (shipDate < germanDay(new Date().toISOString()))
    found.push(violation('shipDate', 'The shipment date is in the past.'));
  if (details.weight.value > HEAVIEST_G[product])
    found.push(violation('details.weight', 'The weight is too high for this product.'));
  const street = 'addressStreet' in consignee ? consignee.addressStreet : '';
  if (mustEncode && (/^(?:00|99999)/.test(consignee.postalCode) || /nirgendwo/i.test(street)))
    found.push(
      violation(
        street ? 'consignee.addressStreet' : 'consignee.postalCode',
        isGerman ? 'Die angegebene Straße kann nicht gefunden werden.' : 'The street cannot be found.',
      ),
    );
  return found;
}
