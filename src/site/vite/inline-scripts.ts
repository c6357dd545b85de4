import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { forbidServerCode } from './forbid-server-code.ts';

const SUFFIX = '?inline-script';

/**
 * `import code from './x.inline.ts?inline-script'` gives a module with its imports as one small script for `<script is:inline
 * set:html={code} />`. It runs immediately, unlike a module script. The Content-Security-Policy lists only these `files`.
 */
export function inlineScripts(...files: string[]): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': async ({ updateConfig }) => {
        const hashes = await Promise.all(files.map(async (file) => hashOf(await bundle(path.resolve(file)))));
        updateConfig({ security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes } } }, vite: { plugins: [serveCode()] } });
      },
    },
  };
}

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}` as const;

function serveCode(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return undefined;
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return resolved && resolved.id + SUFFIX;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      return `export default ${JSON.stringify(await bundle(id.slice(0, -SUFFIX.length)))}`;
    },
  };
}

async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [forbidServerCode()],
    build: { write: false, modulePreload: false, rolldownOptions: { input: file, output: { format: 'iife', minify: true } } },
  });
  if (!('output' in result) || result.output.length !== 1) throw new Error(`${file} must become one script`);
  return result.output[0].code.trim();
}
