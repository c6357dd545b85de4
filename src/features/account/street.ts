const STREET_WITH_NUMBER = /^(?<street>.*\p{L}.*?)[\s,]+(?<number>\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?)*)$/u;
const ONLY_NUMBER = /^\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?)*$/u;

/** Streets whose names contain a number: Mannheim's "Q 7", Berlin's "Straße 106", "Packstation 123". */
const NUMBERED =
  /^(?:\p{L}|str(?:a(?:ß|ss)e|\.)|weg|platz|.*(?:pack[\s-]*station|paket[\s-]*station|post[\s-]*filiale|post[\s-]*fach).*)$/iu;

/** The API's limit for a street. It also bounds the time of the regular expressions. */
const MAX_LENGTH = 120;

/** Whether a text is a house number such as "7a", "12 b", "3-5" or "1/2". */
export const isHouseNumber = (text: string): boolean => text.length <= MAX_LENGTH && ONLY_NUMBER.test(text);

/** Splits "Rosenweg 7a" into street and house number; undefined when the text does not end with a house number. */
export function splitStreet(text: string): { street: string; number: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { street, number } = STREET_WITH_NUMBER.exec(text.trim())?.groups ?? {};
  return street && number && !NUMBERED.test(street.trim()) ? { street, number } : undefined;
}

const compared = (number: string) => number.replace(/\s/g, '').toLowerCase();

/**
 * Moves the house number into its own field if that field is empty, and removes a repeated number from the street. The
 * same rule applies in the forms and on the server.
 */
export function withOwnNumber<A extends { address: string; number: string }>(typed: A): A {
  const parts = splitStreet(typed.address);
  const number = typed.number.trim();
  if (!parts || (number !== '' && compared(number) !== compared(parts.number))) return typed;
  return { ...typed, address: parts.street, number: number || parts.number };
}
