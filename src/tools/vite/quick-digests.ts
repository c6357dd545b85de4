import type { Plugin } from 'vite';

const FUNCTION = 'async function generateCspDigest(data, algorithm) {';

/**
 * Astro hashes the styles of a page made on request anew for each answer, and each hash waits for a thread behind the answers
 * that are being packed. A page's styles never change while a server runs: here a text is hashed once.
 */
export function quickDigests(): Plugin {
  return {
    name: 'quick-digests',
    transform: {
      filter: { id: /\/astro\/dist\/core\/encryption\.js/ },
      handler(code) {
        if (!code.includes(FUNCTION)) this.error('Astro hashes in another way than this plugin knows: see whether it is still needed.');
        return code.replace(
          FUNCTION,
          `const digests = {};
function generateCspDigest(data, algorithm) {
  const known = (digests[algorithm] ??= new Map());
  if (!known.has(data)) known.set(data, digestAnew(data, algorithm));
  return known.get(data);
}
async function digestAnew(data, algorithm) {`,
        );
      },
    },
  };
}
