/** `npm run paypal-emulator`: the PayPal emulator as a process of its own. */
import http from 'node:http';
import { ConfigError, handedVariable, loadConfig } from '#src/settings/environment/config.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { isLoopbackHost } from '#src/settings/environment/private-hosts.ts';
import { END_SIGNALS, runProgram } from '#src/server/run-program.ts';
import { api } from '#src/shared/paths.ts';
import { createEmulator } from './emulator.ts';

// Read before .env, because the PORT in .env is the shop's.
const port = Number(handedVariable('PORT') || 4322);

function main(): void {
  const { host, siteUrl, isLocal, dataDir, paypal } = loadConfig();
  if (!isLocal)
    throw new ConfigError(
      'SITE_URL: the PayPal emulator serves only shops at a loopback address. Example: SITE_URL=http://localhost:4321',
    );
  if (!isLoopbackHost(host))
    throw new ConfigError('HOST: the PayPal emulator listens only on a loopback address. Example: HOST=127.0.0.1');
  const emulator = createEmulator({
    dataDir,
    account: paypal,
    mount: '',
    webhookUrl: () => siteUrl + api.paypalWebhook(),
  });
  const server = http.createServer((req, res) => {
    if (!isFromThisMachine(req, { host })) return void res.writeHead(404).end();
    emulator.handle(req, res).catch((error: unknown) => {
      console.error(error);
      res.destroy();
    });
  });
  for (const signal of END_SIGNALS)
    process.once(signal, () => {
      server.close(() => emulator.close());
      server.closeAllConnections();
    });
  server.once('error', (error) => {
    console.error(`PORT: ${error.message}. Example: PORT=4322`);
    process.exitCode = 2;
    emulator.close();
  });
  server.listen(port, host, () => {
    const address = server.address();
    const listening = typeof address === 'object' && address ? address.port : port;
    const url = `http://${host}:${listening}`;
    console.log(`The PayPal emulator answers at ${url}\nA shop uses it with PAYPAL_API_BASE=${url}`);
    process.send?.({ listening });
  });
}

await runProgram(main);
