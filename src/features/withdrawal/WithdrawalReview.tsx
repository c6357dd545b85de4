import type { RefObject } from 'react';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { WithdrawalTexts } from './withdrawal-texts.ts';
import type { WithdrawalValues } from './withdrawal.ts';
import WithdrawalContent from './WithdrawalContent.tsx';

interface Props {
  form: Form;
  texts: WithdrawalTexts;
  values: WithdrawalValues;
  heading: RefObject<HTMLHeadingElement | null>;
  onChange: () => void;
}

/** The second step: the content of the declaration and the confirm button, labelled as §356a (3) BGB requires. */
export default function WithdrawalReview({ form, texts, values, heading, onChange }: Props) {
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {texts.review.title}
      </h2>
      <p>{texts.review.text}</p>
      <WithdrawalContent texts={texts} values={values} />
      <div className="withdrawal-buttons">
        <SubmitButton form={form} name="step" value="confirm">
          {texts.review.confirm}
        </SubmitButton>
        <button
          type="submit"
          name="step"
          value="edit"
          className="button"
          onClick={(event) => {
            event.preventDefault();
            onChange();
          }}
        >
          {texts.review.change}
        </button>
      </div>
    </>
  );
}
