import { logToStandardError } from '#src/server/log.ts';
import { runProgram } from '#src/server/run-program.ts';
import { createShopProgram, explainShopError } from './shop-program.ts';

logToStandardError();
await runProgram(async () => (await createShopProgram(process.argv[2])).parseAsync(), explainShopError);
