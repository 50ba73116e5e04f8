const listening = { capture: true, passive: true };

/** Presses of buttons and keys on this page, from the moment they begin until their answer is on the screen. */
export class Presses {
  #isDown = false;
  /** Frames until the one that answers the last press has been painted. */
  #framesLeft = 0;

  /** Whether the user is pressing a button or a key, or the frame that answers it has not been painted yet. */
  get hasUnanswered(): boolean {
    return this.#isDown || this.#framesLeft > 0;
  }

  /** Listens until the returned function is called. */
  start(): () => void {
    const stopped = new AbortController();
    const options = { ...listening, signal: stopped.signal };
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, this.#begin, options);
    for (const type of ['pointerup', 'pointercancel', 'keyup'])
      window.addEventListener(type, this.#end, options);
    // the window's own, not that of its elements: another window hears of the release
    window.addEventListener('blur', this.#end, { signal: stopped.signal });
    return () => {
      stopped.abort();
      this.#isDown = false;
    };
  }

  readonly #begin = () => {
    this.#isDown = true;
  };

  /** The handlers of this event render before the next frame; the callback of the frame after that ends the wait. */
  readonly #end = () => {
    this.#isDown = false;
    if (this.#framesLeft === 0) requestAnimationFrame(this.#countFrame);
    this.#framesLeft = 2;
  };

  readonly #countFrame = () => {
    this.#framesLeft -= 1;
    if (this.#framesLeft > 0) requestAnimationFrame(this.#countFrame);
  };
}
