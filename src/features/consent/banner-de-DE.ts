import { banner } from '#locales/de-DE/consent.json';
import { bannerIn } from './banner.ts';

export default bannerIn(banner);
