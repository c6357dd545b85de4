import { shownLocale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { CONSENT_TEXT_VERSION, RECEIPT_KEY, type ConsentChoice } from './consent.ts';

const PENDING = '-';

/**
 * Sends a choice to the shop's record. The choice counts in the browser even when the request fails. The browser makes
 * the number and stores it before sending, so that a repeated request names the same record.
 */
export default async function recordConsent(choice: ConsentChoice): Promise<void> {
  await send(choice, CONSENT_TEXT_VERSION, storeReceipt(CONSENT_TEXT_VERSION));
}

/**
 * Records a choice of an earlier page whose request may have been aborted, with the version of the text that was read
 * there.
 */
export async function recordAgain(choice: ConsentChoice): Promise<void> {
  const [state, , readVersion] = storedReceipt();
  const version = (state === PENDING && readVersion) || CONSENT_TEXT_VERSION;
  const receipt = storeReceipt(version);
  // Without storage every page would make another record.
  if (isKept(RECEIPT_KEY)) await send(choice, version, receipt);
}

const storedReceipt = (): (string | undefined)[] => readStored(RECEIPT_KEY)?.split(' ') ?? [];

function storeReceipt(version: string): string {
  const [, receipt = crypto.randomUUID()] = storedReceipt();
  writeStored(RECEIPT_KEY, `${PENDING} ${receipt} ${version}`);
  return receipt;
}

async function send(choice: ConsentChoice, version: string, receipt: string): Promise<void> {
  const recorded = await postJson(api.consent(), { choice, version, receipt, languageLocale: shownLocale() });
  if (recorded.ok) writeStored(RECEIPT_KEY, `${choice} ${receipt}`);
}
