/** The default deadline in milliseconds: enough on a busy machine, but less than Jest's own deadline. */
const DEADLINE_MS = 60_000;
/** First and longest pause between two polls, in milliseconds; grows, so that long waits do not take CPU time. */
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 100;

/** Polls until `read` returns neither undefined, null nor false; after `deadlineMs` throws an error with `what`. */
export async function waitFor<Result>(
  what: string,
  read: () => Result | Promise<Result>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<Result>> {
  const deadline = Date.now() + deadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LAST_PAUSE_MS)) {
    const result = await read();
    if (result !== undefined && result !== null && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
