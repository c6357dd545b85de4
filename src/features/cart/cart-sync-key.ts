/** Where the browser keeps what it knows about the account's cart (src/features/account-cart/sync-state.ts). */
export const CART_SYNC_KEY = 'cartSync';
