const STREET_WITH_NUMBER = /^(?<street>.*\p{L}.*?)[\s,]+(?<number>\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?)*)$/u;

/** The API accepts no longer street. The limit also bounds the time of the expression. */
const MAX_LENGTH = 120;

/** Splits "Rosenweg 7a" into street and house number; undefined when the text does not end with a number. */
export function splitStreet(text: string): { street: string; number: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { street, number } = STREET_WITH_NUMBER.exec(text.trim())?.groups ?? {};
  return street && number ? { street, number } : undefined;
}
