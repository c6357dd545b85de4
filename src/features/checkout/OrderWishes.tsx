import { useEffect, useRef, useState } from 'react';
import type { StoredClient } from '#src/features/account/client.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { forgetDraftOf, hasDraftOf } from '#src/ui/form/draft.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { isBillingField, isNoteField } from './order-wishes.ts';
import type { WishFields } from './use-wish-fields.ts';

interface Props {
  form: Form;
  locale: Locale;
  /** The account whose address the invoice has otherwise; undefined for a guest, and where PayPal names the address. */
  client: StoredClient | undefined;
  /** A guest's present would be invoiced to the person who gets it, and a guest has no saved addresses. */
  isGuest: boolean;
  /** The form has the invoice's fields elsewhere, because nothing else says who pays. */
  isBilled?: boolean;
  wishes: WishFields;
  /** Name of the form's draft. */
  draft: string;
  texts: Pick<CheckoutTexts, 'wishesLink' | 'billingLink' | 'noteLink' | 'fields' | 'form'>;
}

const IS_MEANT = { billing: isBillingField, note: isNoteField };
type Part = keyof typeof IS_MEANT;

/**
 * A link to what few buyers need: another invoice address, a note, a present. It takes one line, so that the order
 * button stays near. The fields load with the tap.
 */
export default function OrderWishes({ form, locale, client, isGuest, isBilled, wishes, draft, texts }: Props) {
  // A draft of an earlier visit opens its fields again, so that nothing that was typed gets lost unseen.
  const [shown, setShown] = useState<Part[]>(() =>
    (['billing', 'note'] as const).filter((part) => hasDraftOf(draft, IS_MEANT[part])),
  );
  const [opened, setOpened] = useState<Part>();
  /** The link that takes the focus of what was tapped, because that is gone. A new object for each tap. */
  const [offered, setOffered] = useState<{ part: Part }>();
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (offered) links.current?.querySelector<HTMLElement>(`[data-part="${offered.part}"]`)?.focus();
  }, [offered]);
  const { code, isLost, load } = wishes;
  useEffect(() => {
    if (shown.length > 0) load();
    // oxlint-disable-next-line react/exhaustive-deps -- `load` loads once
  }, [shown.length]);
  const open = (part: Part) => {
    setShown((before) => [...new Set([...before, part])]);
    setOpened(part);
    load();
  };
  const offer = () => {
    setOffered({ part: 'billing' });
    load();
  };
  const remove = (part: Part) => {
    setOffered({ part });
    setShown((before) => before.filter((other) => other !== part));
    forgetDraftOf(draft, IS_MEANT[part]);
    setOpened(undefined);
  };
  const link = (part: Part, label: string) =>
    !(isBilled && part === 'billing') &&
    (!shown.includes(part) || isLost) && (
      <button type="button" className="link" data-part={part} onClick={() => open(part)}>
        {label}
      </button>
    );
  const fields = (part: Part) => ({
    ...{ form, locale, draft, labels: texts.fields },
    isOpened: opened === part,
    onRemove: () => remove(part),
  });
  return (
    <section className="checkout-wishes">
      {code && !isBilled && shown.includes('billing') && (
        <code.InvoiceFields {...fields('billing')} {...{ client, isGuest }} />
      )}
      {code && shown.includes('note') && (
        <code.NoteFields {...fields('note')} mayBill={isGuest && !isBilled && !shown.includes('billing')} />
      )}
      {isLost && shown.length > 0 && (
        <p className="notice notice-problem" role="alert">
          {texts.form.network}
        </p>
      )}
      <div className="checkout-wish-links" ref={links}>
        {offered || isBilled || shown.length > 0 ? (
          <>
            {link('billing', texts.billingLink)}
            {link('note', texts.noteLink)}
          </>
        ) : (
          <button type="button" className="link" onClick={offer}>
            {texts.wishesLink}
          </button>
        )}
      </div>
    </section>
  );
}
