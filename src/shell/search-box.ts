import suggestions from '#src/features/search/search-suggestions.ts?chunk-url';

/** Suggestions while typing: their code comes with the first touch of the box, or the next one should it not arrive. */
export function suggestOnFocus(): void {
  const box = document.getElementById('q') as HTMLInputElement;
  const listen = () => box.addEventListener('focus', start, { once: true });
  const start = async () => {
    try {
      const { suggest } = (await import(/* @vite-ignore */ suggestions)) as typeof import('#src/features/search/search-suggestions.ts');
      suggest(box);
    } catch {
      listen();
    }
  };
  if (box === document.activeElement) void start();
  else listen();
}
