import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { negotiateLocale, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { ADDRESSES, isAddressName } from './address-book.ts';
import type { Answer } from './answers.ts';
import { decide, type Decision } from './buyer.ts';
import { answerCard, answerSheet, decisionOfCard } from './card-source.ts';
import { buyerPage, closedPage, decidedPage, ordersPage } from './pages.ts';
import type { OrderRecord } from './records.ts';
import type { Store } from './store.ts';

/** Paths for browsers below the emulator's address. */
const FILES: Record<string, { file: string; type: string }> = {
  '/web-sdk/v6/core': { file: 'sdk.js', type: 'text/javascript' },
  '/web-sdk/v6/google-pay': { file: 'google-pay.js', type: 'text/javascript' },
  '/window.js': { file: 'window.js', type: 'text/javascript' },
  '/window.css': { file: 'window.css', type: 'text/css' },
};

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: { 'accept-language'?: string };
  raw: Buffer;
  mount: string;
}

/** Returns pages and files for browsers; undefined for other addresses. */
export async function answerWindow(
  store: Store,
  { method, path, query, headers, raw, mount }: Asked,
): Promise<Answer | undefined> {
  const wanted = FILES[path];
  if (method === 'GET' && wanted) {
    const body = await readFile(resolve('src/emulator/browser', wanted.file), 'utf8');
    return { status: 200, body, headers: { 'content-type': `${wanted.type}; charset=utf-8` } };
  }
  if (method === 'POST' && path === '/web-sdk/v6/card') return answerCard(store, raw);
  if (method === 'GET' && path === '/web-sdk/v6/sheet') return answerSheet(query);
  if (method === 'GET' && path === '/web-sdk/v6/eligibility')
    return { status: 200, body: { refused: store.transaction(() => store.takeFault('eligibility'))?.name ?? '' } };
  const preferred = negotiateLocale(headers['accept-language']);
  if (method === 'GET' && path === '/')
    return pageAnswer(200, ordersPage({ locale: preferred, mount }, store.orders()));
  if (path !== '/checkoutnow' || (method !== 'GET' && method !== 'POST')) return undefined;

  const form = method === 'POST' ? new URLSearchParams(raw.toString()) : query;
  const order = store.order(form.get('token') ?? '');
  const locale = (order && localeOf(order)) ?? preferred;
  // A card order has no window: its buyer stays in the shop.
  if (!order?.request.payment_source.paypal) return pageAnswer(404, closedPage({ locale, mount }, 'unknown'));
  const popup = form.get('popup') === '1';
  if (method === 'GET' && order.status !== 'COMPLETED')
    return pageAnswer(200, buyerPage({ locale, mount }, order, { popup }), order);
  const decision = form.get('decision') === 'card' ? decisionOfCard(form.get('card') ?? '') : form.get('decision');
  if (decision === undefined)
    return pageAnswer(422, buyerPage({ locale, mount }, order, { popup, problem: true }), order);
  if (method === 'POST' && !isDecision(decision)) return pageAnswer(400, closedPage({ locale, mount }, 'unknown'));
  const chosen = form.get('address') ?? '';
  const choice = isAddressName(chosen) ? { address: ADDRESSES[chosen] } : {};
  if (!isDecision(decision) || method === 'GET' || !decide(store, order.id, decision, choice))
    return pageAnswer(409, closedPage({ locale, mount }, 'paid'));
  if (popup) return pageAnswer(200, decidedPage({ locale, mount }, order.id, decision));
  return { status: 303, body: '', headers: { location: returnAddress(order, decision) } };
}

const DECISIONS = new Set<unknown>(['approve', 'decline', 'cancel'] satisfies Decision[]);
const isDecision = (text: unknown): text is Decision => DECISIONS.has(text);

const localeOf = ({ request }: OrderRecord): Locale | undefined =>
  parseLocale(request.payment_source.paypal?.experience_context.locale);

function returnAddress(order: OrderRecord, decision: Decision): string {
  const { return_url, cancel_url } = order.request.payment_source.paypal!.experience_context;
  const url = new URL(decision === 'cancel' ? cancel_url : return_url);
  url.searchParams.set('token', order.id);
  if (decision !== 'cancel') url.searchParams.set('PayerID', 'EMULATEDBUYER');
  return url.href;
}

/** An order's page posts its form to the emulator, which redirects to the shop at any address. */
function pageAnswer(status: number, body: string, order?: OrderRecord): Answer {
  const { return_url = '', cancel_url = '' } = order?.request.payment_source.paypal?.experience_context ?? {};
  const shops = [return_url, cancel_url].filter(Boolean).map((url) => new URL(url).origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(shops)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    body,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
  };
}
