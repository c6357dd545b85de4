import type { DeskForm } from './server/desk-form.ts';

/**
 * The value that a field of a refused form shows: what was typed, else what is stored by now. The form carries what it showed in a
 * hidden field `was-…`.
 */
export function keptText(form: DeskForm | undefined, name: string, stored: string): string {
  const typed = form?.text(name);
  return typed && typed !== form?.text(`was-${name}`) ? typed : stored;
}
