/** Inline in the header of pages in the default language, so that the offer moves nothing. */
import { offerLanguage } from './offer-language.ts';

offerLanguage();
