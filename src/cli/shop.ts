import { runProgram } from '#src/server/run-program.ts';
import { createShopProgram, explainShopError } from './shop-program.ts';

await runProgram(() => createShopProgram().parseAsync(), explainShopError);
