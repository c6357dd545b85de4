/** Asks the browser for a passkey when a passkey form is submitted, and sends the passkey with it. */
export function offerPasskeys(): void {
  // Older browsers cannot read the options; their users use the codes.
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) {
    for (const note of document.querySelectorAll<HTMLElement>('[data-no-passkey]')) note.hidden = false;
    return;
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    // A hidden field cannot take the focus when the page loads.
    form.querySelector<HTMLElement>('[autofocus]')?.focus();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(form);
    });
  }
}

async function answer(form: HTMLFormElement): Promise<void> {
  const failed = form.querySelector<HTMLElement>('[data-failed]')!;
  failed.hidden = true;
  try {
    const credential = await ask(form);
    form.querySelector<HTMLInputElement>('[name=passkey]')!.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false; // the person closed the browser's dialog, or has no passkey here
  }
}

function ask({ dataset }: HTMLFormElement): Promise<Credential | null> {
  const options = JSON.parse(dataset.options!);
  return dataset.passkey === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
