import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from '../../lib/storage';

/** Two short notes, like the bell on a shop's counter: hertz, and seconds after the first. */
const NOTES = [
  [880, 0],
  [1_318.5, 0.13],
] as const;
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.18;

let context: AudioContext | null = null;
const listeners = new Set<() => void>();

function isOn(): boolean {
  return storage.get(storageKeys.orderSound) === 'on';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Plays the tone; where the browser has no sound, or allows none yet, nothing happens. */
function play(): void {
  try {
    context ??= new AudioContext();
    const audio = context;
    audio.resume().catch(() => undefined); // it waits for the first click on the page
    for (const [frequency, after] of NOTES) {
      const at = audio.currentTime + after;
      const gain = audio.createGain();
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
      const note = audio.createOscillator();
      note.frequency.value = frequency;
      note.connect(gain).connect(audio.destination);
      note.start(at);
      note.stop(at + NOTE_SECONDS);
    }
  } catch {
    // no audio here
  }
}

/** Rings for a new order, if the farmer wants that; said to this browser only, and off until then. */
export function ringForOrder(): void {
  if (isOn()) play();
}

export function useOrderSound(): { on: boolean; set: (on: boolean) => void } {
  const set = (on: boolean) => {
    storage.set(storageKeys.orderSound, on ? 'on' : 'off');
    for (const listener of listeners) listener();
    // to hear what one has chosen, and to be allowed to play it later
    if (on) play();
  };
  return { on: useSyncExternalStore(subscribe, isOn), set };
}
