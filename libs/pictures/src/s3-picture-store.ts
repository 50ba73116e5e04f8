import { AwsClient } from 'aws4fetch';
import { isPictureName, PictureStore } from './picture-store.js';
import type { Bucket } from './pictures.config.js';

/** Timeout of one request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Stores pictures in a bucket of an S3-compatible store; every request is signed (AWS Signature 4). */
export class S3PictureStore extends PictureStore {
  private readonly client: AwsClient;
  private readonly address: string;

  constructor({ address, region, accessKeyId, secretAccessKey }: Bucket) {
    super();
    this.address = address;
    this.client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      // Few retries: without a stored picture the upload fails, and the caller repeats it.
      retries: 1,
    });
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.call('PUT', name, bytes);
  }

  async get(name: string): Promise<Buffer | null> {
    const response = await this.call('GET', name);
    return response && Buffer.from(await response.arrayBuffer());
  }

  async delete(name: string): Promise<void> {
    await this.call('DELETE', name);
  }

  /** Null when there is no such file. */
  private async call(method: string, name: string, bytes?: Buffer): Promise<Response | null> {
    if (!isPictureName(name)) throw new Error('not the name of a picture');
    const response = await this.client.fetch(`${this.address}/pictures/${name}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(bytes && { body: new Uint8Array(bytes), headers: { 'content-type': 'image/webp' } }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`the picture store answered ${response.status} to ${method}`);
  }
}
