import { parseJson } from '#src/shared/parse-json.ts';
import { controlsOf } from './form-errors.ts';

/**
 * Drafts: typed but unsent text of forms, in this tab only (sessionStorage). A draft survives a reload, a change of the
 * language and an ended session. Its name identifies the form; the draft of one person's data has that person's id in
 * its name.
 */
const KEY = 'drafts';

type Drafts = Record<string, Record<string, string>>;
type Control = ReturnType<typeof controlsOf>[number];

/** Passwords are never stored, even while "show password" makes their field a text field. */
const isStorable = (control: Control): boolean =>
  /^(text|email|tel|textarea|select-one|checkbox)$/.test(control.type) &&
  !/password/i.test(control.name + control.autocomplete) &&
  !('readOnly' in control && control.readOnly);

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

/** A checkbox counts as the text 'on' or ''. */
const valueOf = (control: Control): string => (isCheckbox(control) ? (control.checked ? 'on' : '') : control.value);

function defaultOf(control: Control): string {
  if (isCheckbox(control)) return control.defaultChecked ? 'on' : '';
  if ('defaultValue' in control) return control.defaultValue;
  return [...control.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '';
}

function readDrafts(): Drafts {
  try {
    return (parseJson(sessionStorage.getItem(KEY) ?? '') as Drafts | null | undefined) ?? {};
  } catch {
    return {}; // the browser blocks storage
  }
}

function writeDrafts(drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // Without storage the form works as well.
  }
}

function writeDraft(form: HTMLFormElement, name: string): void {
  const controls = controlsOf(form);
  const typed = controls.filter((control) => isStorable(control) && valueOf(control) !== defaultOf(control));
  const { [name]: old = {}, ...others } = readDrafts();
  // Fields that a form shows later only are not there yet.
  const absent = Object.entries(old).filter(([field]) => controls.every((control) => control.name !== field));
  const draft = [...absent, ...typed.map((control) => [control.name, valueOf(control)] as const)];
  writeDrafts(draft.length === 0 ? others : { ...others, [name]: Object.fromEntries(draft) });
}

/** Restores the form's draft and stores it after each input. Text that was typed before this call wins. */
export function keepDraft(form: HTMLFormElement, name: string): void {
  restoreDraft(form, name);
  form.addEventListener('input', () => writeDraft(form, name));
}

/** Fills in the fields of a form that are still as the page made them. Also for fields that a form shows later. */
export function restoreDraft(form: HTMLFormElement, name: string): void {
  const draft = readDrafts()[name] ?? {};
  for (const control of controlsOf(form)) {
    const text = draft[control.name];
    if (text === undefined || !isStorable(control) || valueOf(control) !== defaultOf(control)) continue;
    if (isCheckbox(control)) {
      // A click, because React hears of no other change of a checkbox.
      if ((text === 'on') !== control.checked) control.click();
      continue;
    }
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Whether a draft has text of a field whose name the test accepts. */
export const hasDraftOf = (name: string, isMeant: (field: string) => boolean): boolean =>
  Object.keys(readDrafts()[name] ?? {}).some(isMeant);

/** Removes fields that the visitor took out of a form. */
export function forgetDraftOf(name: string, isMeant: (field: string) => boolean): void {
  const { [name]: old = {}, ...others } = readDrafts();
  const kept = Object.entries(old).filter(([field]) => !isMeant(field));
  writeDrafts(kept.length === 0 ? others : { ...others, [name]: Object.fromEntries(kept) });
}

/** Gives a draft another name, unless that one exists already. */
export function renameDraft(from: string, to: string): void {
  const { [from]: draft, ...others } = readDrafts();
  if (draft) writeDrafts({ [to]: draft, ...others });
}

/** Removes the drafts with this prefix, after the form was sent. */
export function forgetDraft(prefix: string): void {
  writeDrafts(Object.fromEntries(Object.entries(readDrafts()).filter(([name]) => !name.startsWith(prefix))));
}
