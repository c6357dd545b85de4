import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Argument, Command, Option } from 'commander';
import { SYSTEMS, type System } from '#src/features/converting/foreign-item.ts';
import {
  convertCatalogue,
  type ConvertProblem,
  type Converted,
} from '#src/features/converting/server/convert.service.ts';
import { problemText } from '#src/features/converting/problem-text.ts';
import { COMMAND_LIMITS, tooLarge } from '#src/features/converting/server/foreign-table.ts';
import { MAPPING, SKIP, writeMapping } from '#src/features/converting/server/mapping.ts';
import { MISSING, MISSING_LEVELS, missingTable } from '#src/features/converting/server/missing.ts';
import { picturesIn, picturesInZip, type Pictures } from '#src/features/converting/server/pictures.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import { Refusal } from '#src/server/run-program.ts';
import { withContext } from '#src/server/with-context.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';

const t = translator('en-US');
const MOST_ZIP_BYTES = 1024 ** 3;
const NOTHING = 'Nothing was written.';

interface Options {
  from: System;
  language: Locale;
  pictures?: string;
  overwrite: string[];
}

/** `catalogue convert`. */
export const convertCommand = (): Command =>
  new Command('convert')
    .description(
      `make a catalogue folder from another shop’s export: first ${MAPPING} to fill in, then, called again, the folder`,
    )
    .argument(
      '<file>',
      'the file with the products, as the other shop exported it: CSV, or Excel (.xlsx) with the same columns',
    )
    .addArgument(new Argument('<folder>', 'a new folder'))
    .addOption(new Option('--from <system>', 'the other shop').choices(SYSTEMS).makeOptionMandatory())
    .addOption(new Option('--language <code>', 'of its texts').choices(LOCALE_CODES).default('de-DE'))
    .option('--pictures <place>', 'a folder or a zip with the pictures (default: the folder of the file)')
    .option(
      '--overwrite <code>',
      'also take this product, although the shop has another one with its code (may be repeated)',
      (code: string, others: string[]) => [...others, code],
      [],
    )
    .action(convert);

async function convert(file: string, folder: string, { from, language, pictures, overwrite }: Options): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== MAPPING && !name.startsWith('.')))
    throw new Refusal(`${folder} has other files than ${MAPPING}. Name a new folder. ${NOTHING}`);
  if (statSync(file).size > COMMAND_LIMITS.bytes) return refuse(problemText(tooLarge(COMMAND_LIMITS), t));
  const table = readFileSync(file);
  const mappingFile = path.join(folder, MAPPING);
  const mapping = existsSync(mappingFile) ? readFileSync(mappingFile) : undefined;
  const place = openPlace(pictures ?? path.dirname(file));
  await withContext(async (ctx) => {
    const input = {
      ...{ table, system: from, locale: language, mapping, overwrites: overwrite },
      ...{ pictures: place, limits: COMMAND_LIMITS },
    };
    const result = await convertCatalogue(ctx, input);
    if (!result.ok) return describe(result.error);
    await write(folder, result.value, overwrite);
  });
}

function openPlace(place: string): Pictures {
  const info = statSync(place);
  if (info.isDirectory()) return picturesIn(place);
  const found = info.size > MOST_ZIP_BYTES ? undefined : picturesInZip(readFileSync(place));
  if (!found) throw new Refusal(`${place} is neither a folder nor a zip of at most 1 GB. ${NOTHING}`);
  return found;
}

function refuse(text: string): void {
  console.error(stripControlCharacters(`${text} ${NOTHING}`));
  process.exitCode = 1;
}

function describe(problem: ConvertProblem): void {
  if (problem.kind !== 'mapping') return refuse(problemText(problem, t));
  for (const mistake of problem.mistakes) console.error(stripControlCharacters(describeMistake(mistake)));
  refuse(`Correct ${MAPPING}.`);
}

async function write(folder: string, converted: Converted, overwrite: readonly string[]): Promise<void> {
  const { products, conflicts, families, mapping, open, missing, files, redirects } = converted;
  console.log(`${products.length} products, ${families} families, ${mapping.length} categories`);
  await mkdir(folder, { recursive: true });
  if (open.length > 0) {
    const place = path.join(folder, MAPPING);
    await writeFile(place, writeMapping(mapping));
    console.log(`Fill in ${place}, then call the same command again. Write "${SKIP}" to leave a category out.`);
    for (const { row, cells } of open)
      console.log(stripControlCharacters(`  ${row.theirs || 'without a category'}: ${cells.join(', ')}`));
    return;
  }
  for (const { code, name, own } of conflicts)
    console.log(
      stripControlCharacters(
        overwrite.includes(code)
          ? `${code}: the import replaces “${own}” of this shop with “${name}”`
          : `${code}: left out “${name}”, because this shop has “${own}” with this code (--overwrite ${code})`,
      ),
    );
  for (const code of overwrite)
    if (conflicts.every((one) => one.code !== code))
      console.log(stripControlCharacters(`${code}: no other product of this shop has this code`));
  const [notRead, written]: [string[], string[]] = [[], []];
  for (const [name, content] of files) {
    const bytes = typeof content === 'string' ? { ok: true as const, value: content } : content();
    if (!bytes.ok) {
      notRead.push(name);
      continue;
    }
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes.value);
    written.push(name);
  }
  await writeFile(path.join(folder, MISSING), missingTable(missing, 'en-US'));
  console.log(`wrote ${written.length + 1} files to ${folder}, with ${redirects.length} redirects`);
  for (const name of notRead) console.log(`could not read the picture for ${name}`);
  for (const level of MISSING_LEVELS) {
    const count = missing.filter((one) => one.level === level).length;
    if (count > 0) console.log(`${t(`converting:levels.${level}`)}: ${count}, see ${MISSING}`);
  }
}
