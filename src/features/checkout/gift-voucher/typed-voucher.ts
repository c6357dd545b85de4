/**
 * What a buyer has typed and chosen for a gift voucher, in this tab only. On a phone PayPal takes the page's place, so
 * without it the form would be empty after the buyer gave up there. Unlike a draft (ui/form/draft.ts) it knows choices
 * and days, too.
 */
const KEY = 'giftVoucher';

export type TypedVoucher = Record<string, string>;

export function readTyped(): TypedVoucher | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as TypedVoucher | null) ?? undefined;
  } catch {
    return undefined; // storage is blocked, or another script wrote it
  }
}

/** Fields that are not shown keep what was typed before. */
export function keepTyped(form: HTMLFormElement): void {
  const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readTyped(), ...values }));
  } catch {
    // Without storage the form works as well.
  }
}

/** Called after the order was placed. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so it is empty.
  }
}
