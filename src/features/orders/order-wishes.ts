import type { BillingAddress } from '#src/features/account/billing-address.ts';

/** What a buyer may add to an order besides goods and delivery address. */
export interface OrderWishes {
  /** Who pays; null: the buyer named no other address for the invoice. */
  billing: BillingAddress | null;
  /** The buyer's own reference, printed on the invoice. */
  reference: string | null;
  /** The buyer's note to the shop. */
  note: string | null;
  /** null: not a present. `message` is the greeting, '' for none. */
  gift: { message: string } | null;
}

/** Longest lengths in UTF-16 units. */
export const MAX_REFERENCE = 60;
export const MAX_NOTE = 300;

/** The columns of a checkout that store them. */
export const wishColumns = ({ billing, reference, note, gift }: Partial<OrderWishes>) => ({
  billing: billing ? JSON.stringify(billing) : null,
  reference: reference || null,
  note: note || null,
  gift_message: gift ? gift.message : null,
});

/** Checked wishes of a form, with null for what is missing. */
export const completeWishes = ({
  billing = null,
  reference,
  note,
  gift = null,
}: {
  [Wish in keyof OrderWishes]?: OrderWishes[Wish] | undefined;
}): OrderWishes => ({ billing, reference: reference || null, note: note || null, gift });

/** Whether a checkout stores these wishes. */
export const hasSameWishes = (stored: ReturnType<typeof wishColumns>, wishes: Partial<OrderWishes>): boolean =>
  Object.entries(wishColumns(wishes)).every(([column, value]) => stored[column as keyof typeof stored] === value);

export const wishesOf = ({ billing, reference, note, gift_message }: ReturnType<typeof wishColumns>): OrderWishes => ({
  billing: billing === null ? null : (JSON.parse(billing) as BillingAddress),
  reference,
  note,
  gift: gift_message === null ? null : { message: gift_message },
});

/** The name of a buyer without an account. A parcel may go to another person than the one who pays. */
export const guestName = ({
  billing,
  shipping,
}: Partial<Pick<OrderWishes, 'billing'>> & { shipping?: { name: string } }) => billing?.name ?? shipping?.name ?? '';
