import later from './later.ts?chunk-url';

/** Without it the page goes on answering by itself; the next gesture asks again. */
const ask = () => void import(/* @vite-ignore */ later).catch(() => {});

/** Behind everything that the first picture of the page needs, and only of a page that is seen. */
const whenDrawn = () => requestAnimationFrame(() => setTimeout(ask, 200));

addEventListener('pointerdown', ask);
addEventListener('keydown', ask);
addEventListener('load', whenDrawn); // a module that stands in the page runs before it
