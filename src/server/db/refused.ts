import { fail, ok, type Result } from '#src/shared/result.ts';

/** Thrown inside a transaction to roll it back; carries the reason. */
export class Refused<E extends { kind: string }> extends Error {
  readonly refusal: E;
  constructor(refusal: E) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Turns a thrown Refused into a value. `E`: the refusals that `act` throws. */
export async function unlessRefused<T, E extends { kind: string }>(act: () => Promise<T>): Promise<Result<T, E>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal as E);
    throw error;
  }
}
