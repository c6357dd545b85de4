import { fork, type ChildProcess } from 'node:child_process';
import { END_SIGNALS } from '#src/server/run-program.ts';

/**
 * Runs `shop watch` beside this process, so that the pages follow catalogue and stock. The watcher ends with this
 * process. The returned function starts it again, with the present settings.
 */
export function watchBeside(): () => void {
  let watcher = start();
  process.once('exit', () => watcher.kill());
  return () => {
    watcher.kill();
    watcher = start();
  };
}

function start(): ChildProcess {
  // The channel of `fork` closes even when this process is killed; the watcher then ends itself.
  const watcher = fork('src/cli/shop.ts', ['watch']);
  watcher.once('exit', (code, signal) => {
    // A terminal sends its signal to both processes.
    if (END_SIGNALS.some((end) => end === signal)) return;
    console.error(`The watcher ended (${signal ?? `code ${code}`}). Pages follow changes again after a restart.`);
  });
  return watcher;
}
