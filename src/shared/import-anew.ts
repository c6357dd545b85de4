/**
 * Loads a module. Some browsers remember for the life of a page that one did not arrive (Safari, others until 2026): there only
 * another address of it can be had once the network is back.
 */
export const importAnew = <T>(url: string): Promise<T> =>
  import(/* @vite-ignore */ url).catch(() => {
    const another = `${url}?${Date.now()}`; // in the import itself it would bring Vite's code for preloading
    return import(/* @vite-ignore */ another);
  }) as Promise<T>;
