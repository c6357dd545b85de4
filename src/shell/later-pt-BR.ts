import { banner } from '#locales/pt-BR/consent.json';
import { doLater } from './later.ts';

doLater(banner);
