import banners from './banner.ts?chunk-urls';
import type { ShowBanner } from './banner.ts';
import { keepConsent, onConsent, readConsent, RECEIPT_KEY, type ConsentChoice } from './consent.ts';
import again from './record-again.ts?chunk-url';
import record from './record-consent.ts?chunk-url';

/**
 * Shows the banner where no choice is stored (the settings page asks by itself), and sees to it that one which is gets
 * recorded: a tap on a link right after it cuts the record off.
 */
export function askConsent(): void {
  const choice = readConsent();
  const isSettled = choice ? localStorage.getItem(RECEIPT_KEY)?.startsWith(choice) : document.getElementById('consent-settings');
  // Nothing that wants consent loads without an answer either; what is not recorded now is by the next page.
  if (!isSettled) (choice ? import(/* @vite-ignore */ again) : ask()).catch(() => {});
}

async function ask(): Promise<void> {
  // By the address, because `<html lang>` changes when a browser translates; the table of languages would double this script.
  const url = banners[location.pathname.split('/')[1]!] ?? banners[''];
  const { default: show } = (await import(/* @vite-ignore */ url!)) as { default: ShowBanner };
  const banner = show(choose);
  onConsent((choice) => choice && banner.remove());
}

function choose(choice: ConsentChoice): void {
  keepConsent(choice);
  // Where the code does not arrive the choice counts all the same.
  (import(/* @vite-ignore */ record) as Promise<typeof import('./record-consent.ts')>).then(
    ({ default: recordConsent }) => recordConsent(choice),
    () => {},
  );
}
