import { isFirstPage } from './first-page.ts';
import inUse from './in-use.ts?chunk-url';
import later from './later.ts?chunk-url';

/** Without it the page goes on answering by itself; the next tap asks again. */
const bring = (file: string) => void import(/* @vite-ignore */ file).catch(() => {});
const use = () => [later, inUse].forEach(bring);

// Who turns a wheel or presses a key is not using it yet; a finger may be about to.
addEventListener('pointerdown', use);
addEventListener('focusin', use);
// Behind everything that the first picture of the page needs, and only of a page that is seen. A module that stands in the page runs before `load`.
// A tap on a link leaves its page before this has come: the next page brings both.
addEventListener('load', () => requestAnimationFrame(() => setTimeout(isFirstPage() ? bring : use, 200, later)));
