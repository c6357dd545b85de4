/** An island whose code does not arrive: it says so in its place as long as the page stands, and whoever sends its form is led there. */
const { text = '', reload = '' } = (document.currentScript as HTMLScriptElement).dataset;

document.addEventListener('astro:hydration-error', ({ target }) => {
  const link = Object.assign(document.createElement('a'), { className: 'button', href: '', textContent: reload });
  const notice = document.createElement('p');
  notice.className = 'notice notice-problem';
  notice.setAttribute('role', 'alert');
  notice.append(text, ' ', link);
  (target as Element).before(notice);
  document.addEventListener('submit', () => {
    notice.scrollIntoView({ block: 'nearest' });
    link.focus();
  });
});

export {};
