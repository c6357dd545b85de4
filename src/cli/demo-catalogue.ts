import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { runTool } from '#src/server/run-tool.ts';
import { withContext } from '#src/server/with-context.ts';

/** Fills a database that has never seen a catalogue; leaves any other alone. */
export async function importDemoCatalogue(): Promise<void> {
  const { version } = await withContext((ctx) => findCatalogueState(ctx.db.read));
  if (version > 0) return;
  console.log('Importing the demo catalogue …');
  // In a process of its own: what encoding pictures takes of memory goes with it.
  await runTool(['src/cli/shop.ts', 'catalogue', 'import']);
}
