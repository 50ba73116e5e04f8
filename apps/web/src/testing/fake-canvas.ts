/** What the faked browser does with pictures: it decodes and encodes none. */
export interface FakePictures {
  /** The size that it finds in every file; null if it cannot decode it. */
  picture: { width: number; height: number } | null;
  /** Bytes of what its canvas writes, by type; a type that is missing becomes PNG. */
  written: Record<string, number>;
  /** Width and height of the canvases that were drawn. */
  readonly drawn: [number, number][];
  /** Resolves before a file is decoded. */
  decoding: Promise<void>;
}

const BYTES = 1_000;
const NAMES = ['Image', 'createImageBitmap', 'OffscreenCanvas'] as const;

/** Replaces the browser's APIs of pictures; `restore` removes the fakes. */
export function fakePictures(): FakePictures & { restore: () => void } {
  const fake: FakePictures = {
    picture: { width: 400, height: 300 },
    written: { 'image/jpeg': BYTES, 'image/webp': BYTES },
    drawn: [],
    decoding: Promise.resolve(),
  };
  class Image {
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    readonly naturalWidth = fake.picture?.width;
    readonly naturalHeight = fake.picture?.height;
    set src(_url: string) {
      queueMicrotask(() => (fake.picture === null ? this.onerror?.() : this.onload?.()));
    }
  }
  class OffscreenCanvas {
    constructor(width: number, height: number) {
      fake.drawn.push([width, height]);
    }
    getContext() {
      return { drawImage: () => undefined };
    }
    async convertToBlob(options: { type: string }) {
      const type = options.type in fake.written ? options.type : 'image/png';
      return new Blob([new Uint8Array(fake.written[type] ?? BYTES)], { type });
    }
  }
  async function createImageBitmap(_file: Blob, { resizeWidth = 0 }: ImageBitmapOptions) {
    await fake.decoding;
    const { width, height } = fake.picture ?? { width: 1, height: 1 };
    return {
      width: resizeWidth,
      height: Math.round((height * resizeWidth) / width),
      close: () => undefined,
    };
  }
  const before = NAMES.map((name) => [name, Reflect.get(globalThis, name)] as const);
  Object.assign(globalThis, { Image, createImageBitmap, OffscreenCanvas });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const restore = () => {
    Object.assign(globalThis, Object.fromEntries(before));
    Object.assign(URL, { createObjectURL: undefined, revokeObjectURL: undefined });
  };
  return Object.assign(fake, { restore });
}
