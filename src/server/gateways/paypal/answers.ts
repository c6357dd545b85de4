import { z } from 'zod';
import type { PaypalCapture, PaypalOrder, PaypalRefund } from '../paypal.ts';
import { amountSchema } from './amount.ts';

/** Ids of PayPal and of the shop. PostgreSQL's text cannot contain a NUL. */
export const idSchema = z.string().regex(/^[\w-]{1,100}$/);

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);
type Links = z.output<typeof linksSchema>;

/** The id at the end of the link to an object's parent. */
const parentId = (links: Links, kind: 'orders' | 'captures'): string | undefined =>
  links.map(({ rel, href }) => (rel === 'up' ? new RegExp(`/${kind}/([\\w-]+)$`).exec(href)?.[1] : undefined)).find(Boolean);

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
  .object({ id: z.string(), status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']), amount: amountSchema, links: linksSchema })
  .transform(({ id, status, amount, links }): PaypalRefund => ({
    id,
    status,
    amount: amount.amount,
    captureId: parentId(links, 'captures'),
  }));

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
        payments: z.object({ captures: z.array(captureSchema).default([]), refunds: z.array(refundSchema).default([]) }).optional(),
      }),
    ]),
    links: linksSchema,
  })
  .transform(({ id, status, purchase_units: [unit], links }): PaypalOrder => ({
    id,
    status,
    ...unit.amount,
    checkoutId: unit.custom_id,
    invoiceId: unit.invoice_id,
    payee: unit.payee?.merchant_id,
    captures: (unit.payments?.captures ?? []).map((capture) => ({ ...capture, orderId: id })),
    refunds: unit.payments?.refunds ?? [],
    approveUrl: links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href,
  }));

export const verificationSchema = z
  .object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })
  .transform(({ verification_status }) => verification_status === 'SUCCESS');
