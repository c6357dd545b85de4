import { shownLocale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { readStored, writeStored } from '#src/shared/safe-storage.ts';
import { CONSENT_TEXT_VERSION, RECEIPT_KEY, type ConsentChoice } from './consent.ts';

/** Has the shop record a choice; it counts in the browser whether or not that succeeds. */
export async function recordConsent(choice: ConsentChoice): Promise<void> {
  const recorded = await postJson<{ receipt: string }>(api.consent(), {
    choice,
    version: CONSENT_TEXT_VERSION,
    receipt: readStored(RECEIPT_KEY)?.split(' ')[1],
    languageLocale: shownLocale(),
  });
  if (recorded.ok) writeStored(RECEIPT_KEY, `${choice} ${recorded.value.receipt}`);
}
