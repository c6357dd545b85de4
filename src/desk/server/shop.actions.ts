import { startCopy } from '#src/server/backup/backup-now.service.ts';
import { changeMaintenance } from '#src/server/maintenance/maintenance.service.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';

/** The owner's acts on the whole shop. */
export async function actOnShop(
  { ctx }: OpenDesk,
  form: DeskForm,
): Promise<Result<'shopClosed' | 'shopOpened' | 'backupStarted', DeskError>> {
  switch (form.text('act')) {
    case 'close':
      await changeMaintenance(ctx, true);
      return ok('shopClosed');
    case 'open':
      await changeMaintenance(ctx, false);
      return ok('shopOpened');
    case 'backup':
      return startCopy(ctx);
    default:
      return fail({ kind: 'invalid_input' });
  }
}
