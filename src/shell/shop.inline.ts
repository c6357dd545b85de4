/** What a page does before any other code arrives: stands in it as it is, behind the header, and runs at once. */
import { keepUser } from '#src/features/account/user-menu.ts';
import { answerTaps } from '#src/features/cart/add.ts';
import { keepBadge } from '#src/features/cart/badge.ts';
import { markSoldOut } from '#src/features/cart/sold-out.ts';
import { wearFace } from './display-face.ts';

wearFace();
keepUser();
keepBadge();
answerTaps();
markSoldOut();
