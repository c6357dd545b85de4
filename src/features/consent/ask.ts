import de from './banner-de-DE.ts?chunk-url';
import en from './banner-en-US.ts?chunk-url';
import pt from './banner-pt-BR.ts?chunk-url';
import { readConsent } from './consent.ts';

// By the address, as `<html lang>` changes when a browser translates; the table of languages would double this script.
const BANNERS: Record<string, string> = { de, en };

/** Shows the banner where no choice is stored; the settings page asks by itself. */
export function askConsent(): void {
  if (readConsent() || document.getElementById('consent-settings')) return;
  // Nothing that wants consent loads without an answer either.
  import(/* @vite-ignore */ BANNERS[location.pathname.split('/')[1]!] ?? pt).catch(() => {});
}
