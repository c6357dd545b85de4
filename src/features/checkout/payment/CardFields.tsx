import { useEffect, useRef } from 'react';
import type { CardFieldsOneTimePaymentSession, EventPayload } from '@paypal/paypal-js/sdk-v6';
import type { CardTexts } from '../checkout-texts.ts';
import type { PaypalSdk, StartWith } from './payment-step.ts';

interface Props {
  instance: PaypalSdk['instance'];
  texts: CardTexts;
  onReady: (start: StartWith) => void;
}

const FIELDS = ['number', 'expiry', 'cvv'] as const;
/** Each carries the state of all fields. */
const EVENTS = ['change', 'validitychange', 'notempty', 'empty', 'blur'] as const;

/** PayPal's card fields. They are frames of PayPal, so the shop never sees the numbers. */
export default function CardFields({ instance, texts, onReady }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const session = instance.createCardFieldsOneTimePaymentSession();
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
    onReady(async (createOrder, order) =>
      FIELDS.every((name) => fields?.[name].isValid)
        ? submitCard(session, createOrder, order)
        : { kind: 'not_created', error: { kind: 'card_incomplete', status: 422, detail: texts.incomplete } },
    );
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

/** Creates the order, and lets PayPal take the card and ask the buyer's bank (3-D Secure). */
async function submitCard(
  session: CardFieldsOneTimePaymentSession,
  ...[createOrder, { billing, shipping }]: Parameters<StartWith>
): ReturnType<StartWith> {
  const created = await createOrder();
  if (!created.ok) return { kind: 'not_created', error: created.error };
  const { paypalOrderId: orderId } = created.value;
  try {
    const { state, data } = await session.submit(orderId, billingOf(billing ?? shipping));
    if (state === 'succeeded') return { kind: 'approved', orderId };
    return state === 'canceled' ? { kind: 'cancelled' } : { kind: 'failed', code: data.liabilityShift ?? 'CARD' };
  } catch {
    return { kind: 'failed', code: 'CARD' };
  }
}

/** The address for the bank; undefined for a gift voucher, whose buyer names none. */
function billingOf(home: Parameters<StartWith>[1]['billing'] | Parameters<StartWith>[1]['shipping']) {
  if (!home) return undefined;
  const { postal_code: postalCode, city: adminArea2, country: countryCode, ...place } = home;
  // A parcel point has no street.
  const addressLine1 = 'address' in place ? { addressLine1: `${place.address} ${place.number}` } : {};
  return { billingAddress: { ...addressLine1, postalCode, adminArea2, countryCode } };
}
