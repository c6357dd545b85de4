import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../outside/free-port.ts';
import { until } from '../until.ts';
import { PHONE_SIZE, type Driver } from './driver.ts';
import { COMMANDS, webDriver, type Command, type Send } from './webdriver.ts';

/** Without it the browser's tool bar makes the window wider than a phone. */
const NARROW_TOOL_BAR = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; }\n';
/** Less motion: an element that still scrolls into view cannot be tapped. */
const NO_ANIMATIONS = '[Settings]\ngtk-enable-animations=0\n';

/**
 * WebKit sometimes does not tell its driver that a page has loaded. A command that waits for this is never answered,
 * although the page is there and the next command is answered at once. These wait after what they do. `run` waits
 * before, so it is sent again.
 */
const WAIT_AFTERWARDS: readonly Command[] = ['open', 'back', 'click'];
const ANSWER_MS = 10_000;

export interface WebkitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** WebKitGTK, driven by its own WebDriver, on a display of its own. */
export async function startWebkit({ driver, browser, display }: WebkitPrograms): Promise<Driver> {
  const home = mkdtempSync(path.join(tmpdir(), 'webkit-'));
  mkdirSync(path.join(home, 'gtk-3.0'));
  writeFileSync(path.join(home, 'gtk-3.0/gtk.css'), NARROW_TOOL_BAR);
  writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), NO_ANIMATIONS);
  // The display chooses a free number and writes it to the third file.
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      // Without a locale, the browser's language would be “C”.
      LC_ALL: 'POSIX',
      ...{ DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11', WAYLAND_DISPLAY: '' },
      ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home },
    },
  });
  const base = `http://127.0.0.1:${port}/session`;
  await until('WebKitWebDriver listens', () => fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false));
  let session = '';
  const send: Send = async (command, parameters = {}, element) => {
    const [method, call] = COMMANDS[command];
    const address = [base, session, element && `element/${element}`, call].filter(Boolean).join('/');
    // These two also wait before what they do: an unanswered one must be one that has been done.
    if (command === 'open' || command === 'back') await send('run', { script: '', args: [] });
    const waitsAfterwards = WAIT_AFTERWARDS.includes(command);
    const response = await fetch(address, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
      ...((waitsAfterwards || command === 'run') && { signal: AbortSignal.timeout(ANSWER_MS) }),
    }).catch((error: unknown) => {
      if ((error as Error).name !== 'TimeoutError') throw error;
      return undefined;
    });
    if (!response) return waitsAfterwards ? null : send(command, parameters, element);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  const options = { binary: browser, args: ['--automation'] };
  const started = await send('newSession', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
  session = (started as { sessionId: string }).sessionId;
  await send('resize', PHONE_SIZE);
  // In automation it has a private session, whose console is not written anywhere.
  return webDriver(send, 'collected', async () => {
    await fetch(`${base}/${session}`, { method: 'DELETE' });
    const exited = [server, screen].map((child) => once(child, 'exit'));
    for (const child of [server, screen]) child.kill();
    await Promise.all(exited);
    rmSync(home, { recursive: true, force: true });
  });
}
