import type { Plugin } from 'vite';

const FUNCTION = 'async function generateCspDigest(data, algorithm) {';
const OTHERWISE = 'Astro hashes in another way than this plugin knows: see whether it is still needed.';

/**
 * Astro hashes the styles of a page made on request anew for each answer, and each hash waits for a thread behind the answers
 * that are being packed. A page's styles never change while a server runs: here a text is hashed once.
 */
export function quickDigests(): Plugin {
  let done = false;
  return {
    name: 'quick-digests',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr' || name === 'prerender',
    transform: {
      filter: { id: /\/astro\/dist\/core\/encryption\.js/ },
      handler(code) {
        if (!code.includes(FUNCTION)) this.error(OTHERWISE);
        done = true;
        return code.replace(
          FUNCTION,
          `const digests = new Map();
function generateCspDigest(data, algorithm) {
  const known = digests.get(data);
  if (known?.algorithm === algorithm) return known.digest;
  // Were it more than the styles and scripts of the site's pages, it would not be worth keeping.
  if (digests.size > 200) digests.clear();
  const digest = digestAnew(data, algorithm);
  digests.set(data, { algorithm, digest });
  return digest;
}
async function digestAnew(data, algorithm) {`,
        );
      },
    },
    buildEnd(error) {
      if (!error && !done) this.error(OTHERWISE);
    },
  };
}
