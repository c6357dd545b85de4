import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '#src/shared/parse-json.ts';
import { errorAnswer, malformed, unauthorised, type Answer } from './answers.ts';
import { answerDispute, getDispute, isDisputeAct, readForm, type DisputeForm } from './disputes.ts';
import { withFault, type CallName, type Outcome } from './faults.ts';
import { once } from './idempotency.ts';
import {
  asItIsNow,
  captureOrder,
  createOrder,
  getCapture,
  getOrder,
  getRefund,
  refundCapture,
  type PaymentCall,
} from './payments.ts';
import { listTransactions } from './transactions.ts';
import type { Store } from './store.ts';
import { addTracker, updateTracker } from './trackers.ts';
import { updateOrder } from './update-order.ts';
import { isTokenGood, issueToken, type Account } from './tokens.ts';
import { verifySignature } from './webhooks.ts';

/** The first group of a pattern is the id of the call's target. */
const CALLS: { name: CallName; method: string; pattern: RegExp }[] = [
  { name: 'token', method: 'POST', pattern: /^\/v1\/oauth2\/token$/ },
  { name: 'create', method: 'POST', pattern: /^\/v2\/checkout\/orders$/ },
  { name: 'get', method: 'GET', pattern: /^\/v2\/checkout\/orders\/([^/]+)$/ },
  { name: 'update', method: 'PATCH', pattern: /^\/v2\/checkout\/orders\/([^/]+)$/ },
  { name: 'capture', method: 'POST', pattern: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/ },
  { name: 'track', method: 'POST', pattern: /^\/v2\/checkout\/orders\/([^/]+)\/track$/ },
  { name: 'track', method: 'PATCH', pattern: /^\/v2\/checkout\/orders\/([^/]+)\/trackers\/[^/]+$/ },
  { name: 'get', method: 'GET', pattern: /^\/v2\/payments\/captures\/([^/]+)$/ },
  { name: 'get', method: 'GET', pattern: /^\/v2\/payments\/refunds\/([^/]+)$/ },
  { name: 'refund', method: 'POST', pattern: /^\/v2\/payments\/captures\/([^/]+)\/refund$/ },
  { name: 'dispute', method: 'GET', pattern: /^\/v1\/customer\/disputes\/([^/]+)$/ },
  { name: 'evidence', method: 'POST', pattern: /^\/v1\/customer\/disputes\/([^/]+)\/provide-evidence$/ },
  { name: 'accept', method: 'POST', pattern: /^\/v1\/customer\/disputes\/([^/]+)\/accept-claim$/ },
  { name: 'list', method: 'GET', pattern: /^\/v1\/reporting\/transactions$/ },
  { name: 'verify', method: 'POST', pattern: /^\/v1\/notifications\/verify-webhook-signature$/ },
];

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** The emulator's address as the caller sees it. */
  base: string;
}

export interface Rest {
  /** Number of calls since this process started, by kind. */
  counts: Record<CallName, number>;
  /** Returns undefined for a path that is not a call. */
  answer(received: Received): Promise<Outcome | undefined>;
}

/** PayPal's REST interface. */
export function createRest(store: Store, account: Account): Rest {
  const counts: Rest['counts'] = {
    token: 0,
    create: 0,
    get: 0,
    update: 0,
    capture: 0,
    refund: 0,
    verify: 0,
    list: 0,
    track: 0,
    dispute: 0,
    evidence: 0,
    accept: 0,
  };
  const underWay = new Set<string>();

  return {
    counts,
    async answer(received) {
      const { method, path, headers } = received;
      const call = CALLS.find((known) => known.method === method && known.pattern.test(path));
      if (!call) return undefined;
      const about = call.pattern.exec(path)?.[1] ?? '';
      const requestId = textOf(headers['paypal-request-id']);
      const form = isDisputeAct(call.name) ? await readForm(received) : undefined;
      counts[call.name]++;
      if (requestId && underWay.has(requestId))
        return errorAnswer(409, 'RESOURCE_CONFLICT', [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }]);
      if (requestId) underWay.add(requestId);
      try {
        const fault = store.transaction(() => store.takeFault(call.name));
        return await withFault(fault, (forcedResult) =>
          work(received, { name: call.name, about, requestId, forcedResult, form }),
        );
      } finally {
        if (requestId) underWay.delete(requestId);
      }
    },
  };

  function work(
    { method, path, query, headers, raw, base }: Received,
    { name, about, requestId, forcedResult, form }: Work,
  ): Answer {
    if (name === 'token') {
      if (forcedResult) return { status: 401, body: { error: forcedResult.toLowerCase() } };
      return issueToken(store.secret, account, headers.authorization, new URLSearchParams(raw.toString()));
    }
    if (!isTokenGood(store.secret, headers.authorization)) return unauthorised();
    if (isDisputeAct(name))
      return store.transaction(() => answerDispute({ store, base, forcedResult }, name, about, form));
    const isJson = /^application\/json\s*(;|$)/.test(headers['content-type'] ?? '');
    if (method !== 'GET' && !isJson) return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE');
    const body = raw.length > 0 ? parseJson(raw.toString()) : {};
    if (body === undefined) return malformed({ issue: 'MALFORMED_REQUEST_JSON' });
    if (name === 'verify') return verifySignature(store.secret, account.webhookId, raw, forcedResult);
    const whole = textOf(headers.prefer) === 'return=representation';
    const call: PaymentCall = { store, base, whole, body, forcedResult };
    if (name === 'dispute') return getDispute({ store, base, forcedResult }, about);
    if (name === 'list') return listTransactions(call, query);
    if (name === 'get') return readerOf(path)(call, about);
    if (name === 'update') return store.transaction(() => updateOrder(call, about));
    if (name === 'track' && method === 'PATCH')
      return store.transaction(() =>
        updateTracker(call, about, decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))),
      );
    const act = () => {
      if (name === 'create') return createOrder(call);
      if (name === 'track') return addTracker(call, about);
      return name === 'capture' ? captureOrder(call, about) : refundCapture(call, about);
    };
    return once(store, { call: name, requestId, what: `${name} ${about} ${raw.toString()}` }, act, (answer) =>
      asItIsNow(call, answer),
    );
  }
}

function readerOf(path: string): typeof getOrder {
  if (path.includes('/captures/')) return getCapture;
  return path.includes('/refunds/') ? getRefund : getOrder;
}

interface Work {
  name: CallName;
  about: string;
  requestId: string | undefined;
  forcedResult: string | undefined;
  /** The form of an answer to a dispute. */
  form: DisputeForm | undefined;
}

const textOf = (value: string | string[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined;
