import { forgetDraft } from '#src/ui/form/draft.ts';

const DRAFT = 'checkout-';

/**
 * Name of the checkout form's draft. Without it a buyer who returns from PayPal to a new form would order to the account's
 * address without noticing. It names the client, so that the next person at this browser does not see it.
 */
export const draftOf = (clientId: string): string => DRAFT + clientId;

/** After the order was placed. */
export const forgetAddress = (): void => forgetDraft(DRAFT);
