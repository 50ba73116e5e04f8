/**
 * The result of `work`, or `otherwise` after `ms` milliseconds, while `work` continues. A result that arrived while
 * this process was busy still counts: timers run before arrived data is read.
 */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, otherwise), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
