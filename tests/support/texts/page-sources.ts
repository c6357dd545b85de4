import { globSync, readFileSync } from 'node:fs';

/** The routes of a folder of pages. */
export const routesOf = (folder: string, extension = 'astro'): string[] =>
  globSync(`src/pages/${folder}/**/*.${extension}`)
    .map((file) =>
      file
        .replaceAll('\\', '/')
        .replace(/^src\/pages/, '')
        .replace(/(?:\/index)?\.(?:astro|ts)$/, ''),
    )
    .sort();

/** The most specific route that matches an address. */
export const routeOf = (address: string, routes: readonly string[]): string | undefined =>
  routes
    .filter((route) => new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}$`).test(address.replace(/[?#].*/, '')))
    .sort((one, other) => one.split('[').length - other.split('[').length)[0];

/** Names of fields and values of buttons in the sources of the desk's forms, without checkboxes and files. */
export const fieldsInSources = (): string[] =>
  globSync('src/**/*.astro')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((code) => /^import Form from '.*\/Form.astro'/m.test(code))
    .flatMap((code) => [
      ...code.matchAll(
        /(?<!type="(?:checkbox|radio|file)"\s+|<(?:PictureField|SureOfNumber) )\bname="([\w-]+)"(?:\s+value="([\w-]+)")?/g,
      ),
    ])
    .map(([, name, value]) => (value ? `${name}=${value}` : name!));
