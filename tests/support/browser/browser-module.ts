import { build, type Rolldown } from 'vite';

/** Bundles a browser module of the shop into one file, for a page without other scripts of the shop. */
export async function bundleModule(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return built[0]!.output[0].code;
}
