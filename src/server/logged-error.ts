/**
 * Errors of PostgreSQL and mail servers contain addresses. Scans each word once, because an error may quote long text.
 */
const ADDRESSES = /(?<![^\s<>@"'()=,;])[^\s<>@"'()=,;]+@[^\s<>@"'()=,;]+/g;

export const withoutAddresses = (text: string): string => text.replace(ADDRESSES, '…');

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: LoggedError;
}

/** An error for the log: only fields that hold no row, parameter or response, because those may be about a person. */
export function loggedError(error: unknown): LoggedError | undefined {
  if (error === undefined || error === null) return undefined;
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name || name,
    message: withoutAddresses(message),
    ...(stack && { stack: withoutAddresses(stack) }),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: loggedError(cause)! }),
  };
}
