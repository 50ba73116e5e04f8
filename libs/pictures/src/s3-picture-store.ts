import { AwsClient } from 'aws4fetch';
import { isPictureName, PictureStore } from './picture-store.js';
import type { Bucket } from './pictures.config.js';

/** Milliseconds that the store may take for one file. */
const PATIENCE_MS = 15_000;

/** In a bucket of a store that speaks S3, each request signed (AWS Signature 4). */
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
      // Tried again by whoever called: a picture that was not kept was not uploaded.
      retries: 1,
    });
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.call('PUT', name, bytes);
  }

  async get(name: string): Promise<Buffer | null> {
    const answer = await this.call('GET', name);
    return answer && Buffer.from(await answer.arrayBuffer());
  }

  async delete(name: string): Promise<void> {
    await this.call('DELETE', name);
  }

  /** Null where there is no such file. */
  private async call(method: string, name: string, bytes?: Buffer): Promise<Response | null> {
    if (!isPictureName(name)) throw new Error('no name of a picture');
    const answer = await this.client.fetch(`${this.address}/pictures/${name}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(bytes && { body: new Uint8Array(bytes), headers: { 'content-type': 'image/webp' } }),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`the picture store answered ${answer.status} to ${method}`);
  }
}
