import { FORM_ID, FORM_TOKEN } from '../form-token.ts';
import { hereWithoutSaid } from '../said.ts';

/** Where the fields of a sent form are kept until the server has responded. */
const KEY = 'desk-typed';

interface Sent {
  /** The person, because another one may sign in next on a shared device. */
  person: string;
  /** Path and query of the form's page, and the form's position on it. */
  page: string;
  form: number;
  fields: [name: string, value: string][];
  /** The server did not read the form. */
  isLost: boolean;
}

const formsOfPage = () =>
  [...document.querySelectorAll<HTMLFormElement>('main form')].filter(({ method }) => method === 'post');
/** All fields of a form by what they have in common: a list of choices has a type, too. */
const fieldsOf = ({ elements }: HTMLFormElement) => elements as Iterable<Element> as Iterable<HTMLInputElement>;
const confirmByTyping = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    !field.readOnly &&
    !/^(?:hidden|checkbox|radio|password|file|submit|button)$/.test(field.type));

/**
 * A form with a text field, or with `data-typed`: hidden fields with typing of the previous page. Ticks alone are
 * easily repeated.
 */
const holdsText = (form: HTMLFormElement) => 'typed' in form.dataset || [...form.elements].some(confirmByTyping);

/**
 * Asks before the person leaves a page with unsaved typing, and restores typing that the server did not read, as after
 * the end of a session. `data-leave` and `data-back` of the body are the texts; `data-answer` is "unread" or "refused"
 * after such a form. A link with `data-discards` says itself that it discards the typing.
 */
export function guardTypedWork(): void {
  const { person = '', leave = '', answer } = document.body.dataset;
  const sent = readSent();
  if (sent && (!person || answer === 'unread')) keepLost(sent);
  const shown = person && sent ? bringBack(sent, person) : undefined;
  // A refused form shows the typed values, and none of them is saved.
  const refused = answer === 'refused' && sent?.page === hereWithoutSaid() ? formOf(sent) : undefined;
  const isFilled = refused && [...refused.elements].some((field) => confirmByTyping(field) && field.value !== '');
  const typed = formsOfPage().filter(({ dataset }) => 'typed' in dataset);
  const unsaved = new Set([shown, isFilled ? refused : undefined, ...typed].filter((form) => form !== undefined));
  let mayLeave = false;

  addEventListener('input', ({ target }) => {
    if (!confirmByTyping(target as Element)) return;
    const { form, name } = target as HTMLInputElement;
    // A field without a name is not sent.
    if (name && form && formsOfPage().includes(form)) unsaved.add(form);
  });
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const opensElsewhere = ((event.submitter as HTMLButtonElement | null)?.formTarget || form.target) !== '';
    if (event.defaultPrevented || opensElsewhere) return;
    const loses = [...unsaved].some((other) => other !== form);
    if (loses && !confirm(leave)) return event.preventDefault();
    mayLeave = true;
    if (person && form.method === 'post' && holdsText(form)) keep(form, person);
  });
  // Safari on phones ignores `beforeunload`.
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]');
    const leavesPage =
      link instanceof HTMLAnchorElement &&
      !link.target &&
      !link.hasAttribute('download') &&
      !link.hash &&
      !event.metaKey &&
      !event.ctrlKey;
    if (!leavesPage || unsaved.size === 0 || event.defaultPrevented) return;
    if (!('discards' in link.dataset) && !confirm(leave)) return event.preventDefault();
    mayLeave = true;
    sessionStorage.removeItem(KEY);
  });
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0 && !mayLeave) event.preventDefault();
  });
  // A page restored by the browser may be left without a question only if it was sent.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mayLeave = false;
  });
}

function keep(form: HTMLFormElement, person: string): void {
  // The page that restores the typing has its own token and id.
  const secret = new Set([FORM_TOKEN, FORM_ID]);
  for (const { type, name } of fieldsOf(form)) if (type === 'password') secret.add(name);
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secret.has(entry[0]),
  );
  const sent: Sent = { person, page: hereWithoutSaid(), form: formsOfPage().indexOf(form), fields, isLost: false };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sent));
  } catch {
    // Without storage, or without space in it, the sign-in page does not mention kept typing.
  }
}

function readSent(): Sent | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sent | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The latest submission was not read: the response is the sign-in page, or says that the form is too large or of an
 * earlier session.
 */
function keepLost(sent: Sent): void {
  const note = document.querySelector<HTMLElement>('[data-typed-kept]');
  if (note) note.hidden = false;
  if (!note && document.body.dataset.answer !== 'unread') return;
  sent.isLost = true;
  sessionStorage.setItem(KEY, JSON.stringify(sent));
}

/**
 * Fills a lost form in again and returns it. Any other page that requires a session means that the server has processed
 * the form.
 */
function bringBack(sent: Sent, person: string): HTMLFormElement | undefined {
  if (!sent.isLost || sent.person !== person) sessionStorage.removeItem(KEY);
  else if (sent.page === hereWithoutSaid()) return fillLost(sent);
  return undefined;
}

/** Keeps the fields in storage until the form is sent again or discarded, because the page may be reloaded. */
function fillLost(sent: Sent): HTMLFormElement | undefined {
  const form = formOf(sent);
  if (!form) return undefined;
  fillIn(form, sent.fields);
  const note = Object.assign(document.createElement('p'), {
    className: 'desk-said',
    textContent: document.body.dataset.back,
  });
  note.setAttribute('role', 'status');
  form.before(note);
  for (let fold = form.closest('details'); fold; fold = fold.parentElement!.closest('details')) fold.open = true;
  note.scrollIntoView({ block: 'center' });
  // For the page's other scripts, such as the live preview, after their listeners are registered.
  setTimeout(() => form.querySelector('input, textarea')?.dispatchEvent(new Event('input', { bubbles: true })));
  return form;
}

/** Finds the form that was sent. The page may have more forms by now, such as one that discards a colleague's draft. */
function formOf({ form, fields }: Sent): HTMLFormElement | undefined {
  const forms = formsOfPage();
  const hasItsFields = (one: HTMLFormElement) => fields.every(([name]) => one.elements.namedItem(name) !== null);
  const inPlace = forms[form];
  return inPlace && hasItsFields(inPlace) ? inPlace : (forms.find(hasItsFields) ?? inPlace);
}

function fillIn(form: HTMLFormElement, fields: Sent['fields']): void {
  const left = [...fields];
  // The form's initial values are restored, too, so that the server detects changes by others.
  const isAlone = ({ name }: HTMLInputElement) => fields.filter((sent) => sent[0] === name).length === 1;
  const isSent = ({ name, value }: HTMLInputElement) => fields.some((sent) => sent[0] === name && sent[1] === value);
  for (const field of fieldsOf(form)) {
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = isSent(field);
    else if (/^select/.test(field.type) || (field.type === 'hidden' && isAlone(field)) || confirmByTyping(field)) {
      // Fields with the same name are filled in the order in which they were sent.
      const at = left.findIndex(([name]) => name === field.name);
      if (at >= 0) field.value = left.splice(at, 1)[0]![1];
    }
  }
}
