/** What `work` resolves with, or `otherwise` after that many milliseconds; `work` goes on then. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
