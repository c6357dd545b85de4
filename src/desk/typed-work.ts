/** Where the fields of a sent form are kept until the server has answered it. */
const KEY = 'desk-typed';

interface Sent {
  /** Who typed; on a shared device another person may sign in next. */
  person: string;
  /** Path and query of the form's page, and the form's position on it. */
  page: string;
  form: number;
  fields: [name: string, value: string][];
  /** The sign-in page was the answer, so the server did not read the form. */
  isLost: boolean;
}

const here = () => location.pathname + location.search;
const formsOfPage = () => [...document.querySelectorAll<HTMLFormElement>('main form')].filter(({ method }) => method === 'post');
const isTyped = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !['hidden', 'checkbox', 'radio', 'password', 'file', 'submit', 'button'].includes(field.type));

/** A form with a text field. Ticks alone, as in lists, are quickly made again. */
const holdsText = (form: HTMLFormElement) => [...form.elements].some(isTyped);

/**
 * Asks before a page is left that has unsaved typing, and brings typing back that an ended session kept from being saved.
 * `data-leave` and `data-back` of the body are the texts. A link with `data-discards` says itself that it gives the typing up.
 */
export function guardTypedWork(): void {
  const { person = '', leave = '' } = document.body.dataset;
  if (person) bringBack(person);
  else announceKept();
  const unsaved = new Set<HTMLFormElement>();
  let mayLeave = false;

  document.addEventListener('input', ({ target }) => {
    const { form, name, type } = target as HTMLInputElement;
    // A field without a name is not sent, such as the box that opens the live preview.
    if (name && type !== 'password' && form?.method === 'post' && form.closest('main') && holdsText(form)) unsaved.add(form);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const opensElsewhere = ((event.submitter as HTMLButtonElement | null)?.formTarget || form.target) !== '';
    if (event.defaultPrevented || opensElsewhere) return;
    const loses = [...unsaved].some((other) => other !== form);
    if (loses && !confirm(leave)) return event.preventDefault();
    mayLeave = true;
    if (person && form.method === 'post' && holdsText(form)) keep(form, person);
  });
  // Safari on phones asks nothing at `beforeunload`.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]');
    const opensHere = link instanceof HTMLAnchorElement && !link.target && !link.hash && !event.metaKey && !event.ctrlKey;
    if (!opensHere || unsaved.size === 0 || event.defaultPrevented) return;
    if ('discards' in link.dataset || confirm(leave)) mayLeave = true;
    else event.preventDefault();
  });
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0 && !mayLeave) event.preventDefault();
  });
  // A page that the browser brings back as it was may be left without a question only if it was sent.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mayLeave = false;
  });
}

function keep(form: HTMLFormElement, person: string): void {
  const secret = new Set(
    [...form.elements].flatMap((field) =>
      field instanceof HTMLInputElement && ['password', 'hidden'].includes(field.type) ? [field.name] : [],
    ),
  );
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secret.has(entry[0]),
  );
  const sent: Sent = { person, page: here(), form: formsOfPage().indexOf(form), fields, isLost: false };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sent));
  } catch {
    // Without storage, or without room in it, the sign-in page says nothing of kept typing.
  }
}

function readSent(): Sent | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sent | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** On the sign-in page: what was sent just now was not read. */
function announceKept(): void {
  const sent = readSent();
  const note = document.querySelector<HTMLElement>('[data-typed-kept]');
  if (!sent || !note) return;
  note.hidden = false;
  sessionStorage.setItem(KEY, JSON.stringify({ ...sent, isLost: true } satisfies Sent));
}

/** Fills a lost form in again. Any other page behind the door means that the server has answered the form. */
function bringBack(person: string): void {
  const sent = readSent();
  if (!sent || (sent.isLost && sent.person === person && sent.page !== here())) return;
  sessionStorage.removeItem(KEY);
  const form = formsOfPage()[sent.form];
  if (!sent.isLost || sent.person !== person || !form) return;
  fillIn(form, sent.fields);
  const note = Object.assign(document.createElement('p'), { className: 'desk-said', textContent: document.body.dataset.back });
  note.setAttribute('role', 'status');
  form.before(note);
  note.scrollIntoView({ block: 'center' });
  // After the listeners of the page are there: the form counts as unsaved.
  setTimeout(() => form.querySelector('input, textarea')?.dispatchEvent(new Event('input', { bubbles: true })));
}

function fillIn(form: HTMLFormElement, fields: Sent['fields']): void {
  const left = [...fields];
  const isSent = ({ name, value }: HTMLInputElement) => fields.some((sent) => sent[0] === name && sent[1] === value);
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) field.checked = isSent(field);
    else if (isTyped(field) || field instanceof HTMLSelectElement) {
      // Fields of one name are filled in the order in which they were sent.
      const at = left.findIndex(([name]) => name === field.name);
      if (at >= 0) field.value = left.splice(at, 1)[0]![1];
    }
  }
}
