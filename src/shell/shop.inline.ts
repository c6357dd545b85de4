/** Inline in every page, after the header: the work of a page before other code arrives. */
import { showSignedInName } from '#src/features/account/user-menu.ts';
import { answerTaps } from '#src/features/cart/add.ts';
import { keepBadge } from '#src/features/cart/badge.ts';
import { useCachedDisplayFont } from './display-font.ts';

useCachedDisplayFont();
showSignedInName();
keepBadge();
answerTaps();
