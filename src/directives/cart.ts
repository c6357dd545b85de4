import type { ClientDirective } from 'astro';
import { hasStoredCart, onCartChange } from '../features/cart/cart-events.ts';

/** `client:cart`: hydrates once there is something in the cart, so that a shopper without one pays for no script. */
const cart: ClientDirective = (load, _options, island) => {
  let started = false;
  const start = async (event?: Event) => {
    const units: unknown = event instanceof CustomEvent && event.detail;
    if (started || !(units || hasStoredCart())) return;
    started = true;
    const hydrate = await load();
    await hydrate();
  };
  void start();
  onCartChange(start);
  // The code did not arrive: the next change tries again.
  island.addEventListener('astro:hydration-error', () => (started = false));
};

export default cart;
