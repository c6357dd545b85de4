import de from './banner-de-DE.ts?chunk-url';
import en from './banner-en-US.ts?chunk-url';
import pt from './banner-pt-BR.ts?chunk-url';
import { readConsent, RECEIPT_KEY } from './consent.ts';
import record from './record-consent.ts?chunk-url';

// By the address, as `<html lang>` changes when a browser translates; the table of languages would double this script.
const BANNERS: Record<string, string> = { de, en };

/** Shows the banner where no choice is stored (the settings page asks by itself), and sees to it that one which is gets recorded. */
export function askConsent(): void {
  const choice = readConsent();
  if (choice) {
    // A tap on a link right after the choice cuts its record off. Where it fails again, the next page does it.
    if (!localStorage.getItem(RECEIPT_KEY)?.startsWith(choice))
      (import(/* @vite-ignore */ record) as Promise<typeof import('./record-consent.ts')>).then(
        ({ recordConsent }) => recordConsent(choice),
        () => {},
      );
  } else if (!document.getElementById('consent-settings'))
    // Nothing that wants consent loads without an answer either.
    import(/* @vite-ignore */ BANNERS[location.pathname.split('/')[1]!] ?? pt).catch(() => {});
}
