/** `npm run preview`: serves the last build as it is. */
import '#src/server/main.ts';
