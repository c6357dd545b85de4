/** Both inline scripts in one, because each script adds a hash to the policy of every page. */
import './shop.inline.ts';
import { offerLanguage } from './offer-language.ts';

offerLanguage();
