/** Milliseconds within which what is waited for has happened, also on a busy machine; less than Jest's own deadline. */
const DEADLINE_MS = 20_000;
/** Milliseconds from one look to the next, at first and at most: a long wait must not take the time it waits for. */
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 100;

/** Asks again until `read` answers something other than undefined, null or false; after `deadlineMs` says what it waited for. */
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
