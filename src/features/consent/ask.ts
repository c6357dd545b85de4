import banners from './banner.ts?chunk-urls';
import type { ShowBanner } from './banner.ts';
import { storeConsent, onConsent, readConsent, RECEIPT_KEY, type ConsentChoice } from './consent.ts';
import recordAgain from './record-again.ts?chunk-url';
import recordConsentUrl from './record-consent.ts?chunk-url';

/**
 * Shows the banner when no choice is stored, except on the settings page. Sends the record of a stored choice again
 * when it may have been lost, because a tap on a link right after the choice aborts the request.
 */
export function askConsent(): void {
  const choice = readConsent();
  const isSettled = choice
    ? localStorage.getItem(RECEIPT_KEY)?.startsWith(choice)
    : document.getElementById('consent-settings');
  // After an error nothing is lost: without a choice nothing optional loads, and the next page retries.
  if (!isSettled) (choice ? import(/* @vite-ignore */ recordAgain) : showBanner()).catch(() => {});
}

async function showBanner(): Promise<void> {
  // The URL names the language, because `<html lang>` changes when a browser translates. Importing LOCALES would double
  // this script.
  const url = banners[location.pathname.split('/')[1]!] ?? banners[''];
  const { default: show } = (await import(/* @vite-ignore */ url!)) as { default: ShowBanner };
  const banner = show(choose);
  onConsent((choice) => choice && banner.remove());
}

function choose(choice: ConsentChoice): void {
  storeConsent(choice);
  // The choice counts even if this code fails to load.
  (import(/* @vite-ignore */ recordConsentUrl) as Promise<typeof import('./record-consent.ts')>).then(
    ({ default: recordConsent }) => recordConsent(choice),
    () => {},
  );
}
