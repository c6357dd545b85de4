import { CAROUSEL_INTERVAL_MS } from '#src/shared/business.ts';

/** Gives a carousel its buttons and lets it advance, unless the person prefers stillness, points at it or paused it. */
export function startCarousel(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('.carousel-track')!;
  const pause = root.querySelector<HTMLElement>('[data-pause]')!;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let paused = still.matches;

  // A button that was clicked keeps the focus: only the keyboard's counts.
  const isBusy = () => root.matches(':hover, :has(:focus-visible)');

  const show = () => {
    pause.setAttribute('aria-label', pause.dataset[paused ? 'play' : 'pause']!);
    pause.textContent = paused ? '▶' : '❚❚';
  };
  const step = (by: number) => {
    const count = track.children.length;
    const at = Math.round(track.scrollLeft / track.clientWidth);
    track.scrollTo({ left: ((at + by + count) % count) * track.clientWidth, behavior: still.matches ? 'instant' : 'smooth' });
  };

  root
    .querySelectorAll<HTMLElement>('[data-step]')
    .forEach((button) => button.addEventListener('click', () => step(Number(button.dataset.step))));
  pause.addEventListener('click', () => {
    paused = !paused;
    show();
  });
  setInterval(() => {
    if (!paused && !isBusy() && !document.hidden) step(1);
  }, CAROUSEL_INTERVAL_MS);
  show();
}
