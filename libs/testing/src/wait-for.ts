/** Milliseconds within which what is waited for has happened, also on a busy machine; less than Jest's own deadline. */
const DEADLINE_MS = 20_000;

/** Asks again until `read` answers something other than undefined, null or false; after `deadlineMs` says what it waited for. */
export async function waitFor<Result>(
  what: string,
  read: () => Result | Promise<Result>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<Result>> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const result = await read();
    if (result !== undefined && result !== null && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
