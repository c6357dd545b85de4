import { useEffect, useRef } from 'react';
import type { CardFieldsOneTimePaymentSession, EventPayload } from '@paypal/paypal-js/sdk-v6';
import { fail } from '#src/shared/result.ts';
import { forgetAttempt, readAttempt } from './attempt.store.ts';
import { postCancellation } from './checkout-api.ts';
import type { CardTexts, CheckoutTexts } from './checkout-texts.ts';
import type { Pay, PaymentStep } from './payment-step.ts';
import type { CreateOrder, PaymentOutcome } from './payment.store.ts';

interface Props {
  step: PaymentStep;
  texts: CardTexts;
  pageTexts: CheckoutTexts;
  onChoose: (pay: Pay | undefined) => void;
}

const FIELDS = ['number', 'expiry', 'cvv'] as const;
/** Each carries the state of all fields. */
const EVENTS = ['change', 'validitychange', 'notempty', 'empty', 'blur'] as const;
/** The card was refused, or its owner gave up: the next attempt needs another order at PayPal. */
const REFUSED = new Set(['failed', 'payment_declined', 'payment_not_approved']);

/** PayPal's card fields. They are frames of PayPal, so the shop never sees the numbers. */
export default function CardFields({ step, texts, pageTexts, onChoose }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { payAndOrder, payment } = step;
    const session = payment.instance.createCardFieldsOneTimePaymentSession();
    const { color } = getComputedStyle(ref.current!);
    for (const type of FIELDS)
      ref.current!.querySelector(`[data-field=${type}]`)!.append(
        session.createCardFieldsComponent({
          type,
          ariaLabel: texts.fields[type],
          placeholder: texts.placeholders[type],
          ariaInvalidErrorMessage: texts.incomplete,
          style: { input: { color, fontSize: '16px', padding: '0 12px', border: '0', background: 'transparent' } },
        }),
      );
    let fields: EventPayload['data'] | undefined;
    for (const event of EVENTS) void session.on(event, ({ data }) => (fields = data));
    onChoose(async (order) => {
      if (!FIELDS.every((name) => fields?.[name].isValid))
        return fail({ kind: 'card_incomplete', status: 422, detail: texts.incomplete });
      const start = <E,>(createOrder: CreateOrder<E>) =>
        submitCard(session, createOrder, order.billing ?? order.shipping);
      const { cancelled, failed } = texts;
      const messages = { ...pageTexts, cancelled, failed, closed: failed };
      const placed = await payAndOrder({ start }, { ...order, paymentSource: 'card' }, messages);
      if (placed.ok || !REFUSED.has(placed.error.kind)) return placed;
      const { checkoutId } = readAttempt() ?? {};
      if (checkoutId) {
        forgetAttempt(checkoutId);
        await postCancellation(checkoutId);
      }
      return fail({ ...placed.error, detail: texts.failed });
    });
    return () => session.destroy();
    // oxlint-disable-next-line react/exhaustive-deps -- the fields stay while the card is chosen
  }, []);
  return (
    <div className="card-fields" ref={ref}>
      {FIELDS.map((type) => (
        <div key={type} className={`card-field card-field-${type}`}>
          <span aria-hidden="true">{texts.fields[type]}</span>
          <div data-field={type} />
        </div>
      ))}
    </div>
  );
}

type Address = { address?: string; number?: string; postal_code: string; city: string; country: string };

/** Creates the order, and lets PayPal take the card and ask the buyer's bank (3-D Secure). */
async function submitCard<E>(
  session: CardFieldsOneTimePaymentSession,
  createOrder: CreateOrder<E>,
  { address, number, postal_code: postalCode, city: adminArea2, country: countryCode }: Address,
): Promise<PaymentOutcome<E>> {
  const created = await createOrder();
  if (!created.ok) return { kind: 'not_created', error: created.error };
  const { paypalOrderId: orderId } = created.value;
  const addressLine1 = [address, number].filter(Boolean).join(' ');
  const billingAddress = { ...(addressLine1 && { addressLine1 }), postalCode, adminArea2, countryCode };
  try {
    const { state, data } = await session.submit(orderId, { billingAddress });
    if (state === 'succeeded') return { kind: 'approved', orderId };
    return state === 'canceled' ? { kind: 'cancelled' } : { kind: 'failed', code: data.liabilityShift ?? 'CARD' };
  } catch {
    return { kind: 'failed', code: 'CARD' };
  }
}
