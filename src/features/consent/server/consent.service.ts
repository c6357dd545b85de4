import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ConsentChoice } from '../consent.ts';
import { insertConsent } from './consent.repository.ts';

export interface ConsentGiven {
  choice: ConsentChoice;
  /** Version of the text that the visitor was shown. */
  version: string;
  /** Number of earlier choices in the same browser. */
  receipt?: string | undefined;
  locale: Locale;
}

/**
 * Records a choice with its time, so that the shop can prove a consent (Art. 7 (1) GDPR). The record has no address,
 * name or account; the receipt in the browser is the only link.
 */
export async function recordConsent(
  { db, now }: Context,
  { choice, version, receipt = randomUUID(), locale }: ConsentGiven,
): Promise<string> {
  const row = { id: randomUUID(), receipt, choice, text_version: version, locale, created_at: now().toISOString() };
  await db.write((tx) => insertConsent(tx, row));
  return receipt;
}
