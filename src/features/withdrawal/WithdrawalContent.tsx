import type { WithdrawalTexts } from './withdrawal-texts.ts';
import type { WithdrawalValues } from './withdrawal.ts';

interface Props {
  texts: WithdrawalTexts;
  values: WithdrawalValues;
}

export default function WithdrawalContent({
  texts: { fields, whole },
  values: { name, email, orderNumber, part },
}: Props) {
  return (
    <dl className="withdrawal-content">
      {[
        [fields.orderNumber, orderNumber],
        [fields.part, part || whole],
        [fields.name, name],
        [fields.email, email],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
