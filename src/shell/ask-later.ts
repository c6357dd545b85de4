import inUse from './in-use.ts?chunk-url';
import later from './later.ts?chunk-url';

/** Without it the page goes on answering by itself; the next gesture asks again. */
const bring = (file: string) => void import(/* @vite-ignore */ file).catch(() => {});
const use = () => [later, inUse].forEach(bring);

for (const gesture of ['pointerdown', 'keydown', 'focusin', 'wheel']) addEventListener(gesture, use);
// Behind everything that the first picture of the page needs, and only of a page that is seen. A module that stands in the page runs before `load`.
addEventListener('load', () => requestAnimationFrame(() => setTimeout(bring, 200, later)));
