/** Asks the user for the password again; resolves to whether they entered it. */
type AskUser = () => Promise<boolean>;

let ask: AskUser | null = null;
let asked: Promise<boolean> | null = null;

/** Sets the function that asks the user; returns a function that removes it. */
export function setSessionConfirmation(next: AskUser): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** Asks for the password, for a call that requires a recently entered one; concurrent calls share one question. */
export function confirmSession(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
