import type { Context } from './context.ts';

/** Does one of several steps of a job, and returns whether it succeeded. A failed step must not stop the others. */
export async function tryStep(
  { log }: Pick<Context, 'log'>,
  { subject, failed }: { subject: string; failed: string },
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    log.error({ err: error, subject }, failed);
    return false;
  }
}

/** Does each step, whatever happens to the others. The job counts as failed when one of them has. */
export async function tryEach(
  ctx: Pick<Context, 'log'>,
  steps: Record<string, () => Promise<unknown>>,
  stopping?: AbortSignal,
): Promise<void> {
  const failed: string[] = [];
  for (const [subject, act] of Object.entries(steps)) {
    if (stopping?.aborted) break;
    if (!(await tryStep(ctx, { subject, failed: 'step of a job failed' }, act))) failed.push(subject);
  }
  if (failed.length > 0) throw new Error(`These steps failed: ${failed.join(', ')}`);
}
