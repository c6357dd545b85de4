import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { forbidServerCode } from './forbid-server-code.ts';
import { supportedBrowsers } from './supported-browsers.ts';

const SUFFIX = '?inline-script';

/**
 * `import code from './x.inline.ts?inline-script'` gives a module with its imports as one small script for
 * `<script is:inline set:html={code} />`. It runs immediately, unlike a module script. The Content-Security-Policy
 * lists only these `files`.
 */
export function inlineScripts(...files: string[]): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': async ({ command, updateConfig }) => {
        updateConfig({ vite: { plugins: [serveCode()] } });
        if (command === 'dev') return; // pages have no policy there
        const hashes = await Promise.all(files.map(async (file) => hashOf((await bundle(path.resolve(file))).code)));
        updateConfig({ security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes } } } });
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
      const { code, modules } = await bundle(id.slice(0, -SUFFIX.length));
      // Otherwise `npm run dev` would notice a change of the first file only.
      for (const file of modules) if (path.isAbsolute(file)) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)}`;
    },
  };
}

async function bundle(file: string): Promise<{ code: string; modules: string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [forbidServerCode()],
    build: {
      write: false,
      target: supportedBrowsers(),
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife', minify: true } },
    },
  });
  if (!('output' in result) || result.output.length !== 1) throw new Error(`${file} must become one script`);
  const [{ code, moduleIds }] = result.output;
  return { code: code.trim(), modules: moduleIds };
}
