import { fill } from '#src/i18n/fill.ts';
import Done from '#src/ui/form/Done.tsx';
import type { WithdrawalTexts } from './withdrawal-texts.ts';
import type { WithdrawalValues } from './withdrawal.ts';
import WithdrawalContent from './WithdrawalContent.tsx';

interface Props {
  texts: WithdrawalTexts;
  /** The message with the time of receipt. */
  detail: string;
  values: WithdrawalValues;
  returnsHref: string;
}

export default function WithdrawalReceived({ texts, detail, values, returnsHref }: Props) {
  return (
    <Done>
      <p>
        <strong>{detail}</strong>
      </p>
      <WithdrawalContent texts={texts} values={values} />
      <p>{fill(texts.done.mail, { email: values.email })}</p>
      <p>{texts.done.next}</p>
      <a className="button" href={returnsHref}>
        {texts.done.returns}
      </a>
    </Done>
  );
}
