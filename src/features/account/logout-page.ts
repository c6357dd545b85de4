import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { clearViewed } from '#src/shared/viewed-pages.ts';
import { clearBrowser } from './clear-browser.ts';

/** Marks this history entry, so that going back to it does not end a new session. */
const DONE = { signedOut: true };

/** Another page may have ended the session. Its reason is the fragment of this page's address. */
const REASONS = ['everywhere', 'deleted'];

/** Ends the session and shows the outcome. Waits until the page is visible, because browsers prerender pages ahead. */
export function signOut(root: HTMLElement): void {
  const status = root.querySelector('[role=status]')!;
  const show = (outcome: 'done' | 'failed', text = '') => {
    status.textContent = text;
    for (const part of root.querySelectorAll<HTMLElement>('[data-after]')) part.hidden = part.dataset.after !== outcome;
  };
  const showDone = () => show('done', root.dataset[REASONS.find((reason) => location.hash === `#${reason}`) ?? 'done']);
  const start = async () => {
    const answer = await postJson(api.logout(), {});
    if (!answer.ok) return show('failed', `${root.dataset.failed} ${answer.error.detail ?? root.dataset.network}`);
    clearBrowser();
    // The next person at this device must not see what this one looked at.
    await clearViewed().catch(() => {});
    history.replaceState(DONE, '');
    showDone();
  };
  root.querySelector('button')!.addEventListener('click', () => void start());
  if ((history.state as Partial<typeof DONE> | null)?.signedOut) showDone();
  else if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', () => void start(), { once: true });
  else void start();
}
