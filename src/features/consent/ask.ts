import de from './banner-de-DE.ts?chunk-url';
import en from './banner-en-US.ts?chunk-url';
import pt from './banner-pt-BR.ts?chunk-url';
import type { ShowBanner } from './banner.ts';
import { keepConsent, onConsent, readConsent, RECEIPT_KEY, type ConsentChoice } from './consent.ts';
import again from './record-again.ts?chunk-url';
import record from './record-consent.ts?chunk-url';

// By the address, as `<html lang>` changes when a browser translates; the table of languages would double this script.
const BANNERS: Record<string, string> = { de, en };

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
  const url = BANNERS[location.pathname.split('/')[1]!] ?? pt;
  const { default: show } = (await import(/* @vite-ignore */ url)) as { default: ShowBanner };
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
