import inUse from './in-use.ts?chunk-url';
import later from './later.ts?chunk-url';

/** Without it the page goes on answering by itself; the next tap asks again. */
const bring = (file: string) => void import(/* @vite-ignore */ file).catch(() => {});
const use = () => [later, inUse].forEach(bring);

// Who only scrolls, by finger or key, is not using it yet.
addEventListener('click', use);
addEventListener('focusin', use);
// Behind everything that the first picture of the page needs, and only of a page that is seen. A module that stands in the page runs before `load`.
addEventListener('load', () => requestAnimationFrame(() => setTimeout(bring, 200, later)));
