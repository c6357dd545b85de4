import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '#src/features/converting/server/html-to-markdown.ts';
import { readJtl } from '#src/features/converting/server/jtl.ts';
import { readShopify } from '#src/features/converting/server/shopify.ts';
import { readWoocommerce } from '#src/features/converting/server/woocommerce.ts';
import { csvRecords } from '#src/server/content/csv-table.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { excessiveTime, threadTime } from '../../../support/least-time.ts';
import { convertFile, type Read } from '../../../support/texts/converted-file.ts';
import { hostileTexts } from '../../../support/texts/hostile-texts.ts';

const EXPORTS = new URL('../../../support/data/exports/', import.meta.url);
/** Exports of each system, with the number of a product that has no variants. */
const SYSTEMS: [string, Read, string][] = [
  ['shopify-product_template.csv', readShopify, 'SAB-1'],
  ['woocommerce-sample_products.csv', readWoocommerce, 'POL-1'],
  ['jtl-ameise.csv', readJtl, 'SEI-1'],
];

const textsOf = (bytes: number): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(hostileTexts(bytes)).filter(([name]) => ['spaces', 'digits', 'commas', 'tags'].includes(name)),
  ),
  'a pack of spaces': `set${' '.repeat(bytes)}b`,
  'a pack of digits': `set ${'1'.repeat(bytes)} g`,
});
const [LONG, SHORT] = [textsOf(32_000), textsOf(2000)];
/** 16 times as much text takes 16 times as long, and 256 times when the time is quadratic. */
const MOST_GROWTH = 32;

/** A product of the export, once for each column, where it has this text. */
function tableWith(name: string, sku: string, text: string): Buffer {
  const records = csvRecords(decodeText(readFileSync(new URL(name, EXPORTS)))).map(({ record }) => record);
  const [head, product] = [records[0]!, records.find((cells) => cells.includes(sku))!];
  const rows = head.map((_, column) => product.map((cell, place) => (place === column ? text : cell)));
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return Buffer.from([head, ...rows].map(line).join('\n'));
}

describe.each(SYSTEMS)('%s', (name, read, sku) => {
  it.each(Object.entries(LONG))('with 32 KB of %s in a cell is read in little processor time', async (kind, text) => {
    const files: [Buffer, Buffer] = [tableWith(name, sku, text), tableWith(name, sku, SHORT[kind]!)];
    const time = await excessiveTime(threadTime, (file) => convertFile(file, read), files, MOST_GROWTH);
    expect(time).toBeUndefined();
  });
});

it('a text with thousands of line breaks is read in little processor time', async () => {
  const breaks = (count: number) => `<b>a${'<br>'.repeat(count)}b</b>`;
  expect(await excessiveTime(threadTime, htmlToMarkdown, [breaks(32_000), breaks(2000)], MOST_GROWTH)).toBeUndefined();
});
