import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '#src/settings/environment/config.ts';
import {
  CURRENT,
  readSite,
  RECORD,
  requireSite,
  reusableSite,
  SERVER_PROGRAM,
  type SiteRecord,
} from '#src/site/site-record.ts';

const SITE: SiteRecord = { state: 'state', sources: 'sources', code: 'code', policies: [], files: {} };

let dist: string;
const [build, program] = [() => path.join(dist, 'builds', 'one'), () => path.join(dist, 'code', 'code', 'server')];

beforeEach(() => {
  dist = mkdtempSync(path.join(os.tmpdir(), 'vitrine-dist-'));
  for (const folder of [build(), program()]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(build(), RECORD), JSON.stringify(SITE));
  writeFileSync(path.join(program(), SERVER_PROGRAM), '');
  symlinkSync(path.join('builds', 'one'), path.join(dist, CURRENT));
});
afterEach(() => rmSync(dist, { recursive: true }));

function makeFolderOfLink(): void {
  rmSync(path.join(dist, CURRENT));
  cpSync(build(), path.join(dist, CURRENT), { recursive: true });
}

describe('a built site', () => {
  it('is described by its manifest', () => {
    expect(readSite(dist)).toEqual({ ...SITE, folder: build() });
  });

  it('gives its files to the next build, unless its manifest has the format of another version', () => {
    expect(reusableSite(dist)).toEqual(readSite(dist));
    writeFileSync(path.join(build(), RECORD), JSON.stringify({ ...SITE, form: 99 }));
    expect(readSite(dist)).toBeDefined();
    expect(reusableSite(dist)).toBeUndefined();
  });

  it.each([
    ['nothing was built', () => rmSync(path.join(dist, CURRENT))],
    ['a manual copy turned the link into a folder', () => makeFolderOfLink()],
    ['its build was deleted', () => rmSync(build(), { recursive: true })],
    ['its manifest is truncated', () => writeFileSync(path.join(build(), RECORD), '{"state":')],
    ['its program was deleted', () => rmSync(program(), { recursive: true })],
  ])('is ignored and built again when %s', (_what, damage) => {
    damage();
    expect(readSite(dist)).toBeUndefined();
    expect(() => requireSite(dist)).toThrow(ConfigError);
  });

  it('reports a folder in place of its link, and what to do', () => {
    makeFolderOfLink();
    expect(() => requireSite(dist)).toThrow(/current is not a link to a build.*npm run build/);
  });

  it('is an error when its manifest cannot be read', () => {
    rmSync(path.join(build(), RECORD));
    mkdirSync(path.join(build(), RECORD));
    expect(() => readSite(dist)).toThrow('EISDIR');
  });
});
