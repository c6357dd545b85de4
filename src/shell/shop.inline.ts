/** Inline in every page, after the header: the work of a page before other code arrives. */
import { showSignedInName } from '#src/features/account/user-menu.ts';
import { answerTaps } from '#src/features/cart/add.ts';
import { useCachedDisplayFont } from './display-font.ts';

useCachedDisplayFont();
showSignedInName();
answerTaps();
