/** Smaller movements do not count as a change of direction. */
const MIN_PX = 8;

/**
 * Sets the class `up` on `<html>` after a scroll towards the top, which brings the header back, and `--header` to the
 * height that it covers. The button to the top
 * gets no history entry.
 */
export function followScroll(): void {
  const { classList, style } = document.documentElement;
  const header = document.querySelector<HTMLElement>('.header')!;
  let last = scrollY;
  const follow = () => {
    const moved = scrollY - last;
    if (Math.abs(moved) >= MIN_PX) {
      const isUp = classList.toggle('up', moved < 0 && scrollY > 0);
      style.setProperty('--header', isUp ? `${header.offsetHeight}px` : '0px');
      last = scrollY;
    }
  };
  follow();
  addEventListener('scroll', follow, { passive: true });
  document.querySelector('.to-top a')?.addEventListener('click', (event) => {
    event.preventDefault();
    scrollTo({ top: 0 });
  });
}
