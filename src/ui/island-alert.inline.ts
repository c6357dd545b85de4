/** An island whose code does not arrive: this says so in its own place as long as the page stands, and whoever sends the form is led there. */
const script = document.currentScript as HTMLScriptElement;
const { text = '', reload = '' } = script.dataset;

const tell = () => {
  const link = Object.assign(document.createElement('a'), { className: 'button', href: '', textContent: reload });
  const notice = document.createElement('p');
  notice.className = 'notice notice-problem';
  notice.setAttribute('role', 'alert');
  notice.append(text, ' ', link);
  script.after(notice);
  document.addEventListener('submit', () => {
    notice.scrollIntoView({ block: 'nearest' });
    link.focus();
  });
};
// Once: a page may have more islands than one.
document.addEventListener('astro:hydration-error', tell, { once: true });

export {};
