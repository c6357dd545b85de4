import { resources, type Translate } from '#src/i18n/translate.ts';

type Done = keyof (typeof resources)['en-US']['desk']['done'];

const isDone = (key: string): key is Done => Object.hasOwn(resources['en-US'].desk.done, key);

/** The sentence that tells a person that an act is done; `?done=` names it after the redirect. */
export function saidAfter(url: URL, t: Translate): string | undefined {
  const key = url.searchParams.get('done') ?? '';
  return isDone(key) ? t(`desk:done.${key}`) : undefined;
}

/** The address that says so. */
export function withDone(path: string, done: Done): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
}
