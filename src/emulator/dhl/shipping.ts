import { randomInt } from 'node:crypto';
import { labelPdf } from './label-pdf.ts';
import { readShipment, refusalsOf, requestSchema, type SentShipment, type Violation } from './shipment-rules.ts';
import type { DhlStore, Shipment } from './store.ts';

export interface Received {
  query: URLSearchParams;
  body: unknown;
  isGerman: boolean;
  billingNumbers: string[];
  returnReceivers: Record<string, string>;
}

export interface DhlAnswer {
  status: number;
  body: object | string;
}

const titled = (status: number, title: string) => ({ title, status, statusCode: status });
export const problem = (status: number, title: string): DhlAnswer => ({ status, body: titled(status, title) });

/** Points of the paper. */
const PAPERS: Record<string, [number, number]> = { A4: [595, 842], '910-300-400': [292, 425] };

/** The number of a transport unit (GS1 SSCC) with its check digit. */
function newNumber(): string {
  const digits = `340434${String(randomInt(10 ** 11)).padStart(11, '0')}`;
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `00${digits}${(10 - (sum % 10)) % 10}`;
}

const refused = (violations: Violation[]) => ({
  sstatus: titled(400, 'Bad Request'),
  validationMessages: violations,
});

/** `POST /orders`: nothing is made when one shipment breaks the form. A refused address concerns only its shipment. */
export function createShipments(store: DhlStore, { query, body, isGerman, billingNumbers }: Received): DhlAnswer {
  const request = requestSchema.safeParse(body);
  const printFormat = query.get('printFormat') ?? '910-300-400';
  const paper = PAPERS[printFormat];
  if (!request.success || !paper || query.get('docFormat') === 'ZPL2') return problem(400, 'Bad Request');
  const read = request.data.shipments.map(readShipment);
  if (read.some(Array.isArray))
    return {
      status: 400,
      body: {
        status: titled(400, 'Bad Request'),
        items: read.map((one) => (Array.isArray(one) ? refused(one) : { sstatus: titled(200, 'ok') })),
      },
    };
  const mustEncode = query.get('mustEncode') === 'true';
  const items = (read as SentShipment[]).map((sent) => {
    const violations = refusalsOf(sent, { billingNumbers, isGerman, mustEncode });
    if (violations.length > 0) return refused(violations);
    const { consignee, product, billingNumber, refNo, details } = sent;
    const number = newNumber();
    const shipment: Shipment = {
      ...{ number, reference: refNo, kind: 'shipment', product, billingNumber, grams: details.weight.value },
      ...{ consignee, state: 'made', events: [], isReturned: false, madeAt: new Date().toISOString() },
    };
    store.save(shipment);
    const lines = ['DHL EMULATOR', ...Object.values(consignee).map(String), refNo, number];
    return {
      shipmentNo: number,
      sstatus: titled(200, 'ok'),
      shipmentRefNo: refNo,
      label: { b64: labelPdf(...paper, lines), fileFormat: 'PDF', printFormat },
    };
  });
  const isBad = items.every((item) => item.sstatus.status !== 200);
  const status = isBad ? 400 : items.length > 1 ? 207 : 200;
  return { status, body: { status: titled(status, isBad ? 'Bad Request' : 'ok'), items } };
}

/** `DELETE /orders`: only before the end of the day, when DHL closes the shipment. */
export function deleteShipment(store: DhlStore, { query }: Received): DhlAnswer {
  const number = query.get('shipment') ?? '';
  if (!query.get('profile')) return problem(400, 'Bad Request');
  const shipment = store.find(number);
  const isMade = shipment?.state === 'made' && shipment.kind === 'shipment';
  if (isMade) store.save({ ...shipment, state: 'cancelled' });
  const sstatus = isMade ? titled(200, 'ok') : titled(400, 'The shipment does not exist or is closed.');
  return { status: sstatus.status, body: { status: sstatus, items: [{ shipmentNo: number, sstatus }] } };
}
