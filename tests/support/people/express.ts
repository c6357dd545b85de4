import { randomUUID } from 'node:crypto';
import type { reviewSchema } from '#src/features/checkout/checkout.schema.ts';
import type { z } from 'zod';
import { newEmail } from './accounts.ts';
import { ADDRESS, type Begun, type Line, type Refused, type Settled } from './buyer.ts';
import type { PricedCart } from './cart-call.ts';
import { good, newVisitor, type Visitor, type VisitorAnswer } from './visitor.ts';

type Review = z.output<typeof reviewSchema>;

/** A browser that buys with PayPal's address. */
export interface ExpressBuyer {
  visitor: Visitor;
  /** Creates a checkout at the current prices. `more` overrides fields of the body. */
  tryBegin: <T = Refused>(lines: Line[], more?: object) => Promise<VisitorAnswer<T>>;
  begin: (lines: Line[], more?: object) => Promise<Begun>;
  tryReview: <T = Refused>(checkoutId: string) => Promise<VisitorAnswer<T>>;
  review: (checkoutId: string) => Promise<Review>;
  /** Orders what the review shows, to Leipzig. */
  tryConfirm: <T = Refused>(begun: Pick<Begun, 'checkoutId' | 'total'>, more?: object) => Promise<VisitorAnswer<T>>;
  confirm: (begun: Pick<Begun, 'checkoutId' | 'total'>, more?: object) => Promise<Settled>;
  tryCapture: <T = Refused>(checkoutId: string) => Promise<VisitorAnswer<T>>;
  cancel: (checkoutId: string) => Promise<VisitorAnswer<Refused>>;
}

export function newExpressBuyer(base: string, { visitor = newVisitor(base), email = newEmail() } = {}): ExpressBuyer {
  const buyer: ExpressBuyer = {
    visitor,
    async tryBegin(lines, more = {}) {
      const priced = 'expectedTotal' in more ? undefined : await visitor.post<PricedCart>('/api/cart/', { lines });
      if (priced?.status === 503) return priced as VisitorAnswer<never>;
      const expectedTotal = priced?.body.total;
      return visitor.post('/api/checkout/express/', {
        requestId: randomUUID(),
        lines,
        expectedTotal,
        languageLocale: 'de-DE',
        ...more,
      });
    },
    begin: async (lines, more) => good(201, await buyer.tryBegin<Begun>(lines, more)),
    tryReview: (checkoutId) => visitor.get(`/api/checkout/${checkoutId}/review/`),
    review: async (checkoutId) => good(200, await buyer.tryReview<Review>(checkoutId)),
    tryConfirm: ({ checkoutId, total }, more = {}) =>
      visitor.post(`/api/checkout/${checkoutId}/confirm/`, { shipping: ADDRESS, email, expectedTotal: total, ...more }),
    confirm: async (begun, more) => good(200, await buyer.tryConfirm<Settled>(begun, more)),
    tryCapture: (checkoutId) => visitor.post(`/api/checkout/${checkoutId}/capture/`),
    cancel: (checkoutId) => visitor.post(`/api/checkout/${checkoutId}/cancel/`),
  };
  return buyer;
}
