/** In the script of the cart page, where another device’s changes count most, also when the cart here is empty. */
import { readClientName } from '#src/features/account/stored-client.ts';
import followCart from './follow-cart.ts?chunk-url';

if (readClientName()) addEventListener('load', () => void import(/* @vite-ignore */ followCart).catch(() => {}));
