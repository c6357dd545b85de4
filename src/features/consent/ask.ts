import banner from './banner.ts?chunk-url';
import { readConsent, whenShown } from './consent.ts';

/** Shows the banner where no choice is stored; the settings page asks by itself. */
async function ask(): Promise<void> {
  if (readConsent() || document.getElementById('consent-settings')) return;
  ((await import(/* @vite-ignore */ banner)) as typeof import('./banner.ts')).showBanner();
}

// Not before the page has been painted.
whenShown(() => ('requestIdleCallback' in window ? requestIdleCallback(ask, { timeout: 1000 }) : setTimeout(ask, 200)));
