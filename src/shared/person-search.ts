import { fold } from './fold.ts';

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:0049|49|0)/, '');

/** Recognises phone numbers that contain the typed digits; undefined when the text is no part of a phone number. */
export function readPhoneSearch(text: string): ((phone: string) => boolean) | undefined {
  const digits = /^[\d\s+()/-]+$/.test(text) ? digitsOf(text) : '';
  return digits.length >= 4 ? (phone) => digitsOf(phone).includes(digits) : undefined;
}

/**
 * Finds people by what somebody typed: all its words are in what is said of them, or its digits in their phone number.
 * Compared in JavaScript, because the databases compare letters beyond ASCII differently.
 */
export function personMatcher(text: string): (said: string[], phone: string | null) => boolean {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const isPhone = readPhoneSearch(text);
  return (said, phone) => {
    const folded = fold(said.join(' '));
    const isSaid = words.length > 0 && words.every((word) => folded.includes(word));
    return isSaid || (isPhone?.(phone ?? '') ?? false);
  };
}
