/** The id of the message that says why a form was refused. */
export const PROBLEM = 'problem';
/** The id of the same message in the row of a table. */
export const ROW_PROBLEM = 'row-problem';

/** The attributes of a refused `Field`: it shows the reason, and the first refused field gets the focus. */
export const mistakeIn =
  (marked: readonly string[] | undefined, problem: string | undefined) =>
  (name: string): { mistake?: string | undefined; autofocus?: boolean } =>
    marked?.includes(name) ? { mistake: problem, autofocus: marked[0] === name } : {};

/** The attributes by which screen readers announce that a field is wrong, and why. */
export const invalidIn =
  (marked: readonly string[] | undefined) =>
  (name: string): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    marked?.includes(name) ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {};
