import { CAROUSEL_INTERVAL_MS } from '#src/shared/business.ts';

/**
 * Connects the buttons and advances the slides, unless the visitor prefers reduced motion, points at the carousel or
 * paused it.
 */
export function startCarousel(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('.carousel-track')!;
  const pause = root.querySelector<HTMLElement>('[data-pause]')!;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let paused = reducedMotion.matches;

  // A clicked button keeps the focus, so only visible focus counts: that of the keyboard.
  const isBusy = () => root.matches(':hover, :has(:focus-visible)');

  const updateButton = () => {
    pause.setAttribute('aria-label', pause.dataset[paused ? 'play' : 'pause']!);
    pause.textContent = paused ? '▶' : '❚❚';
  };
  const step = (by: number) => {
    const count = track.children.length;
    const current = Math.round(track.scrollLeft / track.clientWidth);
    track.scrollTo({
      left: ((current + by + count) % count) * track.clientWidth,
      behavior: reducedMotion.matches ? 'instant' : 'smooth',
    });
  };

  root
    .querySelectorAll<HTMLElement>('[data-step]')
    .forEach((button) => button.addEventListener('click', () => step(Number(button.dataset.step))));
  pause.addEventListener('click', () => {
    paused = !paused;
    updateButton();
  });
  setInterval(() => {
    if (!paused && !isBusy() && !document.hidden) step(1);
  }, CAROUSEL_INTERVAL_MS);
  updateButton();
}
