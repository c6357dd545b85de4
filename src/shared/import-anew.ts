/**
 * Imports a module, and retries once under another address. Safari, and other browsers until 2026, cache a failed
 * import for the life of the page, so that only another address works once the network is back.
 */
export const importAnew = <T>(url: string): Promise<T> =>
  import(/* @vite-ignore */ url).catch(() => {
    const retryUrl = `${url}?${Date.now()}`; // a template inside `import()` would make Vite add its preload code
    return import(/* @vite-ignore */ retryUrl);
  }) as Promise<T>;
