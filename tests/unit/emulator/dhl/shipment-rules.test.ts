import { describe, expect, it } from 'vitest';
import { readShipment, refusalsOf, type SentShipment } from '#src/emulator/dhl/shipment-rules.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';

const today = germanDay(new Date().toISOString());
const address = { name1: 'Ana Müller', addressStreet: 'Rosenweg', addressHouse: '7a' };
const place = { city: 'Leipzig', postalCode: '04109', country: 'DEU' };
const sent = {
  product: 'V01PAK',
  billingNumber: '33333333330101',
  refNo: 'K7QF-3MXA-1-1',
  shipDate: today,
  shipper: { ...address, ...place },
  consignee: { ...address, ...place },
  details: { weight: { uom: 'g', value: 900 } },
};
const station = { name: 'Ana Müller', lockerID: 119, postNumber: '12345678', ...place };

/** The fields that break the form of a shipment. */
function mistakesIn(more: object): string[] {
  const read = readShipment({ ...sent, ...more });
  return Array.isArray(read) ? read.map(({ property }) => property) : [];
}

/** The fields for which DHL makes no label of a well-formed shipment. */
const refusedIn = (more: object): string[] =>
  refusalsOf(readShipment({ ...sent, ...more }) as SentShipment, {
    ...{ billingNumbers: ['33333333330101', '33333333336201'], isGerman: true, mustEncode: true },
  }).map(({ property }) => property);

describe('DHL’s emulator', () => {
  it.each([
    ['a parcel', {}],
    ['a Packstation with its Postnummer', { consignee: station }],
    ['a Kleinpaket with its own billing number', { product: 'V62KP', billingNumber: '33333333336201' }],
  ])('makes a label of %s', (_what, more) => {
    expect([mistakesIn(more), refusedIn(more)]).toEqual([[], []]);
  });

  it.each([
    ['a field that DHL does not know', { consignee: { ...sent.consignee, email: 'ana@example.org' } }, 'consignee'],
    ['a product of last year', { product: 'V62WP' }, 'product'],
    ['a short reference', { refNo: 'K7QF' }, 'refNo'],
    [
      'a street of 51 characters',
      { consignee: { ...sent.consignee, addressStreet: 'x'.repeat(51) } },
      'consignee.addressStreet',
    ],
    ['a Packstation without a Postnummer', { consignee: { ...station, postNumber: undefined } }, 'consignee'],
    ['a Packstation of two digits', { consignee: { ...station, lockerID: 19 } }, 'consignee.lockerID'],
    ['32 kg', { details: { weight: { uom: 'g', value: 32_000 } } }, 'details.weight.value'],
  ])('refuses the whole request for %s', (_what, more, property) => {
    expect(mistakesIn(more)).toEqual([property]);
  });

  it.each([
    ['another contract', { billingNumber: '44444444440101' }, 'billingNumber'],
    ['the billing number of another product', { billingNumber: '33333333336201' }, 'billingNumber'],
    ['a date that is over', { shipDate: addDays(today, -1) }, 'shipDate'],
    [
      'a Kleinpaket of more than a kilogram',
      {
        ...{ product: 'V62KP', billingNumber: '33333333336201' },
        details: { weight: { uom: 'g', value: 1001 } },
      },
      'details.weight',
    ],
    [
      'a street that it cannot find',
      { consignee: { ...sent.consignee, addressStreet: 'Nirgendwo' } },
      'consignee.addressStreet',
    ],
  ])('refuses only the shipment for %s', (_what, more, property) => {
    expect(mistakesIn(more)).toEqual([]);
    expect(refusedIn(more)).toEqual([property]);
  });
});
