/** Repeats signs up to a length in bytes. */
const repeated = (signs: string, bytes: number): string => signs.repeat(Math.floor(bytes / Buffer.byteLength(signs)));

/** Texts that took quadratic time somewhere: ICU's order of combining marks, regular expressions, Markdown. */
export const hostileTexts = (bytes = 64_000): Record<string, string> => ({
  'marks of two classes': `a${repeated('\u0301', bytes / 2)}${repeated('\u0316', bytes / 2)}`,
  'marks in turn': `a${repeated('\u0301\u0316', bytes)}`,
  'halfwidth marks': `a${repeated('\u0327\uff9e', bytes)}`,
  'question marks': repeated('?', bytes),
  'marks of emphasis': repeated('_a', bytes),
  'two kinds of emphasis': repeated('**a_', bytes),
  'signs of quotations': repeated('>', bytes),
  tags: repeated('<', bytes),
  'open places': repeated('{{', bytes),
  'open sections': repeated('{{#shop.name}}', bytes),
  commas: repeated(',', bytes),
  quotes: repeated('"', bytes),
  spaces: `a${repeated(' ', bytes)}b`,
  digits: `1.${repeated('0', bytes)}1`,
  dots: `a@${repeated('a.', bytes)}`,
  slashes: `${repeated('/', bytes)}a`,
  hyphens: `a${repeated('-', bytes)}!`,
});
