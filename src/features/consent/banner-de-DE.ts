import { banner } from '#locales/de-DE/consent.json';
import { showBanner } from './banner.ts';

showBanner(banner);
