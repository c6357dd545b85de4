import { shownLocale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { CONSENT_TEXT_VERSION, RECEIPT_KEY, type ConsentChoice } from './consent.ts';

const UNDER_WAY = '-';

/**
 * Has the shop record a choice; it counts in the browser whether or not that succeeds. The number is the browser's own and
 * kept before it is sent: where the answer is lost, the same record is meant next time.
 */
export default async function recordConsent(choice: ConsentChoice): Promise<void> {
  await send(choice, CONSENT_TEXT_VERSION, keepReceipt(CONSENT_TEXT_VERSION));
}

/** Records a choice of an earlier page whose record may have been cut off, with the version of the text that was read there. */
export async function recordAgain(choice: ConsentChoice): Promise<void> {
  const [state, , known] = stored();
  const version = (state === UNDER_WAY && known) || CONSENT_TEXT_VERSION;
  const receipt = keepReceipt(version);
  // Else every page would make another record.
  if (isKept(RECEIPT_KEY)) await send(choice, version, receipt);
}

const stored = (): (string | undefined)[] => readStored(RECEIPT_KEY)?.split(' ') ?? [];

function keepReceipt(version: string): string {
  const [, receipt = crypto.randomUUID()] = stored();
  writeStored(RECEIPT_KEY, `${UNDER_WAY} ${receipt} ${version}`);
  return receipt;
}

async function send(choice: ConsentChoice, version: string, receipt: string): Promise<void> {
  const recorded = await postJson(api.consent(), { choice, version, receipt, languageLocale: shownLocale() });
  if (recorded.ok) writeStored(RECEIPT_KEY, `${choice} ${receipt}`);
}
