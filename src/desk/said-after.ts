import { resources, type Translate } from '#src/i18n/translate.ts';

type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;
type Done = WithoutPlural<keyof (typeof resources)['en-US']['desk']['done']>;

const TEXTS = resources['en-US'].desk.done;
const isDone = (key: string): key is Done => Object.hasOwn(TEXTS, key) || Object.hasOwn(TEXTS, `${key}_other`);

/** The success message of an act. After the redirect, `?done=` names the message and `&count=` its number. */
export function saidAfter({ searchParams }: URL, t: Translate): string | undefined {
  const key = searchParams.get('done') ?? '';
  const count = Number(searchParams.get('count') ?? 0);
  return isDone(key) && Number.isSafeInteger(count) ? t(`desk:done.${key}`, { count }) : undefined;
}

/** The address that says so. */
export function withDone(path: string, done: Done, count?: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}${count === undefined ? '' : `&count=${count}`}`;
}
