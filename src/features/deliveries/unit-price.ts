/** What one unit costs the shop. Calculated costs have more decimals than people write. Pure rules. */
import { divideHalfUp, type Cents } from '#src/shared/money.ts';
import { ok, type Result } from '#src/shared/result.ts';
import { parseEuro, parseNumber, type NumberMistake } from '#src/shared/typed-number.ts';

/** Decimals that count. */
export const PLACES = 4;

/** "1.500,00" and "1,500.00" have two marks, so the first one separates thousands. */
const withoutThousands = (text: string): string =>
  /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)
    ? text.replaceAll('.', '')
    : /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text)
      ? text.replaceAll(',', '')
      : text;

/** A number without its currency, with at most `PLACES` decimals. */
export const plainPrice = (text: string): string =>
  withoutThousands(text.replace(/^(?:€|EUR)\s*|\s*(?:€|EUR)$/g, '').replace(/([.,]\d{4})\d+$/, '$1'));

/** `isRounded`: it is written with parts of a cent. */
export function readUnitPrice(text: string): Result<{ cents: Cents; isRounded: boolean }, NumberMistake> {
  const plain = plainPrice(text);
  const exact = parseEuro(plain, { min: 0 });
  if (exact.ok) return ok({ cents: exact.value, isRounded: false });
  if (exact.error.kind === 'ambiguous_number') return exact;
  const price = parseNumber(plain, { min: 0, max: 999_999.99, places: PLACES });
  return price.ok ? ok({ cents: divideHalfUp(Math.round(price.value * 10_000), 100), isRounded: true }) : price;
}
