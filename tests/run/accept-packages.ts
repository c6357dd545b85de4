/** Accepts the packages of package-lock.json as they are today. Its argument says what their advisories said, and who was asked. */
import { readFileSync, writeFileSync } from 'node:fs';
import packageJson from '#package.json' with { type: 'json' };
import { ACCEPTED_FILE, packagesOf, type AcceptedPackages } from '../support/accepted-packages.ts';

const [advisories] = process.argv.slice(2);
if (advisories) {
  const date = new Date().toISOString().slice(0, 10);
  const accepted: AcceptedPackages = { date, advisories, ...packagesOf(readFileSync('package-lock.json', 'utf8'), packageJson) };
  writeFileSync(ACCEPTED_FILE, `${JSON.stringify(accepted, null, 2)}\n`);
  console.log(`${ACCEPTED_FILE} holds ${Object.keys(accepted.direct).length} packages, accepted on ${date}.`);
} else {
  console.error('Say what the advisories said, and who was asked. Example: accept-packages.ts "npm audit: none"');
  process.exitCode = 2;
}
