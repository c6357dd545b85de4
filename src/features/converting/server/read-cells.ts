/** Reads single values of another shop's table. What cannot be read is reported, never guessed. */
import { createHash } from 'node:crypto';
import { slugify } from '#src/features/catalogue/slug.ts';
import type { NetQuantity } from '#src/features/catalogue/price.ts';
import { RANGES } from '#src/features/editing/server/product-row.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { MOST_UNITS, parseEuro, parseNumber } from '#src/shared/typed-number.ts';

export { readEan } from '#src/features/catalogue/ean.ts';

/** JTL writes "3,9900". Zeros behind three decimals stay, because "3,990" may be 3990. */
const withoutZeros = (text: string): string =>
  text.replace(/^(\d+[.,](?:\d*[1-9])?)0+$/, (whole, begin: string) =>
    /[.,]\d{3}$/.test(whole) ? whole : begin.replace(/[.,]$/, ''),
  );

/** Behind a price without VAT, which only JTL exports. */
export const NET = ' netto';

export function readPrice(text: string): Result<Cents, 'priceMissing' | 'priceUnreadable' | 'priceNet'> {
  if (text.endsWith(NET)) return fail('priceNet');
  const amount = oneLine(text).replace(/^(?:€|EUR) ?| ?(?:€|EUR)$/g, '');
  if (amount === '' || /^0+(?:[.,]0+)?$/.test(amount)) return fail('priceMissing');
  const cents = parseEuro(withoutZeros(amount), { max: RANGES.real_price.max });
  return cents.ok ? cents : fail('priceUnreadable');
}

/** Whole units. A shop that sold more than it had writes a number below 0. */
export function readUnits(text: string): number | undefined {
  if (/^-\d+(?:[.,]0*)?$/.test(text)) return 0;
  const units = parseNumber(withoutZeros(text), { min: 0, max: MOST_UNITS, places: 0 });
  return units.ok ? units.value : undefined;
}

export function readGrams(text: string): number | undefined {
  const grams = parseNumber(withoutZeros(text), { min: 1, max: 100_000, places: 3 });
  return grams.ok ? Math.round(grams.value) : undefined;
}

/** A weight in grams; '' when it cannot be read. `kilograms`: of one unit. */
export function gramsOf(text: string, kilograms = 1): string {
  const weight = parseNumber(withoutZeros(text.replace(/^[.,]/, '0$&')), { min: 0, max: 100 / kilograms, places: 6 });
  const grams = weight.ok ? Math.round(weight.value * kilograms * 1000) : 0;
  return grams > 0 ? String(grams) : '';
}

/** `7` or `19`, as a number or as the name of the class. */
export function readVatRate(text: string): 7 | 19 | undefined {
  const rate = Number(/^(\d{1,2})(?:[.,]0+)?\s*%?$/.exec(text.trim())?.[1]);
  if (rate === 7 || rate === 19) return rate;
  if (/^(?:reduced(?:[- ]rate)?|erm(?:äß|aess)igter? (?:steuer)?satz|reduziert\w*)$/i.test(text.trim())) return 7;
  return /^(?:normaler? (?:steuer)?satz|voller (?:steuer)?satz|standard(?:[- ]?rate)?)$/i.test(text.trim())
    ? 19
    : undefined;
}

const UNITS: Record<string, { unit: NetQuantity['unit']; times: number }> = {
  ...{ g: { unit: 'g', times: 1 }, gr: { unit: 'g', times: 1 }, gramm: { unit: 'g', times: 1 } },
  ...{ kg: { unit: 'kg', times: 1 }, ml: { unit: 'ml', times: 1 }, cl: { unit: 'ml', times: 10 } },
  ...{ l: { unit: 'l', times: 1 }, liter: { unit: 'l', times: 1 }, litro: { unit: 'l', times: 1 } },
  ...{ piece: { unit: 'piece', times: 1 }, stück: { unit: 'piece', times: 1 }, stk: { unit: 'piece', times: 1 } },
};

export function readContent(quantity: string, unit: string): NetQuantity | undefined {
  const known = UNITS[unit.trim().toLowerCase().replace(/\.$/, '')];
  const number = parseNumber(withoutZeros(quantity), RANGES.net_quantity);
  if (!known || !number.ok) return undefined;
  return { value: Number((number.value * known.times).toFixed(3)), unit: known.unit };
}

/** "Café 250 g", "Café (250 g)"; not "2 x 250 g". */
const AT_END = /(?:^|[\s(])(?<quantity>\d{1,6}(?:[.,]\d{1,3})?) ?(?<unit>kg|g|ml|cl|l)\)?$/i;
/** Ways to say that a pack has several pieces, of which each may have the content. */
const SEVERAL = [
  /\d\s*[x×*+]\s*\d|(?:^|\s)\d+\s*(?:er|x)(?:\s|-|$)/i,
  /(?<![\d.,])(?:[2-9]|[1-9]\d+)[\s-]*(?:er[\s-]*)?(?:packs?|pck|pk|pcs|stk|stück|st\.|unidades|units|flaschen|dosen|beutel)/i,
  /(?<![\d.,])(?:[2-9]|[1-9]\d+)[\s-]*(?:gläser|tüten|bottles|cans|bags|jars|garrafas|latas|pacotes|frascos|potes)/i,
  /(?:doppel|zweier|dreier|vierer|fünfer|sechser|achter|zehner|zwölfer|multi|vorteils?|spar|twin|duo|trio)[\s-]?pa(?:ck|ket)/i,
  /(?:pack(?:ung)?|kit|caixa|pacote|combo|box|set|karton|leve)\s+(?:of|mit|com|c\/|de|à)?\s*\d(?![\d.,]*\s*(?:kg|g|ml|cl|l)\b)/i,
  /(?:^|\s)(?:duo|trio|dozen|dutzend|dúzia)(?:\s|$)/i,
];

/** Whether a name or an option is that of a pack with several pieces. */
export const isOfSeveral = (text: string): boolean => {
  const line = oneLine(text);
  return SEVERAL.some((several) => several.test(line));
};

/** A content at the end of a name or in an option. */
export function contentIn(text: string): NetQuantity | undefined {
  const { quantity, unit } = AT_END.exec(text.trim())?.groups ?? {};
  return quantity === undefined || isOfSeveral(text) ? undefined : readContent(quantity, unit!);
}

const LONGEST_CODE = 20;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase();

/**
 * A catalogue code: from the item number, else from the name of its page, so that the same file gives the same codes.
 * Adds it to `taken`.
 */
export function codeOf(sku: string, page: string, taken: Set<string>): { code: string; isMade: boolean } {
  const written = sku
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const isUsable = written.length >= 2 && written.length <= LONGEST_CODE && !taken.has(written);
  let code = isUsable ? written : shortened(slugify(page).toUpperCase() || `PRODUCT-${hashOf(page)}`);
  for (let n = 2; taken.has(code) || code.length < 2; n++) code = shortened(`${code}-${hashOf(`${page} ${n}`)}`);
  taken.add(code);
  return { code, isMade: code !== sku.trim() };
}

const shortened = (code: string): string =>
  code.length <= LONGEST_CODE ? code : `${code.slice(0, LONGEST_CODE - 7).replace(/-+$/, '')}-${hashOf(code)}`;

/** A text for one cell. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
