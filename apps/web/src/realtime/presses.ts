/** Whether a button or a key is down. */
let isDown = false;
/** Frames until the one that answers the last press has been painted. */
let framesLeft = 0;

/**
 * Whether the user is pressing a button or a key, or the frame that answers it has not been painted yet. What is not
 * an answer waits: on a slow device, rendering it would make the press itself feel slow.
 */
export const isAnsweringPress = () => isDown || framesLeft > 0;

function countFrame(): void {
  framesLeft -= 1;
  if (framesLeft > 0) requestAnimationFrame(countFrame);
}

function onDown(): void {
  isDown = true;
}

/** The handlers of this event render before the next frame; the callback of the frame after that ends the wait. */
function onUp(): void {
  isDown = false;
  if (framesLeft === 0) requestAnimationFrame(countFrame);
  framesLeft = 2;
}

const options = { capture: true, passive: true };
for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, onDown, options);
for (const type of ['pointerup', 'pointercancel', 'keyup'])
  window.addEventListener(type, onUp, options);
// the window's own, not that of its elements: another window hears of the release
window.addEventListener('blur', onUp);
