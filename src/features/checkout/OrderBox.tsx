import type { ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

interface Props {
  form: Form;
  texts: Pick<CheckoutTexts, 'order' | 'ordering'>;
  cartTexts: Pick<CartTexts, 'questions'>;
  contactHref: string;
  /** The overview of the order. */
  children: ReactNode;
  /** What mends the form's problem, shown below it. */
  remedy?: ReactNode;
}

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * The overview with the order button, beside the form on wide screens. The law allows nothing between the two (§312j
 * BGB), so problems and questions are below the button.
 */
export default function OrderBox({ form, texts, cartTexts, contactHref, children, remedy }: Props) {
  return (
    <div className="checkout-box">
      {children}
      <SubmitButton form={form} className="checkout-order">
        {form.busy ? texts.ordering : texts.order}
      </SubmitButton>
      <FormProblem form={form} />
      {remedy && <div ref={showWhole}>{remedy}</div>}
      <a className="cart-questions" href={contactHref}>
        {cartTexts.questions}
      </a>
    </div>
  );
}
