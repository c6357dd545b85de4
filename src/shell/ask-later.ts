import inUse from './in-use.ts?chunk-url';
import later from './later.ts?chunk-url';

const GESTURES = ['pointerdown', 'keydown', 'wheel', 'focusin'];

/** Without it the page goes on answering by itself; the next gesture asks again. */
const ask = (file: string) => void import(/* @vite-ignore */ file).catch(() => {});

/** Behind everything that the first picture of the page needs, and only of a page that is seen. */
const whenDrawn = () => requestAnimationFrame(() => setTimeout(ask, 200, later));

for (const gesture of GESTURES)
  addEventListener(gesture, () => {
    ask(later);
    ask(inUse);
  });
addEventListener('load', whenDrawn); // a module that stands in the page runs before it
