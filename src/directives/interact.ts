import type { ClientDirective } from 'astro';

/**
 * `client:interact`: hydrates at the first touch, focus or key, then repeats the click that came meanwhile: no tap is
 * lost, and several count as one.
 */
const interact: ClientDirective = (load, _options, island) => {
  let hydrated = false;
  let started = false;
  let pending: HTMLElement | undefined;

  const start = async () => {
    if (started) return;
    started = true;
    const hydrate = await load();
    if (!started) return; // the code did not arrive: the next tap tries again
    await hydrate();
    hydrated = true;
    island.removeAttribute('aria-busy');
    pending?.click();
  };
  const onClick = (event: Event) => {
    if (hydrated) return;
    const control = (event.target as Element).closest<HTMLElement>('button, a');
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    pending = control;
    island.setAttribute('aria-busy', 'true');
    void start();
  };
  island.addEventListener('click', onClick, { capture: true });
  for (const event of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(event, () => void start(), { passive: true });
  // Astro reports it before `load` resolves; the shop's alert area tells the shopper.
  island.addEventListener('astro:hydration-error', () => {
    started = false;
    pending = undefined;
    island.removeAttribute('aria-busy');
  });
};

export default interact;
