import banner from './banner.ts?chunk-url';
import { readConsent } from './consent.ts';

/** Shows the banner where no choice is stored; the settings page asks by itself. */
export async function askConsent(): Promise<void> {
  if (readConsent() || document.getElementById('consent-settings')) return;
  ((await import(/* @vite-ignore */ banner)) as typeof import('./banner.ts')).showBanner();
}
