import { type UploadedPicture, uploadedPictureSchema } from '#libs/contracts';
import { type FakeResponse, ok } from './fake-response';

/** An upload in flight, which the test completes. */
export interface FakeUpload {
  readonly name: string;
  readonly type: string;
  /** Reports upload progress, from 0 to 1. */
  readonly progress: (fraction: number) => void;
  readonly respond: (response?: FakeResponse) => void;
  /** Fails with a network error. */
  readonly fail: () => void;
}

/** The server's response for a picture. */
export function uploaded(name: string): UploadedPicture {
  return {
    url: `/pictures/${name}-800.webp`,
    width: 800,
    height: 600,
    sizes: [{ url: `/pictures/${name}-320.webp`, width: 320 }],
  };
}

/** A fake `XMLHttpRequest` that passes every upload to the test. */
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
    send(file: Blob): void {
      const fileName = file instanceof File ? file.name : 'picture';
      const [name = ''] = fileName.split('.');
      onUpload({
        name: fileName,
        type: file.type,
        progress: (fraction) => this.upload.onprogress?.({ loaded: fraction * 100, total: 100 }),
        respond: (response = ok(uploadedPictureSchema, uploaded(name), 201)) => {
          this.status = response.status;
          this.responseText = JSON.stringify(response.body);
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
