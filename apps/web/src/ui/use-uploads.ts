import { useEffect, useRef, useState } from 'react';
import { PICTURE_MAX_BYTES, type UploadedPicture } from '#libs/contracts';
import { ApiError, isClientError } from '../lib/api/api';
import { isHeic, shrinkPicture } from '../lib/forms/shrink-picture';
import { uploadPicture } from '../lib/forms/upload-picture';
import { errorMessage } from './states';
import { uploadText } from './upload-texts';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const MEGA = 1024 * 1024;
/** The `accept` attribute of the file input. */
export const PICTURE_TYPES = TYPES.join();

/** An upload that is in flight or has failed. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** From 0 to 1; null while the picture is made smaller. */
  readonly progress: number | null;
  /** Why it failed; null while it is in flight. */
  readonly failure: string | null;
  /** Whether a retry could succeed. */
  readonly canRetry: boolean;
}

const isRefusedForNow = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'RATE_LIMITED';

const isPicture = (file: File) => TYPES.includes(file.type) || isHeic(file);

/** The reason for which the server would refuse what is to be sent; null if there is none. */
function refusalOf(file: File, picture: Blob): string | null {
  if (isHeic(file) && picture === file) return uploadText.heic;
  if (picture.size <= PICTURE_MAX_BYTES) return null;
  return uploadText.tooBig((picture.size / MEGA).toFixed(1));
}

/**
 * Uploads pictures one at a time, as the server requires, each made smaller first, and at most `room` of them; calls `onDone` for each.
 */
export function useUploads(
  { room, max }: { room: number; max: number },
  onDone: (picture: UploadedPicture, name: string) => void,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const controllers = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const patch = (id: number, change: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const remove = (id: number) => setUploads((now) => now.filter((one) => one.id !== id));

  const enqueue = (id: number, file: File) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    sending.current = sending.current.then(() => send(id, file, controller));
  };

  const send = async (id: number, file: File, controller: AbortController) => {
    try {
      controller.signal.throwIfAborted();
      const sent = await shrinkPicture(file, () => patch(id, { progress: null }));
      controller.signal.throwIfAborted();
      const failure = refusalOf(file, sent);
      if (failure !== null) return patch(id, { failure });
      patch(id, { progress: 0 });
      const picture = await uploadPicture(sent, {
        onProgress: (progress) => patch(id, { progress }),
        signal: controller.signal,
      });
      remove(id);
      done.current(picture, file.name);
    } catch (error) {
      if (controller.signal.aborted) return remove(id);

      const failure = errorMessage(error, uploadText.failed);
      patch(id, { failure, canRetry: !isClientError(error) || isRefusedForNow(error) });
    } finally {
      controllers.current.delete(id);
    }
  };

  const start = (file: File, fits: boolean) => {
    last.current += 1;
    const id = last.current;
    const refusal = isPicture(file) ? null : uploadText.unsupportedType;
    const failure = fits ? refusal : uploadText.tooMany(max);
    setUploads((now) => [...now, { id, file, progress: 0, failure, canRetry: false }]);
    if (failure === null) enqueue(id, file);
  };

  const inFlight = uploads.filter(({ failure }) => failure === null).length;
  return {
    uploads,
    inFlight,
    add: (files: readonly File[]) => {
      let left = room - inFlight;
      for (const file of files) {
        start(file, left > 0);
        if (isPicture(file)) left -= 1;
      }
    },
    retry: ({ id, file }: Upload) => {
      patch(id, { failure: null, progress: 0 });
      enqueue(id, file);
    },
    /** Removes an upload from the list; aborts it if it is in flight. */
    drop: ({ id }: Upload) => {
      controllers.current.get(id)?.abort();
      remove(id);
    },
  };
}
