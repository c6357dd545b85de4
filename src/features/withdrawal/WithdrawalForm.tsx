import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { ok } from '#src/shared/result.ts';
import { forgetDraft, keepDraft } from '#src/ui/form/draft.ts';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import TextArea from '#src/ui/form/TextArea.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { WithdrawalTexts } from './withdrawal-texts.ts';
import type { WithdrawalState, WithdrawalValues } from './withdrawal.ts';
import WithdrawalReceived from './WithdrawalReceived.tsx';
import WithdrawalReview from './WithdrawalReview.tsx';

interface Props {
  locale: Locale;
  texts: WithdrawalTexts;
  /** The state that the server rendered. Without scripts the server also handles the next steps. */
  start: WithdrawalState;
  /** The customer's own orders for the list of suggestions. */
  orders: { number: string; date: string }[];
  returnsHref: string;
}

const ORDERS_ID = 'own-orders';
/** The draft's name also contains the order number in the URL, so that a link to another order wins. */
const DRAFT = 'withdrawal-';

/** The withdrawal function (§356a BGB): declaration and confirmation in one form, which also works without scripts. */
export default function WithdrawalForm({ locale, texts, start, orders, returnsHref }: Props) {
  const [step, setStep] = useState(start.step);
  const [values, setValues] = useState(start.values);
  const [detail, setDetail] = useState(start.detail ?? '');
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<{ detail?: string }>({
    texts: texts.form,
    failed: step === 'edit' ? undefined : texts.failed,
    initial: { errors: start.errors, problem: start.problem },
    async send(typed) {
      if (step === 'edit') return ok({});
      const answer = await postJson<{ detail: string }>(api.withdrawal(), { ...typed, languageLocale: locale });
      // The messages are shown beside the fields, which only the first step contains.
      if (!answer.ok && answer.error.kind === 'invalid_input') setStep('edit');
      return answer;
    },
    onDone(answer, typed) {
      if (step === 'review') forgetDraft(DRAFT);
      setValues(typed as unknown as WithdrawalValues);
      setDetail(answer.detail ?? '');
      setStep(step === 'edit' ? 'review' : 'done');
    },
  });
  // Not with the option of `useForm`, because the first step sends nothing: a reload must restore the text until the
  // confirmation.
  useEffect(() => {
    // Values that the browser itself sent before the scripts loaded are newer than any draft.
    if (start.step !== 'edit' || start.errors || start.problem) forgetDraft(DRAFT);
    if (form.attributes.ref.current) keepDraft(form.attributes.ref.current, DRAFT + start.values.orderNumber);
    // oxlint-disable-next-line react/exhaustive-deps -- once, on what the server rendered
  }, []);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (step === 'review') heading.current?.focus();
    else if (step === 'edit' && !form.problem) form.attributes.ref.current?.querySelector('input')?.focus();
  }, [step, form.problem, form.attributes.ref]);

  if (step === 'done') return <WithdrawalReceived {...{ texts, detail, values, returnsHref }} />;
  return (
    <form {...form.attributes} method="post">
      <FormProblem form={form} />
      {/* The defaults stay as the server rendered them: a draft contains only the differences. */}
      <div className="withdrawal-fields" hidden={step !== 'edit'}>
        <Field
          form={form}
          name="name"
          label={texts.fields.name}
          autoComplete="name"
          defaultValue={start.values.name}
          required
        />
        <Field
          form={form}
          name="email"
          label={texts.fields.email}
          type="email"
          autoComplete="email"
          hint={texts.hints.email}
          defaultValue={start.values.email}
          required
        />
        <Field
          form={form}
          name="orderNumber"
          label={texts.fields.orderNumber}
          list={orders.length > 0 ? ORDERS_ID : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={texts.hints.orderNumber}
          defaultValue={start.values.orderNumber}
          required
        />
        <TextArea
          form={form}
          name="part"
          label={texts.fields.part}
          rows={2}
          hint={texts.hints.part}
          defaultValue={start.values.part}
        />
      </div>
      {orders.length > 0 && (
        <datalist id={ORDERS_ID}>
          {orders.map(({ number, date }) => (
            <option key={number} value={number}>
              {date}
            </option>
          ))}
        </datalist>
      )}
      {step === 'edit' ? (
        <SubmitButton form={form} name="step" value="review">
          {texts.next}
        </SubmitButton>
      ) : (
        <WithdrawalReview {...{ form, texts, values, heading }} onChange={() => setStep('edit')} />
      )}
    </form>
  );
}
