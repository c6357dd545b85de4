/** Smaller movements do not count as a change of direction. */
const MIN_PX = 8;

/**
 * Sets the class `up` on `<html>` after a scroll towards the top, which brings the header back, and `--header` to the
 * height that it covers.
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
  addToTop();
  addEventListener('scroll', follow, { passive: true });
}

/** Adds the button to the top (to-top.scss). The checkout has none. */
function addToTop(): void {
  const floating = document.querySelector<HTMLElement>('.floating');
  if (!floating) return;
  const link = Object.assign(document.createElement('a'), { href: '#', textContent: '↑' });
  link.setAttribute('aria-label', floating.dataset.top!);
  link.addEventListener('click', (event) => {
    event.preventDefault(); // no entry in the history
    scrollTo({ top: 0 });
  });
  const room = Object.assign(document.createElement('div'), { className: 'to-top' });
  room.append(link);
  floating.prepend(room);
}
