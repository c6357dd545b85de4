import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { runTool } from '#src/server/run-tool.ts';
import { withContext } from '#src/server/with-context.ts';

/** Imports the demo catalogue into a database that has never had a catalogue. */
export async function importDemoCatalogue(): Promise<void> {
  const { version } = await withContext((ctx) => findCatalogueState(ctx.db.read), { creates: true });
  if (version > 0) return;
  console.log('Importing the demo catalogue …');
  // In a separate process, because its exit frees the memory used for encoding pictures.
  await runTool(['src/cli/shop.ts', 'catalogue', 'import']);
}
