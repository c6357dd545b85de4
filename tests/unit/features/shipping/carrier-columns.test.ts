import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  encodeFile,
  readCarrierTable,
  type CarrierTable,
  type FiledParcel,
} from '#src/features/shipping/carrier-columns.ts';

const FOLDER = 'src/content/shipping';

function table(name: string): CarrierTable {
  const read = readCarrierTable(readFileSync(`${FOLDER}/${name}.yaml`, 'utf8'));
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

const sender = { name: 'Vitrine', street: 'Alte Straße 5 a', postalCode: '10115', city: 'Berlin', day: '2026-11-28' };
const home = {
  ...{ name: 'Ana Müller', address: 'Hauptstraße', number: '7b', additional_address: 'Hinterhaus' },
  ...{ postal_code: '20095', city: 'Hamburg', country: 'DE' as const },
};
const station = { ...home, address: 'Packstation', number: '123', additional_address: '12345678' };
const parcel = (address: FiledParcel['address'] = home): FiledParcel => ({
  name: 'K7QF-3MXA-2',
  orderNumber: 'K7QF-3MXA',
  address,
  grams: 1234,
});

function named(carrier: string, of = parcel()) {
  const cells = cellsOf(table(carrier), of, sender);
  return cells.ok
    ? Object.fromEntries(table(carrier).columns.map(({ name }, at) => [name, cells.value[at]]))
    : cells.error;
}

describe('the file for a carrier', () => {
  it('has columns without mistakes for each carrier that the shop ships with', () => {
    for (const file of readdirSync(FOLDER))
      expect(readCarrierTable(readFileSync(`${FOLDER}/${file}`, 'utf8')).ok).toBe(true);
  });

  it('says where the parcel goes, without email address and telephone', () => {
    expect(named('dhl')).toEqual({
      ...{ Sendungsreferenz: 'K7QF-3MXA-2', Sendungsdatum: '28.11.2026', 'Absender Name 1': 'Vitrine' },
      ...{ 'Absender Straße': 'Alte Straße', 'Absender Hausnummer': '5 a', 'Absender PLZ': '10115' },
      ...{ 'Absender Ort': 'Berlin', 'Absender Land': 'DEU', 'Empfänger Name 1': 'Ana Müller' },
      ...{ 'Empfänger Name 2 / Postnummer': 'Hinterhaus', 'Empfänger Straße': 'Hauptstraße' },
      ...{ 'Empfänger Hausnummer': '7b', 'Empfänger PLZ': '20095', 'Empfänger Ort': 'Hamburg' },
      ...{ 'Empfänger Land': 'DEU', Gewicht: '1,23', 'Produkt- und Servicedetails': 'V01PAK', Abrechnungsnummer: '' },
    });
    expect(named('gls')).toMatchObject({ 'Name 2': 'Hinterhaus', Hausnummer: '7b', Länderkennzeichen: 'DE' });
  });

  it('has a Packstation with its Postnummer for DHL only', () => {
    expect(named('dhl', parcel(station))).toMatchObject({
      ...{ 'Empfänger Straße': 'Packstation', 'Empfänger Hausnummer': '123' },
      'Empfänger Name 2 / Postnummer': '12345678',
    });
    expect(named('dpd', parcel(station))).toEqual({ kind: 'carrier_no_points', values: { carrier: 'DPD' } });
    const office = { ...station, address: 'Postfiliale', number: '512', additional_address: '' };
    expect(named('dhl', parcel(office))).toEqual({ kind: 'carrier_post_number' });
  });

  it('leaves out what does not fit, and names the column', () => {
    expect(named('dpd', parcel({ ...home, number: '' }))).toEqual({
      kind: 'carrier_cell_empty',
      values: { column: 'recipient_house_no' },
    });
    expect(named('dpd', parcel({ ...home, name: 'A'.repeat(36) }))).toEqual({
      kind: 'carrier_cell_long',
      values: { column: 'recipient_name', most: 35 },
    });
    expect(named('gls', parcel({ ...home, city: 'Łódź' }))).toEqual({
      kind: 'carrier_cell_signs',
      values: { column: 'Ort' },
    });
  });

  it('is written in the encoding of its table', () => {
    expect([...encodeFile('ü€', { encoding: 'windows-1252' })]).toEqual([0xfc, 0x80]);
    expect([...encodeFile('ü', { encoding: 'utf-8' })]).toEqual([0xc3, 0xbc]);
  });

  it('names every mistake in an adapted table', () => {
    const read = readCarrierTable('name: X\ndelimiter: "#"\ncolumns:\n  - { name: A, value: "{email}" }\n');
    expect(read.ok ? [] : read.error).toEqual([
      'delimiter: is not ";", ",", "|" or "\\t"',
      expect.stringMatching(/^columns\.0\.value: names an unknown part\. Known: \{reference\}/),
    ]);
  });
});
