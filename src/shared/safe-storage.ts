/**
 * localStorage that never throws: what cannot be kept, because the browser blocks storage or it is full, stays in memory
 * for as long as the page lives. The page's inline script and its islands are bundled apart and share that memory.
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

/** Whether what was written last outlives this page. */
export const isKept = (key: string): boolean => !memory.has(key);

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // blocked: there is nothing
  }
}

/** Forgets everything but the keys that begin so; every script of the page hears of it as other tabs do. */
export function clearStored(kept: string): void {
  memory.clear();
  try {
    for (const key of Object.keys(localStorage)) if (!key.startsWith(kept)) localStorage.removeItem(key);
  } catch {
    // blocked: there is nothing
  }
  dispatchEvent(new StorageEvent('storage'));
}
