import { banner } from '#locales/en-US/consent.json';
import { doLater } from './later.ts';

doLater(banner);
