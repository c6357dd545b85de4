import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../until.ts';
import { PHONE_SIZE, type Driver } from './driver.ts';
import { COMMANDS, webDriver, type Send } from './webdriver.ts';

/** Without it the browser's tool bar makes the window wider than a phone. */
const NARROW_TOOL_BAR = ':root, :root * { min-width: 0 !important; }\n';

/** Firefox asks no other host during a test, and none of its services delays the start. */
const PREFERENCES = {
  'marionette.port': 0,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'app.normandy.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.page': 0,
  'startup.homepage_welcome_url': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.shell.checkDefaultBrowser': false,
  'devtools.console.stdout.content': true,
};

/**
 * Drives Firefox through Marionette, its own WebDriver port. Geckodriver would only translate HTTP to it, and neither
 * Debian nor npm ships that program (docs/decisions/084).
 */
export async function startFirefox(program: string): Promise<Driver> {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(path.join(profile, 'user.js'), lines.join(''));
  mkdirSync(path.join(profile, 'chrome'));
  writeFileSync(path.join(profile, 'chrome/userChrome.css'), NARROW_TOOL_BAR);
  const firefox = spawn(program, ['--marionette', '--headless', '--no-remote', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(firefox, 'exit');
  let output = '';
  for (const stream of [firefox.stdout, firefox.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const portFile = path.join(profile, 'MarionetteActivePort');
  await until('Firefox listens', () => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '');
  const { send, close } = await marionette(Number(readFileSync(portFile, 'utf8')));
  await send('newSession', { capabilities: { alwaysMatch: { 'moz:debuggerAddress': false } } });
  await send('resize', PHONE_SIZE);
  return webDriver(
    send,
    () => output.split('\n').filter((line) => /^(JavaScript error: http|console\.error: ")/.test(line)),
    async () => {
      close();
      firefox.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  );
}

/** A message is its length, a colon, and `[type, id, error, value]` in JSON. */
async function marionette(port: number): Promise<{ send: Send; close: () => void }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (error: unknown, value: unknown) => void>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown;
      received = received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.get(message[1] as number)?.(message[2], message[3]);
    }
  });
  let count = 0;
  const send: Send = (command, parameters = {}, element) =>
    new Promise((resolve, reject) => {
      const id = count++;
      waiting.set(id, (error, value) => {
        waiting.delete(id);
        if (error) reject(new Error(`${command}: ${JSON.stringify(error).slice(0, 500)}`));
        else resolve(value !== null && typeof value === 'object' && 'value' in value ? value.value : value);
      });
      const named = element ? { ...parameters, id: element } : parameters;
      const message = JSON.stringify([0, id, COMMANDS[command][2], named]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  return { send, close: () => socket.destroy() };
}
