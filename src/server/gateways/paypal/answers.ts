import { z } from 'zod';
import type { PaidWith } from '#src/shared/payment-source.ts';
import type {
  PaypalAuthentication,
  PaypalCapture,
  PaypalChargeback,
  PaypalDispute,
  PaypalOrder,
  PaypalTransactionPage,
  PaypalRefund,
} from '../paypal.ts';
import { amountSchema, signedAmountSchema } from './amount.ts';

/** Ids of PayPal and of the shop. PostgreSQL's text cannot contain a NUL. */
export const idSchema = z.string().regex(/^[\w-]{1,100}$/);

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);
type Links = z.output<typeof linksSchema>;

/** The id at the end of the link to the parent object. */
const parentId = (links: Links, kind: 'orders' | 'captures'): string | undefined =>
  links
    .map(({ rel, href }) => (rel === 'up' ? new RegExp(`/${kind}/([\\w-]+)$`).exec(href)?.[1] : undefined))
    .find(Boolean);

export const captureSchema = z
  .object({
    id: z.string(),
    status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED']),
    amount: amountSchema,
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: idSchema.optional() }).optional() }).optional(),
    links: linksSchema,
  })
  .transform(({ id, status, amount, custom_id, invoice_id, supplementary_data, links }): PaypalCapture => ({
    id,
    status,
    ...amount,
    checkoutId: custom_id,
    invoiceId: invoice_id,
    orderId: supplementary_data?.related_ids?.order_id ?? parentId(links, 'orders'),
  }));

export const refundSchema = z
  .object({
    id: z.string(),
    status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
    amount: amountSchema,
    links: linksSchema,
  })
  .transform(({ id, status, amount, links }): PaypalRefund => ({
    id,
    status,
    amount: amount.amount,
    captureId: parentId(links, 'captures'),
  }));

/** PayPal's reversal of a capture, as a refund or as the capture itself; its amount may be negative. */
export const chargebackSchema = z
  .object({ id: idSchema, amount: signedAmountSchema, links: linksSchema })
  .transform(({ id, amount: { amount }, links }): PaypalChargeback => ({
    id,
    amount: Math.abs(amount),
    captureId: parentId(links, 'captures') ?? id,
  }));

/** PayPal's texts are for people, so anything unreadable in them must not hide an order's payment. */
const text = z.string().optional().catch(undefined);

const destinationSchema = z
  .object({
    name: z.object({ full_name: text }).optional().catch(undefined),
    address: z
      .object({ address_line_1: text, address_line_2: text, admin_area_2: text, postal_code: text, country_code: text })
      .optional()
      .catch(undefined),
  })
  .transform(({ name, address }): PaypalOrder['address'] => ({
    name: name?.full_name,
    line1: address?.address_line_1,
    line2: address?.address_line_2,
    city: address?.admin_area_2,
    postalCode: address?.postal_code,
    countryCode: address?.country_code,
  }))
  .optional()
  .catch(undefined);

const payerSchema = z.object({ email_address: text }).optional().catch(undefined);

/** An unreadable result of 3-D Secure must not pass as "not asked". */
const UNREADABLE = { authentication_result: { three_d_secure: {} } };

const cardSchema = z
  .object({
    brand: text,
    last_digits: text,
    authentication_result: z
      .object({
        liability_shift: text,
        three_d_secure: z.object({ enrollment_status: text, authentication_status: text }).default({}),
      })
      .optional(),
  })
  .optional()
  .catch(UNREADABLE);
const walletSchema = z.object({ card: cardSchema }).optional().catch({ card: UNREADABLE });

const sourceSchema = z
  .object({
    paypal: payerSchema,
    card: cardSchema,
    google_pay: walletSchema,
    apple_pay: walletSchema,
  })
  .optional()
  .catch(undefined);

/** The card behind the payment, its source, and what the buyer's bank said. */
function readCard(source: z.output<typeof sourceSchema>): {
  paidWith: PaidWith | undefined;
  authentication: PaypalAuthentication | undefined;
} {
  const wallet = source?.google_pay ?? source?.apple_pay;
  const card = source?.card ?? wallet?.card;
  if (!card && !wallet) return { paidWith: undefined, authentication: undefined };
  const result = card?.authentication_result;
  return {
    paidWith: {
      source: source?.card ? 'card' : source?.google_pay ? 'googlePay' : 'applePay',
      brand: card?.brand,
      lastDigits: card?.last_digits,
    },
    authentication: result && {
      liabilityShift: result.liability_shift,
      enrollment: result.three_d_secure.enrollment_status,
      status: result.three_d_secure.authentication_status,
    },
  };
}

export const orderSchema = z
  .object({
    id: z.string(),
    status: z.enum(['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
    purchase_units: z.tuple([
      z.object({
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        amount: amountSchema,
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        shipping: destinationSchema,
        payments: z
          .object({ captures: z.array(captureSchema).default([]), refunds: z.array(refundSchema).default([]) })
          .optional(),
      }),
    ]),
    payer: payerSchema,
    payment_source: sourceSchema,
    links: linksSchema,
  })
  .transform(({ id, status, purchase_units: [unit], payer, payment_source: source, links }): PaypalOrder => ({
    id,
    status,
    ...unit.amount,
    checkoutId: unit.custom_id,
    invoiceId: unit.invoice_id,
    payee: unit.payee?.merchant_id,
    captures: (unit.payments?.captures ?? []).map((capture) => ({ ...capture, orderId: id })),
    refunds: unit.payments?.refunds ?? [],
    address: unit.shipping,
    email: payer?.email_address ?? source?.paypal?.email_address,
    ...readCard(source),
    approveUrl: links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href,
  }));

const codeSchema = z
  .string()
  .regex(/^[0-9A-Z_]{1,255}$/)
  .optional()
  .catch(undefined);
const timeSchema = z.coerce
  .date()
  .transform((time) => time.toISOString())
  .optional()
  .catch(undefined);
const ownId = idSchema.optional().catch(undefined);

export const disputeSchema = z
  .object({
    dispute_id: idSchema,
    status: codeSchema,
    reason: codeSchema,
    dispute_amount: amountSchema.optional().catch(undefined),
    dispute_outcome: z.object({ outcome_code: codeSchema }).optional().catch(undefined),
    seller_response_due_date: timeSchema,
    update_time: timeSchema,
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: ownId, custom: ownId, invoice_number: ownId }))
      .min(1)
      .max(1000),
  })
  .transform((dispute): PaypalDispute => ({
    id: dispute.dispute_id,
    isResolved: dispute.status === 'RESOLVED',
    isOurTurn: dispute.status === 'WAITING_FOR_SELLER_RESPONSE',
    outcome: dispute.dispute_outcome?.outcome_code,
    reason: dispute.reason,
    amount: dispute.dispute_amount?.amount ?? 0,
    respondBy: dispute.seller_response_due_date,
    updatedAt: dispute.update_time,
    payments: dispute.disputed_transactions.map(({ seller_transaction_id: captureId, custom, invoice_number }) => ({
      captureId,
      checkoutIds: [custom, invoice_number].filter((id) => id !== undefined),
    })),
  }));

const transactionSchema = z.object({
  transaction_info: z.object({
    transaction_id: idSchema,
    transaction_event_code: text,
    paypal_reference_id: ownId,
    transaction_initiation_date: z.coerce.date(),
    transaction_amount: signedAmountSchema,
    fee_amount: signedAmountSchema.optional(),
    transaction_status: z.enum(['S', 'P', 'D', 'V']),
    custom_field: text,
  }),
  payer_info: z
    .object({ email_address: text, payer_name: z.object({ alternate_full_name: text }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export const transactionPageSchema = z
  .object({ transaction_details: z.array(transactionSchema).default([]), total_pages: z.int().default(1) })
  .transform(({ transaction_details, total_pages }): PaypalTransactionPage => ({
    pages: total_pages,
    transactions: transaction_details.map(({ transaction_info: info, payer_info: payer }) => ({
      id: info.transaction_id,
      code: info.transaction_event_code ?? '',
      status: info.transaction_status,
      ...info.transaction_amount,
      fee: -(info.fee_amount?.amount ?? 0) || 0,
      referenceId: info.paypal_reference_id,
      at: info.transaction_initiation_date.toISOString(),
      checkoutId: info.custom_field,
      name: payer?.payer_name?.alternate_full_name,
      email: payer?.email_address,
    })),
  }));

export const verificationSchema = z
  .object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })
  .transform(({ verification_status }) => verification_status === 'SUCCESS');
