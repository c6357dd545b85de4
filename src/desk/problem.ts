/** The id of the message that says why a form was refused. */
export const PROBLEM = 'problem';

/** Attributes of a field, which tell screen readers that it is wrong and where the reason is. */
export const invalidIn =
  (marked: readonly string[] | undefined) =>
  (name: string): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    marked?.includes(name) ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {};
