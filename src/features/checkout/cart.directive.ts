import type { ClientDirective } from 'astro';
import { onCartChange } from '#src/features/cart/cart-change.ts';
import { readCart } from '#src/features/cart/stored-cart.ts';
import { readAttempt } from './attempt.store.ts';

/** `client:cart` loads the island only when the cart has a line or an attempt to order is in progress. */
const whenNeeded: ClientDirective = (load) => {
  let started = false;
  const start = async () => {
    if (started || (readCart().length === 0 && !readAttempt())) return;
    started = true;
    await (
      await load()
    )();
  };
  void start();
  onCartChange(() => void start());
};

export default whenNeeded;
