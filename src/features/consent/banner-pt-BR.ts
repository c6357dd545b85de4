import { banner } from '#locales/pt-BR/consent.json';
import { showBanner } from './banner.ts';

showBanner(banner);
