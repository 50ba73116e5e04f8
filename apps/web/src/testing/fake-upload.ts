import { type UploadedPicture, uploadedPictureSchema } from '#libs/contracts';
import { type FakeAnswer, ok } from './fake-answer';

/** What the fake server does with a picture: its answer, once the test lets it through. */
export interface FakeUpload {
  readonly name: string;
  readonly type: string;
  /** Tells how much of it has left, from 0 to 1. */
  readonly progress: (part: number) => void;
  readonly answer: (answer?: FakeAnswer) => void;
  /** The line goes dead. */
  readonly fail: () => void;
}

/** A picture as the server would keep it. */
export function uploaded(name: string): UploadedPicture {
  return {
    url: `/pictures/${name}-800.webp`,
    width: 800,
    height: 600,
    sizes: [{ url: `/pictures/${name}-320.webp`, width: 320 }],
  };
}

/** A stand-in for `XMLHttpRequest` that hands every upload to the test. */
export function fakeUploads(onUpload: (upload: FakeUpload) => void): typeof XMLHttpRequest {
  class FakeRequest {
    status = 0;
    statusText = '';
    responseText = '';
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null;
    }
    abort(): void {
      this.onabort?.();
      this.onloadend?.();
    }
    send(file: File): void {
      const [name = ''] = file.name.split('.');
      onUpload({
        name: file.name,
        type: file.type,
        progress: (part) => this.upload.onprogress?.({ loaded: part * 100, total: 100 }),
        answer: (answer = ok(uploadedPictureSchema, uploaded(name), 201)) => {
          this.status = answer.status;
          this.responseText = JSON.stringify(answer.body);
          this.onload?.();
          this.onloadend?.();
        },
        fail: () => {
          this.onerror?.();
          this.onloadend?.();
        },
      });
    }
  }
  return FakeRequest as unknown as typeof XMLHttpRequest;
}
