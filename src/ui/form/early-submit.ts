/** A form that is submitted before its island arrived is kept as it is and sent by the island. */

const isTakenOver = (form: HTMLFormElement) => form.dataset.ready !== undefined;

export const isEarlySubmit = (form: HTMLFormElement): boolean => form.dataset.early !== undefined;

/** From now on the island answers. */
export function takeOver(form: HTMLFormElement): void {
  form.dataset.ready = '';
  form.removeAttribute('aria-busy');
}

export function keepEarlySubmits(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('.form') || isTakenOver(form)) return;
    event.preventDefault();
    form.dataset.early = '';
    form.ariaBusy = 'true';
  });
}
