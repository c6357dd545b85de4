import { banner } from '#locales/pt-BR/consent.json';
import { bannerIn } from './banner.ts';

export default bannerIn(banner);
