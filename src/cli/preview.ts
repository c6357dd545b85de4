/** `npm run preview`: serves the last build. */
import { runProgram } from '#src/server/run-program.ts';
import { serveShop } from './serve-shop.ts';

await runProgram(() => serveShop());
