import { banner } from '#locales/de-DE/consent.json';
import { doLater } from './later.ts';

doLater(banner);
