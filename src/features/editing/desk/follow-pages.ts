/** Shows the build's progress until the pages are live. */
export function followPages(): void {
  const part = document.querySelector<HTMLElement>('[data-pages]');
  if (!part) return;
  const [text, bar] = [part.querySelector<HTMLElement>('[role=status]')!, part.querySelector('progress')!];
  const events = new EventSource(part.dataset.pages!);
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { state, done, total } = JSON.parse(data) as {
      state: 'live' | 'building' | 'failed' | 'late';
      done: number;
      total: number;
    };
    if (total > 0) bar.value = done / total;
    if (state === 'building') return;
    events.close();
    text.textContent = text.dataset[state] ?? '';
    bar.hidden = true;
  });
}
