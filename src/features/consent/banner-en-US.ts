import { banner } from '#locales/en-US/consent.json';
import { showBanner } from './banner.ts';

showBanner(banner);
