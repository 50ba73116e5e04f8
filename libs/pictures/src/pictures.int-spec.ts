import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  type OwnProductDto,
  ownProductDtoSchema,
  PICTURE_MAX_BYTES,
  problemSchema,
  type UploadedPicture,
  uploadedPictureSchema,
} from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson } from '#libs/testing';
import { Pictures } from './pictures.service.js';

const dir = mkdtempSync(join(tmpdir(), 'farmgate-pictures-'));
let market: Marketplace;
let farm: TestFarm;
let other: TestFarm;
let customer: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open({ settings: { PICTURES_DIR: dir } });
  [farm, other, customer] = await Promise.all([
    market.farm(),
    market.farm(),
    market.person('customer'),
  ]);
});
afterAll(async () => {
  await market.close();
  rmSync(dir, { recursive: true, force: true });
});

const picture = (width: number, height: number, colour = '#7a3') =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const send = (bytes: Buffer, token: string | null, type = 'image/jpeg') =>
  fetch(`${market.url}/api/v1/uploads/pictures`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    body: new Uint8Array(bytes),
  });
const upload = async (bytes: Buffer, person = farm.farmer): Promise<UploadedPicture> => {
  const answer = await send(bytes, person.client.token);
  expect(answer.status).toBe(201);
  return uploadedPictureSchema.parse(await answer.json());
};
const refused = async (bytes: Buffer, type?: string) => {
  const answer = await send(bytes, farm.farmer.client.token, type);
  return [answer.status, problemSchema.parse(await answer.json()).code];
};
const served = async (url: string) =>
  Buffer.from(await (await fetch(market.url + url)).arrayBuffer());

describe('a picture', () => {
  it('is shown in three widths, upright and without what else was in the file', async () => {
    const taken = await picture(2400, 1200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer();
    expect(taken.includes('SECRET-PLACE')).toBe(true);
    const { url, width, height, sizes = [] } = await upload(taken);
    expect([width, height, sizes.map((size) => size.width)]).toEqual([800, 1600, [320, 800, 1200]]);
    for (const size of sizes) {
      const bytes = await served(size.url);
      const found = await sharp(bytes).metadata();
      expect([found.format, found.width, found.exif, found.orientation]).toEqual([
        'webp',
        size.width,
        undefined,
        undefined,
      ]);
      expect(bytes.includes('SECRET-PLACE')).toBe(false);
    }
    const answer = await fetch(market.url + url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'`,
    });
  });

  it('that is the same is the same upload, and a small one keeps its size', async () => {
    const small = await picture(200, 100).png().toBuffer();
    const [one, two] = [await upload(small), await upload(small)];
    expect(two).toEqual(one);
    expect([one.width, one.height, one.sizes?.length]).toEqual([200, 100, 1]);
  });

  it('that moves stands still', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((colour) => picture(40, 40, colour).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { url } = await upload(moving);
    expect((await sharp(await served(url)).metadata()).pages ?? 1).toBe(1);
  });
});

describe('what is no picture', () => {
  const script = Buffer.from('<script>alert(1)</script>');
  it('is not let in, whatever it says that it is', async () => {
    expect(await refused(script)).toEqual([422, 'PICTURE_INVALID']);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect(await refused(svg, 'image/svg+xml')).toEqual([422, 'PICTURE_INVALID']);
    expect(await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]))).toEqual([
      422,
      'PICTURE_INVALID',
    ]);
    expect(await refused(await picture(9, 9).gif().toBuffer(), 'image/gif')).toEqual([
      422,
      'PICTURE_INVALID',
    ]);
    expect(await refused(Buffer.alloc(0))).toEqual([422, 'PICTURE_INVALID']);
    expect((await refused(script, 'text/html'))[0]).toBe(415);
  });

  it('behind a picture is left out', async () => {
    const both = Buffer.concat([await picture(64, 64, '#123').jpeg().toBuffer(), script]);
    const { url } = await upload(both);
    expect((await served(url)).includes('<script>')).toBe(false);
  });

  it('is what would be too large once it is unpacked, or is too large as it is', async () => {
    const bomb = await picture(8000, 6000).png().toBuffer();
    expect(bomb.length).toBeLessThan(PICTURE_MAX_BYTES);
    expect(await refused(bomb)).toEqual([422, 'PICTURE_INVALID']);
    expect(await refused(Buffer.alloc(PICTURE_MAX_BYTES + 1, 0xff))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });
});

it('only farmers and admins upload', async () => {
  const bytes = await picture(9, 9).png().toBuffer();
  expect((await send(bytes, null)).status).toBe(401);
  expect((await send(bytes, customer.client.token)).status).toBe(403);
});

it.each(['..%2f..%2fetc%2fpasswd', '%2e%2e/package.json', `${'a'.repeat(40)}-800.webp`, '.', 'x'])(
  'nothing but pictures is served: %s',
  async (name) => {
    const answer = await fetch(`${market.url}/pictures/${name}`);
    expect(answer.headers.get('content-type')).not.toBe('image/webp');
    expect(await answer.text()).not.toContain('root:');
  },
);

describe('a product', () => {
  const made = async (images: object[], person = farm) => {
    const body = { name: 'Plums', category: 'fruit', price: 3, unit: 'lb', images };
    return person.farmer.client.post('/products', body, { 'idempotency-key': crypto.randomUUID() });
  };
  const patched = (product: OwnProductDto, change: object) =>
    farm.farmer.client.patch(`/products/${product._id}`, { version: product.version, ...change });

  it('shows what its farm has uploaded, and is published once it says what that is', async () => {
    const bytes = await picture(900, 600, '#408').png().toBuffer();
    const { url, sizes } = await upload(bytes);
    const draft = ownProductDtoSchema.parse((await made([{ url }])).body);
    expect(draft).toMatchObject({ image: url, images: [{ url, alt: '', sizes }] });
    expect((await patched(draft, { status: 'live' })).code).toBe('PRODUCT_INCOMPLETE');
    const images = [{ url, alt: 'A bowl of plums' }];
    const live = ownProductDtoSchema.parse((await patched(draft, { images, status: 'live' })).body);
    expect(live).toMatchObject({
      status: 'live',
      images: [{ url, alt: 'A bowl of plums', sizes }],
    });
  });

  it('cannot show what nobody uploaded, or another farm did', async () => {
    const { url } = await upload(await picture(50, 50, '#915').png().toBuffer(), other.farmer);
    for (const foreign of [url, '/pictures/none.webp'])
      expect((await made([{ url: foreign, alt: 'x' }])).code).toBe('VALIDATION_FAILED');
    expect((await made([{ url, alt: 'x' }], other)).status).toBe(201);
  });
});

it('what nobody uses within a day is swept, and its files with it', async () => {
  const { sizes = [] } = await upload(await picture(400, 400, '#0aa').png().toBuffer());
  const files = sizes.map(({ url }) => join(dir, url.replace('/pictures/', '')));
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);
  const pictures = market.app.get(Pictures);
  expect(await pictures.sweep()).toBe(0);
  const used = await market.collection('uploads').countDocuments({ usedAt: { $ne: null } });
  await pictures.sweep(new Date(Date.now() + 2 * 86_400_000));
  expect(files.map((file) => existsSync(file))).toEqual([false, false]);
  expect(await market.collection('uploads').countDocuments({})).toBe(used);
  expect(readdirSync(dir).length).toBeGreaterThan(0);
});
