import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from '../../lib/browser/storage';

/** Two short notes: frequency in hertz, and seconds after the first. */
const NOTES = [
  [880, 0],
  [1_318.5, 0.13],
] as const;
const NOTE_SECONDS = 0.35;
const VOLUME = 0.18;

let context: AudioContext | null = null;
const subscribe = storage.subscribeTo(storageKeys.orderSound);

function isOn(): boolean {
  return storage.get(storageKeys.orderSound) === 'on';
}

/** Plays the sound, if the browser supports and allows it. */
function play(): void {
  try {
    context ??= new AudioContext();
    const audio = context;
    audio.resume().catch(() => undefined); // browsers allow sound only after a user gesture
    for (const [frequency, after] of NOTES) {
      const at = audio.currentTime + after;
      const gain = audio.createGain();
      gain.gain.setValueAtTime(VOLUME, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
      const note = audio.createOscillator();
      note.frequency.value = frequency;
      note.connect(gain).connect(audio.destination);
      note.start(at);
      note.stop(at + NOTE_SECONDS);
    }
  } catch {
    // not supported
  }
}

/** Plays the sound if it is on; a setting of this browser, off by default. */
export function playForNewOrder(): void {
  if (isOn()) play();
}

export function useOrderSound(): { on: boolean; set: (on: boolean) => void } {
  const set = (on: boolean) => {
    storage.set(storageKeys.orderSound, on ? 'on' : 'off');
    // as a preview, and because this user gesture allows the browser to play it later
    if (on) play();
  };
  return { on: useSyncExternalStore(subscribe, isOn), set };
}
