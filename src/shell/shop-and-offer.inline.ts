/** Inline in pages that offer other languages, in one script: each costs a hash in the policy of every page. */
import './shop.inline.ts';
import { offerLanguage } from './offer-language.ts';

offerLanguage();
