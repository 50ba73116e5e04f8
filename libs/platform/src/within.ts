/**
 * What `work` resolves with, or `otherwise` after that many milliseconds; `work` goes on then. An answer that came while
 * this process was busy counts: only what has arrived by then is read after the timers.
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
