/** Each mailbox has one form here, however its host is spelled (docs/decisions/056). */
import { domainToASCII, domainToUnicode } from 'node:url';
import { normalizeText } from '#src/shared/normalize.ts';

/** The longest address that mail servers accept (RFC 5321). */
export const MAX_EMAIL = 254;

/** `domainToASCII` stops at the first character that a host cannot contain, such as a slash. */
const HOST = /^[\p{L}\p{N}\p{M}.-]+$/u;

/** Splits an address in two; the first part ends with the @. */
function partsOf(email: string): [string, string] {
  const text = normalizeText(email);
  const hostBegin = text.lastIndexOf('@') + 1;
  return [text.slice(0, hostBegin), text.slice(hostBegin)];
}

/** The host as mail servers know it (UTS 46): lower case, in ASCII. '' when the text is not a host. */
const deliveredHost = (host: string): string =>
  host.length <= MAX_EMAIL && HOST.test(host) ? domainToASCII(host) : '';

export const isDeliverable = (email: string): boolean => deliveredHost(partsOf(email)[1]) !== '';

/** The form in which addresses are compared. */
export function emailKey(email: string): string {
  const [local, host] = partsOf(email);
  return (local + (deliveredHost(host) || host)).toLowerCase();
}

/**
 * The form in which addresses are stored and shown: the host in Unicode. Browsers send Punycode or the text as typed.
 */
export function shownEmail(email: string): string {
  const [local, host] = partsOf(email);
  return local + (domainToUnicode(deliveredHost(host)) || host);
}

/** The search words of an address: with its host in Unicode and, if different, in Punycode. */
export function searchedEmail(email: string): string {
  const [shown, key] = [shownEmail(email), emailKey(email)];
  return shown.toLowerCase() === key ? shown : `${shown} ${key}`;
}
