/** What DHL checks of a return label, from its OpenAPI document of "Parcel DE Returns". */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { labelPdf } from './label-pdf.ts';
import { qrPng } from './qr-png.ts';
import { problem, type DhlAnswer, type Received } from './shipping.ts';
import type { DhlStore } from './store.ts';

const text = (least: number, most: number) => z.string().min(least).max(most);

const returnSchema = z.strictObject({
  receiverId: text(1, 50),
  customerReference: text(0, 50).optional(),
  shipmentReference: text(0, 50).optional(),
  shipper: z.strictObject({
    name1: text(1, 50),
    name2: text(0, 50).optional(),
    name3: text(0, 50).optional(),
    addressStreet: text(1, 50),
    addressHouse: text(1, 10),
    postalCode: text(3, 10).regex(/^[0-9A-Za-z]+([ -]?[0-9A-Za-z]+)*$/),
    city: text(1, 40),
    email: z.email().max(70).optional(),
    phone: text(1, 20).optional(),
    state: text(0, 20).optional(),
  }),
  itemWeight: z.strictObject({ uom: z.enum(['g', 'kg']), value: z.number().min(0.001).max(31_500) }).optional(),
});

/** DHL's Identcode: 11 digits and a check digit. */
function newIdentcode(): string {
  const digits = `99${String(randomInt(10 ** 9)).padStart(9, '0')}`;
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 4 : 9), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const refused = (detail: string): DhlAnswer => ({ status: 400, body: { title: 'Bad Request', status: 400, detail } });

/** `POST /orders`: each request makes another label, which nobody can cancel. */
export function createReturn(store: DhlStore, { query, body, returnReceivers }: Received): DhlAnswer {
  const labelType = query.get('labelType') ?? 'BOTH';
  if (!['SHIPMENT_LABEL', 'QR_LABEL', 'BOTH'].includes(labelType)) return problem(400, 'Bad Request');
  const request = returnSchema.safeParse(body);
  if (!request.success) return refused(request.error.issues[0]!.path.join('.').slice(0, 80) || 'Bad Request');
  const { receiverId, shipper, shipmentReference = '', customerReference = '' } = request.data;
  if (!Object.values(returnReceivers).includes(receiverId)) return refused('The receiver ID is unknown.');
  if (receiverId === returnReceivers.DE && !/^\d{5}$/.test(shipper.postalCode))
    return refused('Postal code is invalid. Please use 99999 format.');
  if (/nirgendwo/i.test(shipper.addressStreet)) return refused('The street of the shipper is invalid.');
  const number = newIdentcode();
  store.save({
    ...{ number, reference: shipmentReference, kind: 'return', product: '', billingNumber: '', grams: 0 },
    ...{ consignee: shipper, state: 'made', events: [], isReturned: false, madeAt: new Date().toISOString() },
  });
  const lines = ['DHL RETOURE EMULATOR', ...Object.values(shipper), customerReference, number];
  return {
    status: 201,
    body: {
      sstatus: { title: 'Created', status: 201, detail: 'Created' },
      shipmentNo: number,
      ...(labelType !== 'QR_LABEL' && { label: { b64: labelPdf(595, 842, lines) } }),
      ...(labelType !== 'SHIPMENT_LABEL' && { qrLabel: { b64: qrPng(number) } }),
      routingCode: `40327653113+${number}`,
    },
  };
}
