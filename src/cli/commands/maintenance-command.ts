import { Command } from 'commander';
import { changeMaintenance, isShopClosed } from '#src/server/maintenance/maintenance.service.ts';
import { withContext } from '#src/server/with-context.ts';

export function maintenanceCommand(): Command {
  const maintenance = new Command('maintenance').description('Closes the shop for maintenance and opens it again.');
  maintenance
    .command('on')
    .description(
      'closes the shop on all servers within 2 seconds; payments in progress, PayPal’s events and mails continue',
    )
    .action(() => change(true));
  maintenance
    .command('off')
    .description('opens the shop on all servers within 2 seconds')
    .action(() => change(false));
  maintenance
    .command('status')
    .description('says whether the shop is closed')
    .action(() =>
      withContext(async (ctx) => console.log((await isShopClosed(ctx)) ? 'closed for maintenance' : 'open')),
    );
  return maintenance;
}

async function change(isOn: boolean): Promise<void> {
  await withContext((ctx) => changeMaintenance(ctx, isOn));
  console.log(isOn ? 'The shop closes for maintenance within 2 seconds.' : 'The shop opens again within 2 seconds.');
}
