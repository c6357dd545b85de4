import { parse } from 'yaml';
import { z } from 'zod';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { parcelPointIn, toStreetLines } from '#src/features/orders/parcel-point.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** What a carrier's file may say of a parcel. Not the buyer's email address: the privacy policy promises so. */
const PARTS = [
  ...['reference', 'order', 'date', 'name', 'addition', 'street', 'house_number', 'post_number', 'postal_code'],
  ...['city', 'country', 'country3', 'weight_kg', 'weight_g'],
  ...['sender_name', 'sender_street', 'sender_house_number', 'sender_postal_code', 'sender_city'],
] as const;

const PART = /\{([^{}]*)\}/g;

const columnSchema = z.strictObject({
  name: z.string().min(1).max(100),
  value: z
    .string('is not a text in quotation marks. Example: "{name}"')
    .max(200)
    .refine(
      (value) => [...value.matchAll(PART)].every(([, part]) => (PARTS as readonly string[]).includes(part!)),
      `names an unknown part. Known: ${PARTS.map((part) => `{${part}}`).join(', ')}`,
    ),
  /** Longest text that the carrier takes. */
  most: z.int().min(1).max(1000).optional(),
  required: z.boolean().default(false),
});

const tableSchema = z.strictObject({
  name: z.string().min(1).max(40),
  delimiter: z.enum([';', ',', '\t', '|'], 'is not ";", ",", "|" or "\\t"').default(';'),
  encoding: z.enum(['utf-8', 'windows-1252'], 'is not utf-8 or windows-1252').default('utf-8'),
  parcelPoints: z.boolean().default(false),
  columns: z.array(columnSchema).min(1).max(150),
});

/** The columns of the file that a carrier's portal imports. */
export type CarrierTable = z.infer<typeof tableSchema>;

/** A carrier's table, or what is wrong with it, each mistake with its place. */
export function readCarrierTable(text: string): Result<CarrierTable, string[]> {
  let written: unknown;
  try {
    written = parse(text);
  } catch (error) {
    return fail([(error as Error).message]);
  }
  const parsed = tableSchema.safeParse(written);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')));
}

/** A parcel as a carrier's file knows it. */
export interface FiledParcel {
  /** The parcel's name: an order's number, and "-2" for its second parcel. */
  name: string;
  orderNumber: string;
  address: ShippingAddress;
  grams: number;
}

/** The shop, and the day as 2026-11-28. */
export interface Sender {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  day: string;
}

export type FileRefusal =
  | { kind: 'carrier_no_points'; values: { carrier: string } }
  | { kind: 'carrier_post_number' }
  | { kind: 'carrier_cell_empty' | 'carrier_cell_signs'; values: { column: string } }
  | { kind: 'carrier_cell_long'; values: { column: string; most: number } };

/** "Hauptstr. 5 a" in DHL's two fields. */
function splitStreet(street: string): [street: string, houseNumber: string] {
  const [, name, number] = /^(.*\S)\s+(\d\S*(?:\s?[a-z])?)$/i.exec(street) ?? [];
  return name && number ? [name, number] : [street, ''];
}

type Parts = Record<(typeof PARTS)[number], string>;

function partsOf({ name, orderNumber, address, grams }: FiledParcel, sender: Sender): Parts {
  const point = parcelPointIn(address);
  const lines = point ? toStreetLines(point) : address;
  const [senderStreet, senderNumber] = splitStreet(sender.street);
  return {
    ...{ reference: name, order: orderNumber, date: sender.day.split('-').toReversed().join('.') },
    ...{ name: address.name, street: lines.address, house_number: lines.number },
    ...{ addition: point ? '' : address.additional_address, post_number: point?.postNumber ?? '' },
    ...{ postal_code: address.postal_code, city: address.city, country: 'DE', country3: 'DEU' },
    ...{ weight_kg: (grams / 1000).toFixed(2).replace('.', ','), weight_g: String(grams) },
    ...{ sender_name: sender.name, sender_street: senderStreet, sender_house_number: senderNumber },
    ...{ sender_postal_code: sender.postalCode, sender_city: sender.city },
  };
}

const signs = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES = new Map([...signs].map((sign, byte) => [sign, byte]));

/** A file's bytes in its encoding. */
export const encodeFile = (text: string, { encoding }: Pick<CarrierTable, 'encoding'>): Uint8Array =>
  encoding === 'utf-8'
    ? new TextEncoder().encode(text)
    : Uint8Array.from([...text], (sign) => BYTES.get(sign) ?? '?'.charCodeAt(0));

/**
 * A parcel's cells, or why the carrier's file cannot have the parcel. Nothing is cut or replaced, because nobody would
 * notice it before the parcel comes back.
 */
export function cellsOf(table: CarrierTable, parcel: FiledParcel, sender: Sender): Result<string[], FileRefusal> {
  const point = parcelPointIn(parcel.address);
  if (point && !table.parcelPoints) return fail({ kind: 'carrier_no_points', values: { carrier: table.name } });
  // Without a Postnummer DHL asks for the buyer's email address, which the shop gives to nobody.
  if (point && !point.postNumber) return fail({ kind: 'carrier_post_number' });
  const parts = partsOf(parcel, sender);
  const cells: string[] = [];
  for (const { name: column, value, most = Infinity, required } of table.columns) {
    const cell = value
      .replace(PART, (_, part: keyof Parts) => parts[part])
      .replace(/\s+/g, ' ')
      .trim();
    if (required && cell === '') return fail({ kind: 'carrier_cell_empty', values: { column } });
    if (cell.length > most) return fail({ kind: 'carrier_cell_long', values: { column, most } });
    if (table.encoding === 'windows-1252' && [...cell].some((sign) => !BYTES.has(sign)))
      return fail({ kind: 'carrier_cell_signs', values: { column } });
    cells.push(cell);
  }
  return ok(cells);
}
