import later from './later.ts?own-chunk-url';

const GESTURES = ['pointerdown', 'keydown', 'focusin'] as const;

/** Without it the page goes on answering by itself; the next gesture asks again. */
const start = () => void import(/* @vite-ignore */ later).catch(() => {});

/** Behind everything that the first picture of the page needs, and only of a page that is seen. */
function whenDrawn(): void {
  requestAnimationFrame(() => {
    // Without a limit Chromium calls back never on some pages that lie still.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 500 });
    else setTimeout(start, 100);
  });
}

for (const gesture of GESTURES) addEventListener(gesture, start, { passive: true });
if (document.readyState === 'complete') whenDrawn();
else addEventListener('load', whenDrawn);
