import { readConsent } from './consent.ts';
import { recordAgain } from './record-consent.ts';

const choice = readConsent();
if (choice) void recordAgain(choice);
