import { type UploadedPicture, uploadedPictureSchema } from '#libs/contracts';
import { responseError } from '../api/api';
import { OfflineError } from '../api/chunks';
import { currentToken, renewToken } from '../api/token';

interface Options {
  /** Called with the fraction of the file that has been sent, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/**
 * `POST /uploads/pictures`, by XMLHttpRequest because `fetch` reports no upload progress. Throws as other API calls do,
 * and an `AbortError` when it was aborted.
 */
export async function uploadPicture(file: Blob, options: Options): Promise<UploadedPicture> {
  let token = await currentToken();
  let xhr = await send(file, options, token);
  if (xhr.status === 401) {
    const renewed = await renewToken().catch(() => null);
    if (renewed !== null) {
      token = renewed;
      xhr = await send(file, options, token);
    }
  }
  if (xhr.status !== 201) throw await responseError(responseOf(xhr), token);
  return uploadedPictureSchema.parse(JSON.parse(xhr.responseText));
}

function responseOf(call: XMLHttpRequest) {
  const { status, statusText } = call;
  const headers = { get: (name: string) => call.getResponseHeader(name) };
  const json = async (): Promise<unknown> => JSON.parse(call.responseText);
  return { status, statusText, headers, json };
}

function send(
  file: Blob,
  { onProgress, signal }: Options,
  token: string | null,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const stop = () => call.abort();
    call.open('POST', '/api/v1/uploads/pictures');
    call.setRequestHeader('Accept', 'application/json');
    call.setRequestHeader('Content-Type', file.type);
    if (token !== null) call.setRequestHeader('Authorization', `Bearer ${token}`);
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onload = () => resolve(call);
    call.onerror = () => reject(new OfflineError());
    call.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    call.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    call.send(file);
  });
}
