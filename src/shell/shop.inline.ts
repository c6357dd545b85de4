/** What a page does before any other code arrives: stands in it as it is, behind the header, and runs at once. */
import { keepUser } from '#src/features/account/user-menu.ts';
import { answerTaps } from '#src/features/cart/add.ts';
import { keepBadge } from '#src/features/cart/badge.ts';
import { markSoldOut } from '#src/features/cart/sold-out.ts';
import { showAlert } from '#src/ui/alert.ts';
import { wearFace } from './display-face.ts';

wearFace();
keepUser();
keepBadge();
answerTaps();
markSoldOut();
// An island whose code does not arrive: nothing is lost silently.
document.addEventListener('astro:hydration-error', () => showAlert(document.getElementById('alerts')?.dataset.islandFailed ?? ''));
