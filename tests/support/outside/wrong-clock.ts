const shiftDate = (ms: number) => {
  const Right = Date;
  const now = () => Right.now() + ms;
  globalThis.Date = new Proxy(Right, {
    construct: (_target, args: [number]) => (args.length ? new Right(...args) : new Right(now())),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
};

/** The environment of a server on a machine whose clock is ahead by so many milliseconds. */
export const wrongClock = (aheadMs: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`(${String(shiftDate)})(${aheadMs})`)}`,
});
