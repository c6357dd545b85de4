import { useEffect, useState, type ReactNode } from 'react';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail } from '#src/shared/result.ts';
import cardUrl from './CardFields.tsx?shared-chunk-url';
import type { CheckoutTexts, PaymentChoiceOptions } from './checkout-texts.ts';
import orderByTransferUrl from './order-by-transfer.ts?shared-chunk-url';
import type { Pay, PaymentStep } from './payment-step.ts';
import styles from './payment-choice.scss?inline';

type Way = 'paypal' | 'card' | 'transfer';

interface Props extends PaymentChoiceOptions {
  pageTexts: CheckoutTexts;
  /** PayPal's script and the ordering code; undefined until they have loaded. */
  step: PaymentStep | undefined;
  /** Called with the way to pay that is not PayPal's own; undefined for PayPal's. */
  onChoose: (pay: Pay | undefined) => void;
}

adoptStyles(styles);

/** The code that a card needs. It loads only when PayPal takes cards from this buyer. */
interface CardCode {
  CardFields: typeof import('./CardFields.tsx').default;
}

const payByTransfer: Pay = async (order) => {
  const code = await importAnew<typeof import('./order-by-transfer.ts')>(orderByTransferUrl).catch(() => undefined);
  // Nothing was sent, as without a network.
  return code ? code.orderByTransfer(order) : fail({ kind: 'network', status: 0 });
};

/** The ways to pay, in a shop that takes more than PayPal accounts. */
export default function PaymentChoice({ texts, pageTexts, step, sources, cardTexts, transfer, onChoose }: Props) {
  const [chosen, setChosen] = useState<Way>('paypal');
  const [card, setCard] = useState<CardCode>();
  useEffect(() => {
    if (!sources.includes('card') || !step?.payment.methods.isEligible('advanced_cards')) return;
    importAnew<typeof import('./CardFields.tsx')>(cardUrl).then(
      (loaded) => setCard({ CardFields: loaded.default }),
      () => {}, // the other ways to pay remain
    );
  }, [step, sources]);
  const choose = (way: Way) => {
    setChosen(way);
    // A card pays once its fields exist.
    onChoose(way === 'transfer' ? payByTransfer : undefined);
  };
  const option = (way: Way, text: ReactNode, more?: ReactNode) => (
    <div className="payment-choice">
      <label>
        <input type="radio" name="payment" value={way} checked={chosen === way} onChange={() => choose(way)} />
        <strong>{texts.ways[way]}</strong>
        <span className="soft">{text}</span>
      </label>
      {more}
    </div>
  );
  return (
    <fieldset className="payment-choices">
      <legend className="vh">{texts.title}</legend>
      {option('paypal', pageTexts.payment)}
      {card &&
        step &&
        cardTexts &&
        option(
          'card',
          texts.cardText,
          chosen === 'card' && <card.CardFields {...{ step, pageTexts, onChoose }} texts={cardTexts} />,
        )}
      {transfer && option('transfer', texts.transferText)}
    </fieldset>
  );
}
