import { removeStored, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { showAlert } from '#src/ui/alert.ts';

const GREETING_KEY = 'greetOnNextPage';

/** The login leaves its page at once, so the next page greets the client. */
export const greetOnNextPage = (): void => writeStored(GREETING_KEY, '1');

/** Shows the greeting once after a login. */
export function greetAfterLogin(text: string): void {
  if (!readStored(GREETING_KEY)) return;
  removeStored(GREETING_KEY);
  showAlert(text, 'success');
}
