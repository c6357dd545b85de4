import { build, type Rolldown } from 'vite';

/** A module of the shop's browser side as one file, for a page that has nothing else of the shop. */
export async function bundleModule(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return built[0]!.output[0].code;
}
