import type { DeskError } from './server/desk-error.ts';
import type { DeskForm } from './server/desk-form.ts';

/** The id of the message that says in the row of a table, or beside a group of boxes, why a form was refused. */
export const ROW_PROBLEM = 'row-problem';

export type Mistaken = (name: string) => { mistake?: string | undefined; autofocus?: boolean };

/**
 * The attributes of a refused `Field`: it shows the reason, its own one if `mistakes` has it, and the first refused
 * field gets the focus.
 */
export const mistakeIn =
  (
    marked: readonly string[] | undefined,
    problem: string | undefined,
    mistakes: Readonly<Record<string, string>> = {},
  ): Mistaken =>
  (name) =>
    marked?.includes(name) ? { mistake: mistakes[name] ?? problem, autofocus: marked[0] === name } : {};

interface Refused {
  form: DeskForm | undefined;
  refusal: DeskError | undefined;
  problem: string | undefined;
}

/** `mistakeIn` of the form with this `act`, on a page whose forms have fields of the same name. */
export const mistakeOf =
  ({ form, refusal, problem }: Refused) =>
  (act: string): Mistaken =>
    mistakeIn(form?.text('act') === act ? refusal?.marked : undefined, problem, refusal?.mistakes);

/** The attributes of an input whose reason a `RowProblem` shows. The first refused one gets the focus. */
export const rowMarkIn =
  (marked: readonly string[] = []) =>
  (name: string) => ({
    'aria-invalid': marked.includes(name) || undefined,
    'aria-describedby': marked[0] === name ? ROW_PROBLEM : undefined,
    autofocus: marked[0] === name,
  });
