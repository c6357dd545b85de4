import { useEffect, useState } from 'react';
import Field from '#src/ui/form/Field.tsx';
import ShowPassword from '#src/ui/form/ShowPassword.tsx';
import { controlsOf, type FieldErrors } from '#src/ui/form/form-errors.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import { meetsRule, passwordProblem, PASSWORD_RULES, PASSWORD_SYMBOLS } from '#src/shared/password.ts';
import type { AccountFormTexts } from './account-texts.ts';

interface Props {
  form: Form;
  texts: AccountFormTexts;
  /** The field's name in the API. */
  name: 'password' | 'newPassword';
  label: string;
  /** Without a field for the confirmation. */
  isTypedOnce?: boolean;
}

/** The fields for a new password and its confirmation, with a list that shows which rules the password meets. */
export default function NewPassword({ form, texts, name, label, isTypedOnce = false }: Props) {
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const rules = form.idOf('rules');
  const type = shown ? 'text' : 'password';

  // The password may have been typed before this island hydrated.
  useEffect(
    () => setPassword(controlsOf(form.attributes.ref.current!).find((control) => control.name === name)!.value),
    [form.attributes.ref, name],
  );

  return (
    <>
      <Field
        form={form}
        name={name}
        label={label}
        type={type}
        autoComplete="new-password"
        describedBy={rules}
        onInput={(event) => setPassword(event.currentTarget.value)}
        required
      />
      <div className="rules" id={rules}>
        <p>{texts.rules.label}</p>
        <ul>
          {PASSWORD_RULES.map((rule) => {
            const met = meetsRule(rule, password);
            return (
              <li key={rule} data-met={met || undefined}>
                {texts.rules[rule]} <span className="vh">({met ? texts.rules.met : texts.rules.open})</span>
              </li>
            );
          })}
        </ul>
      </div>
      {/* Outside of the rules, because screen readers read these with the field each time. */}
      <p className="rules">
        {texts.rules.symbols} <span translate="no">{[...PASSWORD_SYMBOLS].join(' ')}</span>
      </p>
      {!isTypedOnce && (
        <Field
          form={form}
          name="confirmPassword"
          label={texts.fields.confirmPassword}
          type={type}
          autoComplete="new-password"
          required
        />
      )}
      <ShowPassword form={form} shown={shown} onChange={setShown} />
    </>
  );
}

/** Checks password and confirmation like the API does. */
export function checkNewPassword(
  texts: AccountFormTexts,
  name: Props['name'],
  password = '',
  confirmation = '',
): FieldErrors {
  const problem = passwordProblem(password, confirmation);
  return problem ? { [problem === 'password_mismatch' ? 'confirmPassword' : name]: texts.passwords[problem] } : {};
}
