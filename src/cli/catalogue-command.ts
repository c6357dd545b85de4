import { Command } from 'commander';
import { importCatalogue, readAndCheck } from '#src/features/import/server/import-catalogue.ts';
import { missingFacts } from '#src/features/import/server/missing-facts.ts';
import { describeMistake, type Mistake } from '#src/features/import/server/mistake.ts';
import { readNotSold } from '#src/features/search/server/not-sold-file.ts';
import { readSynonyms } from '#src/features/search/server/synonyms-file.ts';
import { withContext } from '#src/server/with-context.ts';
import { createProgress } from '#src/site/build/progress.ts';

const DEMO_CATALOGUE = 'src/content/catalogue';

const SHOWN_CODES = 20;

export function catalogueCommand(): Command {
  const command = new Command('catalogue').description('import and check the editors’ files');
  command
    .command('import')
    .argument('[source]', 'a catalogue folder or a products CSV', DEMO_CATALOGUE)
    .option('--partial', 'keep products that the source does not name, instead of withdrawing them')
    .description('write the whole catalogue to the database; any mistake stops the import before it writes')
    .action(async (source: string, { partial }: { partial?: boolean }) => {
      await runImport(source, partial ?? false);
    });
  command
    .command('check')
    .argument('[source]', 'a catalogue folder or a products CSV', DEMO_CATALOGUE)
    .description('list mistakes (also in the search’s synonyms) and missing facts, without writing anything')
    .action(runCheck);
  return command;
}

async function runImport(source: string, partial: boolean): Promise<void> {
  await withContext(async (ctx) => {
    const result = await importCatalogue(ctx, { source, partial, onProgress: createProgress() });
    if (!result.ok) {
      printMistakes(result.error);
      console.error('Nothing was changed.');
      return;
    }
    const { added, changed, withdrawn, left } = result.value;
    console.log(`added ${added.length}${listed(added)}`);
    console.log(`changed ${changed.length}${listed(changed)}`);
    console.log(`withdrawn ${withdrawn.length}${listed(withdrawn)}`);
    console.log(`left as they are ${left}`);
  });
}

async function runCheck(source: string): Promise<void> {
  await withContext(async (ctx) => {
    const { files, mistakes: inCatalogue } = await readAndCheck(ctx, source);
    const mistakes = [...inCatalogue, ...(await readSynonyms()).mistakes, ...(await readNotSold()).mistakes];
    printMistakes(mistakes);
    const open = missingFacts(files);
    for (const { code, missing } of open) console.log(`${code}: Angabe folgt: ${missing.join(', ')}`);
    console.log(`${files.products.length} products, ${mistakes.length} mistakes, ${open.length} products with missing facts`);
  });
}

function printMistakes(mistakes: Mistake[]): void {
  if (mistakes.length === 0) return;
  process.exitCode = 1;
  console.error(`${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}:`);
  for (const mistake of mistakes) console.error(`  ${describeMistake(mistake)}`);
}

function listed(codes: string[]): string {
  if (codes.length === 0) return '';
  const more = codes.length - SHOWN_CODES;
  return `: ${codes.slice(0, SHOWN_CODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
