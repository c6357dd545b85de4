import { runProgram } from '#src/server/run-program.ts';
import { createShopProgram, explainShopError } from './shop-program.ts';

await runProgram(async () => (await createShopProgram(process.argv.slice(2))).parseAsync(), explainShopError);
