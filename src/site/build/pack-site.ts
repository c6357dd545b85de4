import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  FORM,
  hashOfBytes,
  isPacked,
  RECORD,
  type Site,
  type SiteFile,
  type SiteRecord,
} from '#src/site/site-record.ts';
import { trimPolicy } from '#src/site/serve/trim-policy.ts';
import { renderedPages, type RenderedPages } from './rendered-pages.ts';
import { digestFiles, filesBelow } from './digest-files.ts';
import { inParallel } from '#src/shared/in-parallel.ts';
import { createPacker, linkUnchanged } from './pack-file.ts';
import type { SiteState } from './site-state.ts';

/** Old scripts and styles are kept for this time, because open pages still load them. */
const ASSET_RETENTION_MS = 7 * 24 * 3600 * 1000;

/** The program that renders pages also compresses them. */
const isNoPackedForm = (name: string) => !(name.endsWith('.br') && isPacked(name.slice(0, -3)));

const isAsset = (name: string) => name.startsWith('_astro/');

/** A complete build before its publication. */
export interface PackedSite {
  folder: string;
  record: SiteRecord;
  /** Files that are new or changed; `kept` are unchanged, `gone` no longer exist. */
  changed: string[];
  kept: string[];
  gone: string[];
}

/**
 * Completes a build after the pages are rendered: links unchanged files from the last build, compresses other files
 * that are not compressed yet and writes the record. `shares`: number of programs that rendered pages.
 */
export async function packSite(
  folder: string,
  shares: number,
  { state, sources }: SiteState,
  before: Site | undefined,
): Promise<PackedSite> {
  const client = path.join(folder, 'client');
  const { keys, policies } = await readRendered(folder, shares);
  const policyOf = policyList();
  const files: Record<string, SiteFile> = {};
  const [changed, kept]: [string[], string[]] = [[], []];
  const now = new Date();
  const packFile = createPacker([]);

  const keep = (name: string) => {
    linkUnchanged(path.join(before!.folder, 'client', name), path.join(client, name));
    kept.push(name);
  };
  const made = filesBelow(client)
    .map((file) => path.relative(client, file).split(path.sep).join('/'))
    .filter(isNoPackedForm);
  await inParallel(made, async (name) => {
    const bytes = await readFile(path.join(client, name));
    const hash = hashOfBytes(bytes);
    const file: SiteFile = { hash };
    if (policies[name]) file.policy = policyOf(trimPolicy(policies[name], bytes));
    if (keys[name]) file.key = keys[name];
    if (before?.files[name]?.hash === hash) {
      rmSync(path.join(client, name));
      keep(name);
    } else {
      const isPackedAlready = existsSync(path.join(client, `${name}.br`));
      if (!isPackedAlready) await packFile(path.join(client, name), name, bytes);
      changed.push(name);
    }
    files[name] = file;
  });
  // An unchanged page was not rendered again; only its key is known.
  const stays = ([name, { leftAt, key }]: [string, SiteFile]) =>
    !files[name] &&
    (isAsset(name)
      ? now.getTime() - Date.parse(leftAt ?? now.toISOString()) < ASSET_RETENTION_MS
      : key !== undefined && keys[name] === key);
  for (const [name, old] of Object.entries(before?.files ?? {}).filter(stays)) {
    mkdirSync(path.dirname(path.join(client, name)), { recursive: true });
    keep(name);
    const file = { ...old };
    if (isAsset(name)) file.leftAt ??= now.toISOString();
    if (old.policy !== undefined) file.policy = policyOf(before!.policies[old.policy]!);
    files[name] = file;
  }

  const code = digestFiles(folder, ['server']).slice(0, 16);
  const record: SiteRecord = { form: FORM, state, sources, code, policies: policyOf.all, files };
  await writeFile(path.join(folder, RECORD), JSON.stringify(record));
  const gone = Object.keys(before?.files ?? {})
    .filter((name) => !files[name])
    .sort();
  return { folder, record, changed: changed.sort(), kept, gone };
}

/** Reads and deletes the results of the programs that rendered the pages. */
async function readRendered(folder: string, shares: number): Promise<RenderedPages> {
  const rendered: RenderedPages = { keys: {}, policies: {} };
  for (let share = 0; share < shares; share++) {
    const file = path.join(folder, renderedPages(share));
    const { keys, policies } = JSON.parse(await readFile(file, 'utf8')) as RenderedPages;
    Object.assign(rendered.keys, keys);
    Object.assign(rendered.policies, policies);
    await rm(file);
  }
  return rendered;
}

/** Numbers the policies, because thousands of pages share a few. */
function policyList() {
  const all: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (policy: string): number => {
    const known = numbers.get(policy) ?? all.push(policy) - 1;
    numbers.set(policy, known);
    return known;
  };
  return Object.assign(numberOf, { all });
}
