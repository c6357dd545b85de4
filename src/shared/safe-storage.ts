/** localStorage that never throws: blocked or full storage falls back to memory, for as long as the page lives. */
export function createSafeStorage(open: () => Storage): Record<string, string> {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(open());
    } catch {
      return undefined; // blocked by the browser, or full
    }
  };
  const read = (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined;
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, key) => read(String(key)),
      has: (_, key) => read(String(key)) !== undefined,
      set(_, key, value: string) {
        memory.delete(String(key));
        const stored = attempt((storage) => {
          storage.setItem(String(key), value);
          return true;
        });
        if (!stored) memory.set(String(key), value);
        return true;
      },
      deleteProperty(_, key) {
        memory.delete(String(key));
        attempt((storage) => storage.removeItem(String(key)));
        return true;
      },
    },
  );
}

const memory = new Map<string, string>();

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
