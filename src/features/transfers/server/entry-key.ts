import { createHash } from 'node:crypto';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { BankEntry } from '../bank-entry.ts';

/** An entry as a file writes it. */
export interface Found extends Omit<BankEntry, 'key'> {
  /** The bank's own id of the entry, or ''. */
  reference: string;
}

/** Longest texts, in UTF-16 units; a bank writes 140 characters of reference. */
const LONGEST = { name: 140, text: 500 };

/** What banks write when an entry has no id. */
const NO_REFERENCE = /^(?:|NONREF|NOTPROVIDED|NOT PROVIDED)$/i;

/**
 * Gives each entry a key, made from the facts that every statement repeats. Equal transfers of one day differ by their
 * order in the file.
 */
export function keyed(entries: readonly Found[]): BankEntry[] {
  const seen = new Map<string, number>();
  return entries.map(({ account, reference, ...entry }) => {
    const { day, amount, name, text } = entry;
    const facts = JSON.stringify(
      NO_REFERENCE.test(reference) ? [day, amount, name, account, text] : [reference, day, amount],
    );
    const place = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, place);
    const key = createHash('sha256').update(`${facts}${place}`).digest('base64url').slice(0, 22);
    const iban = electronicFormatIBAN(account) ?? '';
    return {
      key,
      day,
      amount,
      account: isValidIBAN(iban) ? iban : '',
      name: name.slice(0, LONGEST.name),
      text: text.slice(0, LONGEST.text),
    };
  });
}
