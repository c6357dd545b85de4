import { forgetDraft, renameDraft } from '#src/ui/form/draft.ts';

const DRAFT = 'checkout-';

/**
 * Name of the checkout form's draft. Without it a buyer who returns from PayPal to a new form would order to the
 * account's address without noticing. It contains the client's id, so that the next person at this browser does not see
 * it. A guest's draft stays when the guest signs in.
 */
export function openDraft(clientId: string | undefined): string {
  const guest = `${DRAFT}guest`;
  if (!clientId) return guest;
  renameDraft(guest, DRAFT + clientId);
  return DRAFT + clientId;
}

/** Called after the order was placed. */
export const forgetAddress = (): void => forgetDraft(DRAFT);
