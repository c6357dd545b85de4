/**
 * localStorage that never throws. When the browser blocks storage or it is full, the value stays in memory until the
 * page is left. The inline script and the islands are separate bundles, so they share this memory through `globalThis`.
 */
const memory = ((globalThis as { storageMemory?: Map<string, string> }).storageMemory ??= new Map<string, string>());

export function readStored(key: string): string | undefined {
  try {
    return memory.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  memory.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

/** Whether the last written value is in localStorage, so that the next page can read it. */
export const isKept = (key: string): boolean => !memory.has(key);

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so it is empty.
  }
}

/**
 * Removes all keys except those with one of these prefixes, and the drafts of this tab. Dispatches the `storage` event,
 * so that this page's scripts react like other tabs.
 */
export function clearStored(...except: string[]): void {
  memory.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (!except.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so it is empty.
  }
  dispatchEvent(new StorageEvent('storage'));
}
