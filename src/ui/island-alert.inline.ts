/**
 * Shows an alert in place of an island whose code failed to load. Submitting the form leads the visitor to the alert.
 */
const script = document.currentScript as HTMLScriptElement;
const { text = '', reload = '' } = script.dataset;

const showNotice = () => {
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
// Only once, because a page may have several islands.
document.addEventListener('astro:hydration-error', showNotice, { once: true });

export {};
