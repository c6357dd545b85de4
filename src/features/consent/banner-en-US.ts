import { banner } from '#locales/en-US/consent.json';
import { bannerIn } from './banner.ts';

export default bannerIn(banner);
