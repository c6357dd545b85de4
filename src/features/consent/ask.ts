import type { Locale } from '#src/i18n/locales.ts';
import de from './banner-de-DE.ts?chunk-url';
import en from './banner-en-US.ts?chunk-url';
import pt from './banner-pt-BR.ts?chunk-url';
import { readConsent } from './consent.ts';

const BANNERS: Record<Locale, string> = { 'pt-BR': pt, 'de-DE': de, 'en-US': en };

/** Shows the banner where no choice is stored; the settings page asks by itself. */
export function askConsent(): void {
  if (readConsent() || document.getElementById('consent-settings')) return;
  // Nothing that wants consent loads without an answer either.
  import(/* @vite-ignore */ BANNERS[document.documentElement.lang as Locale]).catch(() => {});
}
