import { describe, expect, it } from 'vitest';
import { readPaypalEvent, verificationBody } from '#src/server/gateways/paypal/webhook.ts';

const HEADERS = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig': 'a/b+c==',
  'paypal-transmission-time': '2026-11-21T10:00:00Z',
};
const bytes = (text: string) => new TextEncoder().encode(text);
const bodyOf = (raw: Uint8Array, headers: Record<string, string> = HEADERS) =>
  verificationBody(new Headers(headers), raw, 'HOOK1');

describe('the body of a signature check', () => {
  it('contains the event byte for byte, with the signature’s headers and our webhook id', () => {
    const raw = '{ "id":"WH-1",\n\t"amount": 1.50, "name": "Gua\\u0072aná" }';
    const text = Buffer.from(bodyOf(bytes(raw))!).toString();
    expect(text).toContain(`"webhook_event":${raw}}`);
    expect(JSON.parse(text)).toEqual({
      webhook_id: 'HOOK1',
      auth_algo: HEADERS['paypal-auth-algo'],
      cert_url: HEADERS['paypal-cert-url'],
      transmission_id: HEADERS['paypal-transmission-id'],
      transmission_sig: HEADERS['paypal-transmission-sig'],
      transmission_time: HEADERS['paypal-transmission-time'],
      webhook_event: JSON.parse(raw),
    });
  });

  it.each(Object.keys(HEADERS))('is not built without %s', (missing) => {
    expect(bodyOf(bytes('{}'), { ...HEADERS, [missing]: '' })).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'event'],
    ['a list', '[{}]'],
    ['null', 'null'],
    ['an object with a second webhook id behind it', '{},"webhook_id":"OTHER"'],
    ['two objects', '{}{}'],
    ['a byte order mark', '\uFEFF{}'],
  ])('is not built for %s', (_what, raw) => {
    expect(bodyOf(bytes(raw))).toBeUndefined();
  });

  it('is not built for invalid UTF-8', () => {
    expect(bodyOf(new Uint8Array([...bytes('{"a":"'), 0xc3, 0x28, ...bytes('"}')]))).toBeUndefined();
  });
});

const AMOUNT = { currency_code: 'EUR', value: '21.70' };
const link = (rel: string, path: string) => ({ rel, href: `https://api.paypal.com/v2/${path}`, method: 'GET' });
const read = (event_type: string, resource: object) =>
  readPaypalEvent(JSON.stringify({ id: 'WH-1', event_type, resource }));

describe('a webhook event', () => {
  it('of a capture contains its order, checkout, state and amount', () => {
    const capture = { id: 'CAP1', status: 'PENDING', amount: AMOUNT, custom_id: 'checkout-1' };
    const expected = {
      id: 'WH-1',
      type: 'PAYMENT.CAPTURE.PENDING',
      orderId: 'ORD1',
      checkoutId: 'checkout-1',
      capture: {
        id: 'CAP1',
        status: 'PENDING',
        amount: 2170,
        currency: 'EUR',
        checkoutId: 'checkout-1',
        orderId: 'ORD1',
      },
      refund: undefined,
      chargeback: undefined,
      dispute: undefined,
    };
    const related = {
      supplementary_data: { related_ids: { order_id: 'ORD1' } },
      links: [link('self', 'payments/captures/CAP1')],
    };
    expect(read('PAYMENT.CAPTURE.PENDING', { ...capture, ...related })).toEqual(expected);
    expect(read('PAYMENT.CAPTURE.PENDING', { ...capture, links: [link('up', 'checkout/orders/ORD1')] })).toEqual(
      expected,
    );
  });

  it('of a refund contains the refund, and its capture by the link', () => {
    const links = [link('self', 'payments/refunds/REF1'), link('up', 'payments/captures/CAP1')];
    expect(read('PAYMENT.CAPTURE.REFUNDED', { id: 'REF1', status: 'COMPLETED', amount: AMOUNT, links })).toEqual({
      id: 'WH-1',
      type: 'PAYMENT.CAPTURE.REFUNDED',
      orderId: undefined,
      checkoutId: undefined,
      capture: undefined,
      refund: { id: 'REF1', status: 'COMPLETED', amount: 2170, captureId: 'CAP1' },
      chargeback: undefined,
      dispute: undefined,
    });
  });

  it('of a reversal is a chargeback and not a refund, in each format of PayPal', () => {
    const links = [link('up', 'payments/captures/CAP1')];
    const expected = {
      refund: undefined,
      capture: undefined,
      chargeback: { id: 'REV1', amount: 2170, captureId: 'CAP1' },
    };
    const below = { ...AMOUNT, value: '-21.70' };
    for (const amount of [AMOUNT, below])
      expect(read('PAYMENT.CAPTURE.REVERSED', { id: 'REV1', amount, links })).toMatchObject(expected);
    const ofOrder = [link('up', 'checkout/orders/ORD1')];
    expect(
      read('PAYMENT.CAPTURE.REVERSED', { id: 'CAP1', status: 'REFUNDED', amount: AMOUNT, links: ofOrder }),
    ).toMatchObject({
      chargeback: { id: 'CAP1', amount: 2170, captureId: 'CAP1' },
    });
  });

  it('of a dispute contains its payments, by capture and by the shop’s own ids', () => {
    const dispute = {
      dispute_id: 'PP-R-1',
      status: 'RESOLVED',
      reason: 'UNAUTHORISED',
      dispute_amount: AMOUNT,
      dispute_outcome: { outcome_code: 'ACCEPTED' },
      update_time: '2026-11-21T10:00:00.000Z',
      disputed_transactions: [{ seller_transaction_id: 'CAP1', custom: 'checkout-1', invoice_number: 'a:b' }],
    };
    expect(read('CUSTOMER.DISPUTE.RESOLVED', dispute)?.dispute).toEqual({
      id: 'PP-R-1',
      isOurTurn: false,
      isResolved: true,
      outcome: 'ACCEPTED',
      reason: 'UNAUTHORISED',
      amount: 2170,
      respondBy: undefined,
      updatedAt: '2026-11-21T10:00:00.000Z',
      payments: [{ captureId: 'CAP1', checkoutIds: ['checkout-1'] }],
    });
  });

  it('of an approval contains order and checkout', () => {
    const units = [{ custom_id: 'checkout-1' }];
    expect(read('CHECKOUT.ORDER.APPROVED', { id: 'ORD1', purchase_units: units })).toMatchObject({
      orderId: 'ORD1',
      checkoutId: 'checkout-1',
    });
    expect(read('CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: 'ORD1', purchase_units: units })).toMatchObject({
      orderId: 'ORD1',
      checkoutId: 'checkout-1',
    });
  });

  it('has no capture when its state is unknown', () => {
    const capture = { id: 'CAP1', status: 'COMPLETED', amount: AMOUNT };
    expect(read('PAYMENT.CAPTURE.COMPLETED', capture)?.capture).toBeDefined();
    expect(read('PAYMENT.CAPTURE.COMPLETED', { ...capture, status: 'SOMEHOW' })?.capture).toBeUndefined();
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"id":"WH-1"}',
    '{"id":1,"event_type":"X","resource":{}}',
    '{"id":"WH-1","event_type":"X"}',
  ])('is not recognized in “%s”', (body) => {
    expect(readPaypalEvent(body)).toBeUndefined();
  });
});
