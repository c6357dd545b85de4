/**
 * Sends a signed-in customer's cart to the account, and brings what other devices changed. Loaded once a page is used
 * (src/shell/on-first-use.ts) and on the cart page, so that a first page asks for nothing.
 */
import { onClientChange, readClient } from '#src/features/account/stored-client.ts';
import { totalQuantity, type Cart } from '#src/features/cart/cart.ts';
import { onCartChange } from '#src/features/cart/cart-change.ts';
import { readCart, writeCart } from '#src/features/cart/stored-cart.ts';
import { leavingJson, postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { isSameCart, mergeCarts, unitsBeyond, type CartUnits, type Units } from './merge-carts.ts';
import { showMerged } from './show-merged.ts';
import { readSyncState, writeSyncState, type SyncState } from './sync-state.ts';

/** Wait after the last of several changes. */
const QUIET_MS = 1500;
/** Without a change, a page asks what other devices did if the last answer is older. */
const STALE_MS = 600_000;
/** A call of a page that was left is answered by then, or never. */
const LOST_MS = 30_000;

const unitsOf = (cart: Cart): CartUnits[] =>
  cart.map(({ productId, quantityInCart, addedPrice }) => ({
    productId,
    quantity: quantityInCart,
    ...(addedPrice && { price: addedPrice }),
  }));
const toCart = (lines: Units): Cart =>
  lines.map(({ productId, quantity, price }) => ({ productId, quantityInCart: quantity, addedPrice: price ?? 0 }));
/** What the next call compares: without prices. */
const bare = (lines: Units) => lines.map(({ productId, quantity }) => ({ productId, quantity }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether this device's cart differs from what the account's has, as far as this browser knows. */
function isChanged({ base, sent }: SyncState): boolean {
  const [latest] = sent;
  const known = latest && Date.now() - latest.at < LOST_MS ? latest.lines : base;
  return known === undefined ? totalQuantity(readCart()) > 0 : !isSameCart(unitsOf(readCart()), known);
}

/** The cart page asks once when it is opened. */
let asksNow = document.getElementById('cart') !== null;

const isStale = ({ at }: SyncState): boolean => asksNow || Date.now() - at > STALE_MS;

/** Notes the call in the browser before it is sent, because its answer may arrive after the page was left. */
function begin(state: SyncState) {
  const mine = unitsOf(readCart());
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 40);
  writeSyncState({ ...state, sent: [{ id, lines: bare(mine), at: Date.now() }, ...state.sent] });
  const sent = state.sent.map(({ id: call, lines }) => ({ id: call, lines }));
  return { mine, body: { id, lines: mine, base: state.base, sent } };
}

async function synchronise(): Promise<void> {
  const clientId = readClient()?.clientId;
  if (!clientId) return;
  const state = readSyncState(clientId);
  // Another tab may have done it while this one waited.
  if (!isChanged(state) && !isStale(state)) return;
  asksNow = false;
  const { mine, body } = begin(state);
  const answer = await postJson<{ lines: CartUnits[]; leftOutLines?: CartUnits[] }>(api.accountCart(), body);
  // The customer may have signed out meanwhile. Without an answer, the next change or page tries again.
  if (!answer.ok || readClient()?.clientId !== clientId) return;
  const { lines, leftOutLines: leftOut = [] } = answer.value;
  writeSyncState({ clientId, base: bare(lines), sent: [], at: Date.now() });
  const now = unitsOf(readCart());
  const merged = mergeCarts(mine, now, lines).lines;
  const isOther = !isSameCart(merged, now);
  if (isOther) writeCart(toCart(merged));
  // A full cart stays the same, and yet the account's had more.
  if (isOther || leftOut.length > 0)
    await showMerged({ cart: readCart(), added: unitsBeyond(merged, now), removed: unitsBeyond(now, merged), leftOut });
  if (isChanged(readSyncState(clientId))) schedule();
}

/** One tab at a time. Browsers without locks merge twice, which changes nothing. */
const inTurn = (): void =>
  void (navigator.locks ? navigator.locks.request('cart', synchronise) : synchronise()).catch(() => {});

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    inTurn();
  }, QUIET_MS);
}

/** A change that still waits is sent when the page is left; the answer then arrives with the next call. */
function sendBeforeLeaving(): void {
  const clientId = readClient()?.clientId;
  if (timer === undefined || !clientId) return;
  clearTimeout(timer);
  timer = undefined;
  const state = readSyncState(clientId);
  if (isChanged(state)) leavingJson(api.accountCart(), begin(state).body);
}

function look(): void {
  const clientId = readClient()?.clientId;
  if (!clientId || document.visibilityState !== 'visible') return;
  const state = readSyncState(clientId);
  if (isChanged(state)) schedule();
  else if (isStale(state)) inTurn();
}

look();
onCartChange(look);
onClientChange(look);
addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? look() : sendBeforeLeaving()));
addEventListener('pagehide', sendBeforeLeaving);
