import { expect, it } from 'vitest';
import { readSupplierFile } from '#src/features/deliveries/server/supplier-file.ts';
import { workbookFiles, zipOf } from '../../../support/texts/workbook.ts';

const kindOf = (bytes: Uint8Array) => {
  const read = readSupplierFile(bytes);
  return read.ok ? read.value.length : read.error.kind;
};

it('a file with more rows than the shop reads is refused, not cut', () => {
  const list = (rows: number) => Buffer.from(`EAN;EK\n${'4006381333931;1,20\n'.repeat(rows - 1)}`);
  expect(kindOf(list(10_000))).toBe(10_000);
  expect(kindOf(list(10_001))).toBe('sheet_too_long');
});

it('a small workbook with a table of many megabytes is not said to be a large file', () => {
  expect(kindOf(zipOf(workbookFiles(' '.repeat(6 * 1024 ** 2))))).toBe('sheet_unpacks');
});
