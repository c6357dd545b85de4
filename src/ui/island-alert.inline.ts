/** An island whose code does not arrive: nothing is lost silently. */
import { showAlert } from './alert.ts';

const { text = '' } = (document.currentScript as HTMLScriptElement).dataset;
document.addEventListener('astro:hydration-error', () => showAlert(text));
