// The session imports it on demand. A module that others import statically would then need helpers in its chunk, which
// are in the first script otherwise.
export { forgetAll } from './kept-store';
