import suggestions from '#src/features/search/search-suggestions.ts?chunk-url';

/**
 * Loads the code for suggestions when the search box gets the focus, and tries again at the next focus after an error.
 */
export function suggestOnFocus(): void {
  const box = document.getElementById('q') as HTMLInputElement;
  const listen = () => box.addEventListener('focus', start, { once: true });
  const start = async () => {
    try {
      const { suggest } = (await import(
        /* @vite-ignore */ suggestions
      )) as typeof import('#src/features/search/search-suggestions.ts');
      suggest(box);
    } catch {
      listen();
    }
  };
  if (box === document.activeElement) void start();
  else listen();
}
