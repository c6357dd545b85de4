import { isFirstPage } from './first-page.ts';
import inUse from './in-use.ts?chunk-url';
import later from './later.ts?chunk-url';

/** Without it the page goes on answering by itself; the next tap asks again. */
const bring = (file: string) => import(/* @vite-ignore */ file).catch(() => {});
const use = () => [later, inUse].forEach(bring);

// Who turns a wheel or presses a key is not using it yet; a finger may be about to. One on a link leaves: nothing shall come between it and the next page.
const touch = ({ target }: Event) => (target as Element).closest('a') ?? use();
addEventListener('pointerdown', touch);
addEventListener('focusin', touch);
// Behind everything that the first picture of the page needs, and only of a page that is seen. A module that stands in the page runs before `load`.
// The second page of a visit brings both.
addEventListener('load', () => requestAnimationFrame(() => setTimeout(isFirstPage() ? bring : use, 200, later)));
