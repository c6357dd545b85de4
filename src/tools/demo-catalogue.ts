import { findCatalogueVersion } from '#src/features/catalogue/server/catalogue.repository.ts';
import { DEMO_CATALOGUE, runImport } from './catalogue-command.ts';
import { withContext } from './with-context.ts';

/** Fills a database that has never seen a catalogue; leaves any other alone. */
export async function importDemoCatalogue(): Promise<void> {
  const version = await withContext((ctx) => findCatalogueVersion(ctx.db.read));
  if (version > 0) return;
  console.log('Importing the demo catalogue …');
  if (!(await runImport(DEMO_CATALOGUE))) process.exit(1);
}
