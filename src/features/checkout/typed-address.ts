import { forgetDraft, renameDraft } from '#src/ui/form/draft.ts';

const DRAFT = 'checkout-';

/**
 * Name of the checkout form's draft. Without it a buyer who returns from PayPal to a new form would order to the account's
 * address without noticing. It names the client, so that the next person at this browser does not see it. What somebody typed
 * without an account stays when that person signs in.
 */
export function openDraft(clientId: string | undefined): string {
  const guest = `${DRAFT}guest`;
  if (!clientId) return guest;
  renameDraft(guest, DRAFT + clientId);
  return DRAFT + clientId;
}

/** After the order was placed. */
export const forgetAddress = (): void => forgetDraft(DRAFT);
