/**
 * Loads a module. Some browsers remember for the life of a page that one did not arrive (Safari, others until 2026): there only
 * another address of it can be had once the network is back.
 */
export const importAnew = <T>(url: string): Promise<T> =>
  import(/* @vite-ignore */ url).catch(() => import(/* @vite-ignore */ `${url}?${Date.now()}`)) as Promise<T>;
