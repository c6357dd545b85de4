import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProgram } from '#src/cli/server-process.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { PAYPAL_ACCOUNT, PUBLIC_SHOP } from '../../support/people/paypal-account.ts';
import { filledShopData, publicSite } from '../../support/shops/public-site.ts';
import { runNode, SITE_DIST } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop();
});
afterAll(() => own?.dispose());

const start = (env: Record<string, string>, program = serverProgram(SITE_DIST)) =>
  runNode([program], { ...own.env, PORT: '0', DIST_DIR: SITE_DIST, ...env });

const WRONG: [what: string, env: Record<string, string>, named: string[]][] = [
  ['a port that is no number', { PORT: 'http' }, ['PORT']],
  ['a port that is none', { PORT: '70000' }, ['PORT']],
  ['a host that nobody knows', { HOST: 'nowhere.invalid' }, ['HOST']],
  ['a host of another machine', { HOST: '192.0.2.1' }, ['HOST']],
  ['an address without https or http', { SITE_URL: 'shop.example' }, ['SITE_URL']],
  ['a public address without https', { ...PUBLIC_SHOP, SITE_URL: 'http://shop.example' }, ['SITE_URL']],
  ['a public address without a PayPal account', { SITE_URL: 'https://shop.example' }, Object.keys(PAYPAL_ACCOUNT)],
  ['half a PayPal account', { PAYPAL_CLIENT_ID: 'live-id' }, ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']],
  [
    'an emulator behind a public address',
    { ...PUBLIC_SHOP, PAYPAL_API_BASE: 'http://127.0.0.1:4322' },
    ['PAYPAL_API_BASE'],
  ],
  ['a database of another kind', { DATABASE_URL: 'mysql://localhost/shop' }, ['DATABASE_URL']],
  ['a database that does not answer', { DATABASE_URL: 'postgres://shop:geheim@127.0.0.1:1/shop' }, ['DATABASE_URL']],
  ['a data folder that is a file', { DATA_DIR: 'package.json', DATABASE_URL: '' }, ['DATA_DIR']],
  ['a number of proxies below 0', { TRUST_PROXY: '-1' }, ['TRUST_PROXY']],
  ['a limit that is no number', { RATE_LIMIT_PER_MINUTE: 'many' }, ['RATE_LIMIT_PER_MINUTE']],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, ['LOG_LEVEL']],
  ['a folder without a built site', { DIST_DIR: path.resolve('locales') }, ['DIST_DIR']],
  ['a folder outside the project', { DIST_DIR: path.resolve('..') }, ['DIST_DIR']],
  ['a word that is neither on nor off', { OFFLINE: 'no' }, ['OFFLINE']],
  ['several at once', { PORT: 'http', TRUST_PROXY: 'x', LOG_LEVEL: 'loud' }, ['PORT', 'TRUST_PROXY', 'LOG_LEVEL']],
];

/** Cases that other tests cover: `config.test.ts` reads every setting, and an unbuilt shop is tested below. */
const SHOWN_ELSEWHERE = [
  'a host of another machine',
  'a folder without a built site',
  'a port that is no number',
  'a port that is none',
  'an address without https or http',
  'a public address without https',
  'a public address without a PayPal account',
  'half a PayPal account',
  'an emulator behind a public address',
  'a database of another kind',
  'a number of proxies below 0',
  'a limit that is no number',
  'an unknown log level',
  'a word that is neither on nor off',
];

/** The network, a database or a build may become available later. */
const MAY_PASS = [
  'a host that nobody knows',
  'a host of another machine',
  'a database that does not answer',
  'a folder without a built site',
];

describe('a public start', () => {
  it('is refused while facts of the imprint are missing, and names each with what to do', async () => {
    const site = publicSite(filledShopData(["'[Rechtsform]'", "'[USt-IdNr.]'"]));
    const { code, stderr } = await start(site.env);
    site.dispose();
    expect(code).toBe(2);
    expect(stderr).toContain('§ 5 DDG');
    expect(stderr.match(/^ {2}\S+:/gm)).toEqual(['  company.legalForm:', '  company.vatId:']);
  });

  it('is refused for the demo shop, whose facts are all placeholders', async () => {
    const { code, stderr } = await start(PUBLIC_SHOP);
    expect(code).toBe(2);
    for (const name of ['company.name', 'company.register', 'contact.phone'])
      expect(stderr).toMatch(new RegExp(`^ {2}${name}: write`, 'm'));
  });
});

/** A service manager starts the shop again after code 75, and not after code 2. */
describe('a server start', () => {
  it.each(WRONG.filter(([what]) => isWholeMatrix || !SHOWN_ELSEWHERE.includes(what)))(
    'with %s names the setting, gives an example, and exits with a code that says whether the same settings may work later',
    async (what, env, named) => {
      const { code, stdout, stderr } = await start(env);
      expect(code).toBe(MAY_PASS.includes(what) ? 75 : 2);
      for (const name of named) expect(stderr).toMatch(new RegExp(`^\\s*${name}: .*Example: ${name}=`, 'm'));
      expect(stderr).not.toMatch(/^\s+at |geheim/m);
      expect(stdout).toBe('');
    },
  );

  it('exits with code 75 on an occupied port and says so', async () => {
    const first = await own.serve();
    for (const program of [serverProgram(SITE_DIST), 'src/cli/preview.ts']) {
      const { code, stderr } = await start({ PORT: new URL(first.url).port }, program);
      expect(code, program).toBe(75);
      expect(stderr, program).toMatch(/^PORT: another program listens there/);
    }
    // Before the demo catalogue is imported and the pages are built, which takes minutes.
    const empty = { PORT: new URL(first.url).port, DATA_DIR: path.join(own.folder, 'none') };
    const { code, stdout, stderr } = await start(empty, 'src/cli/start.ts');
    expect([code, stdout]).toEqual([75, '']);
    expect(stderr).toMatch(/^PORT: another program listens there/);
    await first.stop();
  });

  it.each(isWholeMatrix ? ['src/cli/start.ts', 'src/cli/build.ts'] : ['src/cli/start.ts'])(
    'through %s reports the occupied port too',
    async (program) => {
      const { code, stderr } = await start({ PORT: 'http' }, program);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^\s*PORT: .*Example: PORT=/m);
    },
  );

  it('of an unbuilt shop explains how to build it', async () => {
    const { code, stderr } = await start({ DIST_DIR: path.resolve('locales') }, 'src/cli/preview.ts');
    expect(code).toBe(75);
    expect(stderr).toMatch(/^DIST_DIR: .*npm run build.*Example: DIST_DIR=/);
  });

  it('reports the same on the command line', async () => {
    const { code, stderr } = await runNode(['src/cli/shop.ts', 'catalogue', 'check'], { ...own.env, TRUST_PROXY: 'x' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\s*TRUST_PROXY: .*Example: TRUST_PROXY=/m);
  });
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a start on PostgreSQL', () => {
  it.each([
    ['a database that is not there', 75, (url: URL) => (url.pathname = '/missing')],
    ['an unknown user', 2, (url: URL) => (url.username = 'nobody')],
  ])('with %s exits with code %i and names the variable', async (_what, ending, change) => {
    const url = new URL(own.env.DATABASE_URL ?? '');
    change(url);
    const { code, stderr } = await start({ DATABASE_URL: url.href });
    expect(code).toBe(ending);
    expect(stderr).toMatch(/^DATABASE_URL: .*Example: DATABASE_URL=/);
  });
});
