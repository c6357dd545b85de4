import { resources, type Translate } from '#src/i18n/translate.ts';

type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;
/** The name of a success message. */
export type Done = WithoutPlural<keyof (typeof resources)['en-US']['desk']['done']>;

const TEXTS = resources['en-US'].desk.done;
const isDone = (key: string): key is Done => Object.hasOwn(TEXTS, key) || Object.hasOwn(TEXTS, `${key}_other`);

/** Only an order's number, so that a link cannot inject a text. */
const NAME = /^[\w-]{1,20}$/;

/**
 * The success message of an act. After the redirect, `?done=` names the message, `&count=` its number and `&of=` its
 * order.
 */
export function saidAfter({ searchParams }: URL, t: Translate): string | undefined {
  const key = searchParams.get('done') ?? '';
  const count = Number(searchParams.get('count') ?? 0);
  const of = searchParams.get('of') ?? '';
  return isDone(key) && Number.isSafeInteger(count) && (of === '' || NAME.test(of))
    ? t(`desk:done.${key}`, { count, of })
    : undefined;
}

/** The URL of this message. `about`: a count, or an order. `orders`: how many have the counted parcels. */
export function withDone(path: string, done: Done, about?: number | string, orders?: number): string {
  const more = about === undefined ? '' : typeof about === 'number' ? `&count=${about}` : `&of=${about}`;
  const of = orders === undefined ? '' : `&of=${orders}`;
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}${more}${of}`;
}
