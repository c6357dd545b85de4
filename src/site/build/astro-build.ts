/** Runs Astro's part of a build in its own process, so that the process's end frees the memory. */
import { build } from 'astro';

await build({ logLevel: 'warn' });
