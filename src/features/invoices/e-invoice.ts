/** The figures of an e-invoice (EN 16931), which are net, made from a document's gross cents. */
import { divideHalfUp, splitByLargestRemainder, type Cents } from '#src/shared/money.ts';
import type { InvoiceShare, TaxMode } from './invoice.ts';
import type { DocumentLine } from './invoice-facts.ts';

export type Profile = 'EN 16931' | 'EXTENDED';

export interface NetLine extends DocumentLine {
  net: Cents;
}

/**
 * Whether the tax is exactly what the rate makes of the net amount (BR-CO-17). Some gross prices have no such net
 * amount: 8.39 € and 19 % make 9.98 €, 8.40 € make 10.00 €, so 9.99 € cannot be reached.
 */
const isExact = ({ rate, gross, tax }: InvoiceShare): boolean => divideHalfUp((gross - tax) * rate, 100) === tax;

/** EXTENDED allows for rounding, so that the document keeps its gross cents. */
export const profileOf = (shares: readonly InvoiceShare[]): Profile =>
  shares.every(isExact) ? 'EN 16931' : 'EXTENDED';

/** VAT category: exempt for a small business, otherwise the standard one, which German reduced rates have too. */
export const categoryOf = (taxMode: TaxMode): 'E' | 'S' => (taxMode === 'small_business' ? 'E' : 'S');

/** Splits the net amount of each rate over its lines, so that the lines add up to it (BR-S-08). */
export function netLines(lines: readonly DocumentLine[], shares: readonly InvoiceShare[]): NetLine[] {
  const nets = new Map<DocumentLine, Cents>();
  for (const { rate, gross, tax } of shares) {
    const own = lines.filter((line) => line.rate === rate);
    const parts = splitByLargestRemainder(gross - tax, new Map(own.map(({ sum }, index) => [index, sum])));
    // Lines that are free of charge have no weight; the first one then takes the rest of the tax.
    own.forEach((line, index) => nets.set(line, parts.get(index) ?? (index === 0 ? gross - tax : 0)));
  }
  return lines.map((line) => ({ ...line, net: nets.get(line) ?? 0 }));
}
