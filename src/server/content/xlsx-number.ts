/** Numbers of a workbook as a person sees them: a day, or an amount in a currency. Pure rules. */
import { excelDay } from '#src/shared/german-day.ts';

/** `isMonth`: a day of which only month and year are shown. `currency`: another one than EUR. */
export type NumberFormat = { isDay?: boolean; isMonth?: boolean; currency?: string };

/** "mmm-yy" in each workbook. */
const MONTH = 17;
/** Days between the two dates from which workbooks count. */
const UNTIL_1904 = 1462;

/** Formats of days that a workbook does not describe, also those of Asian languages. */
const isKnownDay = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

const FOREIGN = /\b(?:USD|BRL|GBP|CHF|JPY|CNY|PLN|CZK|DKK|SEK|NOK|HUF)\b|(?:US|R)?[$£¥]|zł|Kč/;

/** `code`: such as '#,##0.00 [$USD]'; undefined for one that every workbook knows. */
export function readFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isKnownDay(id) ? { isDay: true, isMonth: id === MONTH } : {};
  // "[$€-407]" names a currency and a language, "[$-407]" only a language.
  const [bracket = ''] = [...code.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]/g)].map(([, symbol = '']) => symbol.trim());
  const rest = code.replace(/\[[^\]]*\]/g, '');
  const currency = /^(?:€|EUR)?$/i.test(bracket) ? FOREIGN.exec(rest)?.[0] : bracket;
  if (currency !== undefined) return { currency };
  const shown = rest.replace(/"[^"]*"|\\.|_.|\*./g, '');
  const isDay = /[dy]/i.test(shown);
  return { isDay, isMonth: isDay && !/d/i.test(shown) && /m/i.test(shown) };
}

/** Spreadsheets store 1.2 as 1.2000000000000002. A fourth decimal says that 1.234 is not 1234. */
export function writeNumber(
  value: number,
  { isDay, isMonth, currency }: NumberFormat = {},
  is1904: boolean = false,
): string {
  if (isDay && value >= 1 && value < 100_000) {
    const day = excelDay(value + (is1904 ? UNTIL_1904 : 0));
    return isMonth ? day.slice(0, '2027-01'.length) : day;
  }
  const text = String(Number(value.toPrecision(15))).replace(/(?<=\.\d{3})$/, '0');
  return currency === undefined ? text : `${text} ${currency}`;
}
