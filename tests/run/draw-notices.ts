/**
 * Writes the pictures of the guarantee notice that mails carry. Run it again when the Commission publishes other
 * artwork.
 */
import { writeFileSync } from 'node:fs';
import { packNotice } from '../support/texts/notice-picture.ts';

for (const language of ['de', 'en', 'pt'])
  writeFileSync(`public/notice/legal-guarantee-notice-${language}.png`, await packNotice(language));
