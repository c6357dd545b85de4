import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, isAlive } from '../../support/outside/child-processes.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { CHILD_ENV, SITE_DIST } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop();
});
afterAll(() => own?.dispose());

/** The process that keeps the server running, as `npm start` begins it. */
const keeper = async () => own.serve({ PORT: String(await freePort()) }, 'src/cli/serve.ts');
const serverOf = ({ process }: RunningShop) => childrenOf(process.pid!)[0];
const isServed = (shop: RunningShop) =>
  request(shop.url, '/api/health/').then(
    ({ status }) => status === 200,
    () => false,
  );

/** Kills the server process, and returns the log lines until the next one runs. */
async function killServer(shop: RunningShop): Promise<void> {
  const [pid, before] = [serverOf(shop)!, shop.log().length];
  process.kill(pid, 'SIGKILL');
  await until('the death is logged', () => shop.log().slice(before).includes('SIGKILL'));
}

describe('a server process that dies', () => {
  it('is restarted at once, with a line in the log', async () => {
    const shop = await keeper();
    const first = serverOf(shop);
    await killServer(shop);
    await until('another answers', () => isServed(shop));
    expect(serverOf(shop)).not.toBe(first);
    expect(shop.log()).toMatch(/The server process ended \(SIGKILL\)\. It is started again now\./);
    expect((await request(shop.url, '/de/')).status).toBe(200);
    await shop.stop();
    expect(shop.process.exitCode).toBe(0);
  });

  it('is restarted after growing pauses when it dies repeatedly, and can be stopped during a pause', async () => {
    const shop = await keeper();
    await killServer(shop);
    await until('another answers', () => isServed(shop));
    await killServer(shop);
    await until('another answers', () => isServed(shop));
    await killServer(shop);
    expect([...shop.log().matchAll(/started again (now|in \d+ s)/g)].map(([, when]) => when)).toEqual([
      'now',
      'in 1 s',
      'in 2 s',
    ]);
    const exit = once(shop.process, 'exit');
    shop.process.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(await isServed(shop)).toBe(false);
  });
});

describe('a stopped server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('is not restarted after %s', async (signal) => {
    const shop = await keeper();
    const exit = once(shop.process, 'exit');
    shop.process.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(shop.log()).not.toContain('started again');
  });

  it('is not restarted when its terminal closes, although the same signal reloads settings without a terminal', async () => {
    const env = {
      ...process.env,
      ...CHILD_ENV,
      ...own.env,
      DIST_DIR: SITE_DIST,
      PORT: String(await freePort()),
      LOG_LEVEL: 'info',
    };
    const command = `exec ${process.execPath} src/cli/serve.ts`;
    // script (util-linux) gives the program a terminal.
    const terminal = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const output: string[] = [];
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    await until('the shop listens', () => output.join('').includes('listening'));
    const exit = once(terminal, 'exit');
    process.kill(childrenOf(terminal.pid!)[0]!, 'SIGHUP');
    expect(await exit).toEqual([0, null]);
  });

  it('is not restarted when its supervisor is stopped too', async () => {
    const shop = await keeper();
    const exit = once(shop.process, 'exit');
    process.kill(serverOf(shop)!, 'SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(shop.log()).not.toContain('started again');
  });
});

it('`npm run preview` prints its address as plain text, and exits when its shell under npm has died', async () => {
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  // As in a newcomer's terminal, without a log level.
  const env = {
    ...process.env,
    ...CHILD_ENV,
    ...own.env,
    DIST_DIR: SITE_DIST,
    PORT: port,
    SITE_URL: address,
    LOG_LEVEL: undefined,
    DESK_KEY: Buffer.alloc(32, 7).toString('base64'), // without it, PostgreSQL's shop warns
  };
  // The last word keeps the shell from becoming the program.
  const shell = spawn('sh', ['-c', 'node src/cli/bootstrap.mjs src/cli/preview.ts; true'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  shell.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  await until('the shop listens', () => output.join('').includes('Stop it with Ctrl+C'));
  expect(output.join('')).toMatch(new RegExp(`The last build is served:\\n +${address} +Português`));
  expect(output.join('')).not.toContain('{"level"');
  const [bootstrap] = childrenOf(shell.pid!);
  const [keeping] = childrenOf(bootstrap!);
  shell.kill('SIGTERM');
  await until('its processes have ended', () => [bootstrap!, keeping!].every((pid) => !isAlive(pid)));
});
