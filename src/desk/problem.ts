/** The id of the message that says why a form was refused. */
export const PROBLEM = 'problem';

/** The attributes by which screen readers announce that a field is wrong, and why. */
export const invalidIn =
  (marked: readonly string[] | undefined) =>
  (name: string): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    marked?.includes(name) ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {};
