import { readCatalogueFiles, type CatalogueFiles } from '#src/features/editing/server/import/catalogue-files.ts';
import { checkCatalogue } from '#src/features/editing/server/checks/check-catalogue.ts';
import type { Mistake } from '#src/server/content/mistake.ts';

export interface DemoCatalogue {
  files: CatalogueFiles;
  mistakes: Mistake[];
}

/** The files of src/content/catalogue, read and checked like the import does. */
export async function readDemoCatalogue(): Promise<DemoCatalogue> {
  const mistakes: Mistake[] = [];
  const files = await readCatalogueFiles('src/content/catalogue', mistakes);
  mistakes.push(...checkCatalogue(files, new Set(), new Date().toISOString().slice(0, 10)));
  return { files, mistakes };
}
