import { randomUUID } from 'node:crypto';
import { newEmail } from './accounts.ts';
import { ADDRESS, type Begun, type Line, type Refused, type Settled } from './buyer.ts';
import type { PricedCart } from './cart-call.ts';
import { good, newVisitor, type Visitor, type VisitorAnswer } from './visitor.ts';

/** A browser that buys without an account. */
export interface GuestBuyer {
  visitor: Visitor;
  email: string;
  /** Creates a checkout at the current prices. `more` overrides fields of the body. */
  tryBegin: <T = Refused>(lines: Line[], more?: object) => Promise<VisitorAnswer<T>>;
  /** The same, but throws when the shop refuses. */
  begin: (lines: Line[], more?: object) => Promise<Begun>;
  tryCapture: <T = Refused>(checkoutId: string) => Promise<VisitorAnswer<T>>;
  capture: (checkoutId: string) => Promise<Settled>;
  cancel: (checkoutId: string) => Promise<VisitorAnswer<Refused>>;
}

export function newGuest(base: string, { email = newEmail(), visitor = newVisitor(base) } = {}): GuestBuyer {
  const guest: GuestBuyer = {
    visitor,
    email,
    async tryBegin(lines, more = {}) {
      const priced =
        'expectedTotal' in more
          ? undefined
          : await visitor.post<PricedCart>('/api/cart/', { lines, ...('code' in more && { code: more.code }) });
      if (priced?.status === 503) return priced as VisitorAnswer<never>;
      const expectedTotal = priced?.body.total;
      const used = priced?.body.voucher?.used;
      const expectedDue = used && Math.round((expectedTotal! - used) * 100) / 100;
      const body = {
        requestId: randomUUID(),
        lines,
        shipping: ADDRESS,
        email,
        expectedTotal,
        expectedDue,
        languageLocale: 'de-DE',
        ...more,
      };
      return visitor.post('/api/checkout/', body);
    },
    begin: async (lines, more) => good(201, await guest.tryBegin<Begun>(lines, more)),
    tryCapture: (checkoutId) => visitor.post(`/api/checkout/${checkoutId}/capture/`),
    capture: async (checkoutId) => good(200, await guest.tryCapture<Settled>(checkoutId)),
    cancel: (checkoutId) => visitor.post(`/api/checkout/${checkoutId}/cancel/`),
  };
  return guest;
}
