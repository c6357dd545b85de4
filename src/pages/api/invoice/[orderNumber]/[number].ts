import { sendInvoice } from '#src/features/orders/server/invoice.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: sendInvoice });
