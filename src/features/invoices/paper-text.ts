import { resources } from '#src/i18n/translate.ts';

type ReceiptText = keyof (typeof resources)['en-US']['invoice']['receipt'];

const TEXTS = resources['en-US'].invoice;

/** Whether a text about an invoice has another wording for the receipt of a sold gift voucher. */
export const isReceiptText = (key: string): key is ReceiptText => Object.hasOwn(TEXTS.receipt, key);

/**
 * The text about a paper of an order. `isReceipt`: the order bought a gift voucher, whose sale is no supply (§ 3(15)
 * UStG), so that its paper is not an invoice and must not be called one.
 */
export const paperKey = <K extends ReceiptText>(isReceipt: boolean, key: K) =>
  isReceipt ? (`invoice:receipt.${key}` as const) : (`invoice:${key}` as const);
