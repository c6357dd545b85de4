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
  /^(text|email|tel|textarea|select-one)$/.test(control.type) &&
  !/password/i.test(control.name + control.autocomplete) &&
  !('readOnly' in control && control.readOnly);

function defaultOf(control: Control): string {
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
  const typed = controlsOf(form).filter((control) => isStorable(control) && control.value !== defaultOf(control));
  const { [name]: _old, ...others } = readDrafts();
  writeDrafts(
    typed.length === 0
      ? others
      : { ...others, [name]: Object.fromEntries(typed.map((control) => [control.name, control.value])) },
  );
}

/** Restores the form's draft and stores it after each input. Text that was typed before this call wins. */
export function keepDraft(form: HTMLFormElement, name: string): void {
  const draft = readDrafts()[name] ?? {};
  for (const control of controlsOf(form)) {
    const text = draft[control.name];
    if (text === undefined || !isStorable(control) || control.value !== defaultOf(control)) continue;
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form.addEventListener('input', () => writeDraft(form, name));
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
