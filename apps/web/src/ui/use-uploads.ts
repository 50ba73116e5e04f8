import { useEffect, useRef, useState } from 'react';
import { PICTURE_MAX_BYTES, type UploadedPicture } from '#libs/contracts';
import { ApiError } from '../lib/api';
import { uploadPicture } from '../lib/upload-picture';
import { errorMessage } from './states';
import { uploadText } from './upload-texts';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const MEGA = 1024 * 1024;
/** What the file dialog offers. */
export const PICTURE_TYPES = TYPES.join();

/** A picture on its way, or one that did not get there. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
  /** Why it was refused; null while it is on its way. */
  readonly failure: string | null;
  /** Whether another try could help. */
  readonly again: boolean;
}

/** What the server would refuse is said before anything is sent. */
function refusalOf(file: File): string | null {
  if (!TYPES.includes(file.type)) return uploadText.notThisType;
  if (file.size <= PICTURE_MAX_BYTES) return null;
  return uploadText.tooBig((file.size / MEGA).toFixed(1));
}

/**
 * Uploads pictures, several at once, as long as there is `room` out of `most`; each that arrives is handed to `onDone`.
 */
export function useUploads(
  { room, most }: { room: number; most: number },
  onDone: (picture: UploadedPicture, name: string) => void,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const patch = (id: number, change: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const forget = (id: number) => setUploads((now) => now.filter((one) => one.id !== id));

  const send = async (id: number, file: File) => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const picture = await uploadPicture(file, {
        onProgress: (part) => patch(id, { part }),
        signal: stop.signal,
      });
      forget(id);
      done.current(picture, file.name);
    } catch (error) {
      if (stop.signal.aborted) return forget(id);
      const refused = error instanceof ApiError && error.problem.status < 500;
      const failure = errorMessage(error, uploadText.failed);
      patch(id, { failure, again: !refused });
    } finally {
      stops.current.delete(id);
    }
  };

  const start = (file: File, fits: boolean) => {
    last.current += 1;
    const id = last.current;
    const failure = fits ? refusalOf(file) : uploadText.tooMany(most);
    setUploads((now) => [...now, { id, file, part: 0, failure, again: false }]);
    if (failure === null) void send(id, file);
  };

  const underWay = uploads.filter(({ failure }) => failure === null).length;
  return {
    uploads,
    underWay,
    add: (files: readonly File[]) => {
      let left = room - underWay;
      for (const file of files) {
        start(file, left > 0);
        if (refusalOf(file) === null) left -= 1;
      }
    },
    retry: ({ id, file }: Upload) => {
      patch(id, { failure: null, part: 0 });
      void send(id, file);
    },
    /** Stops one that is on its way, or takes a failed one off the list. */
    drop: ({ id }: Upload) => {
      const running = stops.current.get(id);
      if (running) running.abort();
      else forget(id);
    },
  };
}
