import { useEffect, useRef, useState } from 'react';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { deleteJson, postJson, putJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AddressTexts } from './account-texts.ts';
import BillingFields from './BillingFields.tsx';
import { billingLines } from './billing-address.ts';
import { MAX_ADDRESSES, type ClientAddressJson } from './client-address.ts';

interface Props {
  locale: Locale;
  clientId: string;
  addresses: ClientAddressJson[];
  texts: AddressTexts;
}

/** The list of the account's further addresses, of which one at a time can be edited. */
export default function ClientAddresses({ locale, clientId, addresses: stored, texts }: Props) {
  const [addresses, setAddresses] = useState(stored);
  /** The id of the address in the form, '' for a new one. */
  const [edited, setEdited] = useState<string>();
  const [message, setMessage] = useState('');
  /** The address that has just been deleted. */
  const [removed, setRemoved] = useState<ClientAddressJson>();
  // A tap before React hydrates the buttons would be lost.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const notice = useRef<HTMLParagraphElement>(null);
  // The tapped button is gone, and with it the focus.
  useEffect(() => {
    if (message) notice.current?.focus();
  }, [message]);
  /** The id of the address whose form was left, '' for the new one's. */
  const [left, setLeft] = useState<string>();
  const tell = (text: string, undoable?: ClientAddressJson) => {
    setMessage(text);
    setRemoved(undoable);
  };
  const show = (id: string) => {
    tell('');
    setLeft(undefined);
    setEdited(id);
  };
  const leave = (id: string) => {
    setLeft(id);
    setEdited(undefined);
  };
  const keep = (saved: ClientAddressJson) => {
    setAddresses((before) =>
      before.some(({ id }) => id === saved.id)
        ? before.map((address) => (address.id === saved.id ? saved : address))
        : [...before, saved],
    );
    setEdited(undefined);
    tell(texts.saved);
  };
  const remove = async (address: ClientAddressJson) => {
    tell('');
    const answer = await deleteJson(api.address(address.id));
    // Another tab may have deleted it.
    if (!answer.ok && answer.error.status !== 404) return tell(answer.error.detail ?? texts.form.network);
    setAddresses((before) => before.filter(({ id }) => id !== address.id));
    tell(texts.removed, address);
  };
  const undo = async ({ id, ...address }: ClientAddressJson) => {
    tell('');
    const answer = await postJson<ClientAddressJson>(api.addresses(), { ...address, languageLocale: locale });
    if (answer.ok) keep(answer.value);
    else tell(answer.error.detail ?? texts.form.network, { id, ...address });
  };
  const form = (address?: ClientAddressJson) => (
    <AddressForm {...{ locale, clientId, address, texts }} onSaved={keep} onCancel={() => leave(address?.id ?? '')} />
  );
  return (
    <>
      <ul className="addresses">
        {addresses.map((address) => (
          <li key={address.id}>
            {edited === address.id ? (
              form(address)
            ) : (
              <>
                <p>
                  {[...billingLines(address, locale), ...(address.vat_id ? [address.vat_id] : [])].map((line, at) => (
                    <span key={at}>{line}</span>
                  ))}
                </p>
                <p className="addresses-acts">
                  <button
                    type="button"
                    className="link"
                    disabled={!isReady}
                    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus returns to what opened the form
                    autoFocus={left === address.id}
                    aria-label={fill(texts.editOne, { name: labelOf(address) })}
                    onClick={() => show(address.id)}
                  >
                    {texts.edit}
                  </button>
                  <button
                    type="button"
                    className="link"
                    disabled={!isReady}
                    aria-label={fill(texts.removeOne, { name: labelOf(address) })}
                    onClick={() => void remove(address)}
                  >
                    {texts.remove}
                  </button>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
      {edited === '' && form()}
      {edited !== '' &&
        (addresses.length < MAX_ADDRESSES ? (
          <p>
            <button
              type="button"
              className="button"
              disabled={!isReady}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus returns to what opened the form
              autoFocus={left === ''}
              onClick={() => show('')}
            >
              {texts.add}
            </button>
          </p>
        ) : (
          <p className="soft">{texts.full}</p>
        ))}
      <div role="status">
        {message && (
          <p className="notice" ref={notice} tabIndex={-1}>
            {message}{' '}
            {removed && (
              <button type="button" className="link" onClick={() => void undo(removed)}>
                {texts.undo}
              </button>
            )}
          </p>
        )}
      </div>
    </>
  );
}

const labelOf = ({ company, name }: ClientAddressJson): string => company || name;

interface FormProps {
  locale: Locale;
  clientId: string;
  /** undefined for a new one. */
  address: ClientAddressJson | undefined;
  texts: AddressTexts;
  onSaved: (saved: ClientAddressJson) => void;
  onCancel: () => void;
}

function AddressForm({ locale, clientId, address, texts, onSaved, onCancel }: FormProps) {
  const form = useForm<ClientAddressJson>({
    texts: texts.form,
    draft: `address-${clientId}-${address?.id ?? 'new'}`,
    send: (values) => {
      const input = { ...values, languageLocale: locale };
      return address ? putJson(api.address(address.id), input) : postJson(api.addresses(), input);
    },
    onDone: onSaved,
  });
  const element = form.attributes.ref;
  useEffect(() => {
    element.current?.querySelector('input')?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <BillingFields {...{ form, locale, texts }} values={address && { ...address, vatId: address.vat_id }} />
      <p className="addresses-acts">
        <SubmitButton form={form}>{texts.submit}</SubmitButton>
        <button type="button" className="link" onClick={onCancel}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}
