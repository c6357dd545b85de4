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
