import type { Logger } from 'pino';
import { z } from 'zod';
import type { PaypalConfig } from '#src/settings/environment/paypal-config.ts';
import { ok, type Result } from '#src/shared/result.ts';
import type { PaypalError, PaypalGateway } from '../paypal.ts';
import { createTokenCache, tokenSchema } from './access-token.ts';
import { toAmount } from './amount.ts';
import {
  captureSchema,
  disputeSchema,
  orderSchema,
  transactionPageSchema,
  refundSchema,
  verificationSchema,
} from './answers.ts';
import { acceptForm, evidenceForm } from './dispute-body.ts';
import { addressPatch, orderBody } from './order-body.ts';
import { createTransport, type Request } from './transport.ts';
import { verificationBody } from './webhook.ts';

export interface GatewayOptions {
  account: Pick<PaypalConfig, 'clientId' | 'clientSecret' | 'webhookId'>;
  /** REST base without a trailing slash. */
  baseUrl: string;
  timeoutMs: number;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds. */
  now?: () => number;
  retryDelaysMs?: number[];
}

const RETRY_DELAYS_MS = [200, 800];
/** A call with its retries takes at most this many timeouts; so does fetching a token. */
const PATIENCE = 2.5;
const segment = encodeURIComponent;

/** PayPal over its REST interface. */
export function createPaypalGateway(options: GatewayOptions): PaypalGateway {
  const { account, baseUrl, timeoutMs, log, now = Date.now, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const send = createTransport({ baseUrl, timeoutMs, retryDelaysMs, log });
  const deadline = () => performance.now() + PATIENCE * timeoutMs;
  const credentials = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
  const tokens = createTokenCache(
    () =>
      send(
        {
          method: 'POST',
          path: '/v1/oauth2/token',
          headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'grant_type=client_credentials',
          until: deadline(),
        },
        tokenSchema,
      ),
    now,
  );

  /**
   * Sends with a token. When PayPal refuses it, for example because it was revoked early, sends once more with a new
   * one.
   */
  async function call<S extends z.ZodType>(
    request: Omit<Request, 'until'>,
    schema: S,
  ): Promise<Result<z.output<S>, PaypalError>> {
    const until = deadline();
    for (let first = true; ; first = false) {
      const token = await tokens.get();
      if (!token.ok) return token;
      const headers = {
        // fetch itself names the boundary of a form.
        ...(!(request.body instanceof FormData) && { 'content-type': 'application/json' }),
        ...request.headers,
        authorization: `Bearer ${token.value}`,
      };
      const answer = await send({ ...request, headers, until }, schema);
      if (answer.ok || answer.error.status !== 401) return answer;
      tokens.drop(token.value);
      if (!first) return answer;
    }
  }

  const get = <S extends z.ZodType>(path: string, schema: S) => call({ method: 'GET', path }, schema);
  const post = <S extends z.ZodType>(path: string, requestId: string, body: object, schema: S) =>
    call(
      {
        method: 'POST',
        path,
        headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
        body: JSON.stringify(body),
      },
      schema,
    );

  const sendForm = (disputeId: string, act: string, body: FormData) =>
    call(
      { method: 'POST', path: `/v1/customer/disputes/${segment(disputeId)}/${act}`, body, isSentOnce: true },
      z.unknown(),
    );

  return {
    checkLogin: () => tokens.getFresh(),
    createOrder: (order) => post('/v2/checkout/orders', order.requestId, orderBody(order), orderSchema),
    getOrder: (orderId) => get(`/v2/checkout/orders/${segment(orderId)}`, orderSchema),
    updateAddress: ({ id, address: present }, address) =>
      call(
        {
          method: 'PATCH',
          path: `/v2/checkout/orders/${segment(id)}`,
          body: JSON.stringify(addressPatch(address, present)),
        },
        z.unknown(), // PayPal answers without a body
      ),
    captureOrder: (orderId, requestId) =>
      post(`/v2/checkout/orders/${segment(orderId)}/capture`, requestId, {}, orderSchema),
    getCapture: (captureId) => get(`/v2/payments/captures/${segment(captureId)}`, captureSchema),
    refundCapture: (captureId, requestId, amount) =>
      post(
        `/v2/payments/captures/${segment(captureId)}/refund`,
        requestId,
        amount === undefined ? {} : { amount: toAmount(amount) },
        refundSchema,
      ),
    getDispute: (disputeId) => get(`/v1/customer/disputes/${segment(disputeId)}`, disputeSchema),
    sendEvidence: (disputeId, evidence) => sendForm(disputeId, 'provide-evidence', evidenceForm(evidence)),
    acceptClaim: (disputeId, note) => sendForm(disputeId, 'accept-claim', acceptForm(note)),
    getRefund: (refundId) => get(`/v2/payments/refunds/${segment(refundId)}`, refundSchema),
    addTracker: ({ orderId, captureId, number, carrier, carrierName }, requestId) =>
      post(
        `/v2/checkout/orders/${segment(orderId)}/track`,
        requestId,
        {
          // PayPal's document asks for the payment under both names, its examples name `capture_id` only.
          ...{ capture_id: captureId, transaction_id: captureId, status: 'SHIPPED' },
          ...{ tracking_number: number, carrier },
          ...(carrierName && { carrier_name_other: carrierName }),
          // The shop writes to the buyer itself.
          notify_payer: false,
        },
        z.unknown(),
      ),
    cancelTracker: ({ orderId, captureId, number }) =>
      call(
        {
          method: 'PATCH',
          // PayPal names a tracker by its payment and number.
          path: `/v2/checkout/orders/${segment(orderId)}/trackers/${segment(`${captureId}-${number}`)}`,
          body: JSON.stringify([{ op: 'replace', path: '/status', value: 'CANCELLED' }]),
        },
        z.unknown(), // PayPal answers without a body
      ),
    listTransactions: ({ from, until }, page) => {
      const query = {
        start_date: from.toISOString(),
        end_date: until.toISOString(),
        fields: 'transaction_info,payer_info',
      };
      return get(
        `/v1/reporting/transactions?${new URLSearchParams({ ...query, page_size: '100', page: String(page) })}`,
        transactionPageSchema,
      );
    },
    async verifyWebhook(headers, rawBody) {
      const body = verificationBody(headers, rawBody, account.webhookId);
      if (!body) return ok(false);
      const answer = await call(
        { method: 'POST', path: '/v1/notifications/verify-webhook-signature', body },
        verificationSchema,
      );
      // PayPal rejects a malformed signature with an error, so it is not PayPal's own.
      return !answer.ok && answer.error.kind === 'rejected' ? ok(false) : answer;
    },
  };
}
