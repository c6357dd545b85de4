import { fold } from '#src/shared/fold.ts';

/** The package's list comes from English keyboards, so these are added. */
const GERMAN_KEYBOARD = ['qwertz', 'qwertzuiop'];

const MIN_WORD = 4;
/** Attackers also try common words with this many characters around them, for example "2026!!". */
const MAX_EXTRA = 6;
const MAX_EXTRA_SYMBOLS = 3;

const READINGS: Record<string, string>[] = [{ 1: 'i' }, { 1: 'l' }].map((one) => ({
  ...one,
  ...{ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '|': 'l', '+': 't', '€': 'e' },
}));

let list: Promise<Set<string>> | undefined;

/** Loaded when the first password is set, because loading takes about 20 ms and 5 MB. */
const loadList = (): Promise<Set<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set([...dictionary['passwords-common'], ...GERMAN_KEYBOARD].filter((word) => word.length >= MIN_WORD)),
  ));

/**
 * Whether a password is a common one, or a common one that was varied to meet the rules: by another case, by digits or
 * symbols around it or between its letters, or by characters in place of letters ("P@ssw0rd2026!").
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadList();
  const text = fold(password);
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '');
  if (common.has(text) || (common.has(bare) && text.length - bare.length <= MAX_EXTRA)) return true;
  const [, before = '', word = '', after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? [];
  return [
    { words: readings(word), extra: before + after },
    // The first character may replace a letter too: "$ecret-12".
    { words: readings(before + word), extra: after },
  ].some(({ words, extra }) => words.some((one) => common.has(one)) && isPredictable(extra, common));
}

const readings = (word: string): string[] => [
  word,
  ...READINGS.map((reading) => word.replace(/./gsu, (sign) => reading[sign] ?? sign)),
];

function isPredictable(extra: string, common: Set<string>): boolean {
  const digits = extra.replace(/\D/g, '');
  return extra.length <= MAX_EXTRA || (common.has(digits) && extra.length - digits.length <= MAX_EXTRA_SYMBOLS);
}
