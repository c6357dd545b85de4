/** Astro's part of a build, in a process of its own: what it takes of memory goes with it. */
import { build } from 'astro';

await build({ logLevel: 'warn' });
