import type { DeskForm } from '../server/desk-form.ts';

/**
 * The value of a field in a refused form: the typed value, otherwise the value stored by now. The form contains its
 * initial value in a hidden field `was-…`.
 */
export function keptText(form: DeskForm | undefined, name: string, stored: string): string {
  const typed = form?.text(name);
  return typed && typed !== form?.text(`was-${name}`) ? typed : stored;
}
