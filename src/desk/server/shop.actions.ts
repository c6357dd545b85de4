import type { Readable } from 'node:stream';
import { downloadCopy, startCopy } from '#src/server/backup/backup-now.service.ts';
import { changeMaintenance } from '#src/server/maintenance/maintenance.service.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';
import { confirmPassword } from './sign-in.service.ts';

type ShopDone = 'shopClosed' | 'shopOpened' | 'backupStarted';

/** A file to send instead of a page. */
interface Download {
  name: string;
  content: Readable;
}

/** The owner's acts on the whole shop. */
export async function actOnShop(
  { ctx, signedIn }: OpenDesk,
  form: DeskForm,
): Promise<Result<ShopDone | Download, DeskError>> {
  switch (form.text('act')) {
    case 'close':
      await changeMaintenance(ctx, true);
      return ok('shopClosed');
    case 'open':
      await changeMaintenance(ctx, false);
      return ok('shopOpened');
    case 'backup':
      return startCopy(ctx);
    case 'download': {
      // Everything that the shop knows leaves the house.
      const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
      if (refused) return fail(refused);
      const name = form.text('copy');
      const packed = await downloadCopy(ctx, name);
      return packed.ok ? ok({ name: `${name}.tar`, content: packed.value }) : packed;
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
