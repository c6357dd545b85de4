import { atom } from 'nanostores';
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { MAX_LISTS, parseLists, withLines, type ListLine, type Lists } from './list.ts';

/** The storage of the lists. It stays when a customer signs out: lists belong to the device, not to the account. */
const KEY = 'lists';

const readLists = (): Lists => parseLists(readStored(KEY) ?? '[]');

/** The stored lists; follows other tabs. Change them only through the functions below. */
export const $lists = atom<Lists>([]);

if (typeof window !== 'undefined') {
  const follow = () => {
    const lists = readLists();
    if (JSON.stringify(lists) !== JSON.stringify($lists.get())) $lists.set(lists);
  };
  follow();
  for (const event of ['storage', 'pageshow']) addEventListener(event, follow);
}

/** Changes what is stored now, which another tab may have changed. Returns false when the browser does not store it. */
export function changeLists(change: (lists: Lists) => Lists): boolean {
  const lists = change(readLists());
  writeStored(KEY, JSON.stringify(lists));
  $lists.set(lists);
  return isKept(KEY);
}

interface Kept {
  /** The list that has the products now. */
  id: string;
  leftOut: number;
  isStored: boolean;
}

/**
 * Puts products on the list `id`, or on a new one with this name. It becomes the first list, which the page proposes
 * next. Returns undefined when there are too many lists.
 */
export function keepLines(lines: readonly ListLine[], { id, name }: { id?: string; name: string }): Kept | undefined {
  const lists = readLists();
  const known = lists.find((list) => list.id === id);
  if (!known && lists.length >= MAX_LISTS) return undefined;
  const { list, leftOut } = withLines(known ?? { id: newId(), name, lines: [] }, lines);
  const isStored = changeLists((all) => [list, ...all.filter((old) => old.id !== list.id)]);
  return { id: list.id, leftOut, isStored };
}

/** `crypto.randomUUID` needs HTTPS. */
const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');
