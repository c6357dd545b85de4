import type { ClientDirective } from 'astro';
import { hasStoredCart, onCartChange } from '../features/cart/cart-events.ts';

/** `client:cart`: hydrates once there is something in the cart, so that a shopper without one pays for no script. */
const cart: ClientDirective = (load) => {
  let started = false;
  const start = async () => {
    if (started || !hasStoredCart()) return;
    started = true;
    const hydrate = await load();
    await hydrate();
  };
  void start();
  onCartChange(() => void start());
};

export default cart;
