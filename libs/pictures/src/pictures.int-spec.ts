import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import sharp from 'sharp';
import {
  farmDtoSchema,
  type OwnProductDto,
  ownFarmDtoSchema,
  ownProductDtoSchema,
  PICTURE_MAX_BYTES,
  problemSchema,
  type UploadedPicture,
  uploadedPictureSchema,
} from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { PictureStore } from './picture-store.js';
import { Pictures } from './pictures.service.js';
import { UPLOAD, type Upload } from './upload.model.js';

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
  it('is served in three widths, upright and without the metadata of the file', async () => {
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
      'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    });
  });

  it('sent twice is the same upload, and a small one keeps its size', async () => {
    const small = await picture(200, 100).png().toBuffer();
    const [one, two] = [await upload(small), await upload(small)];
    expect(two).toEqual(one);
    expect([one.width, one.height, one.sizes?.length]).toEqual([200, 100, 1]);
  });

  it('that is animated becomes its first frame', async () => {
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

describe('an upload that is not a valid picture', () => {
  const script = Buffer.from('<script>alert(1)</script>');
  it('is rejected, whatever its content type', async () => {
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

  it('loses what is appended to a picture', async () => {
    const both = Buffer.concat([await picture(64, 64, '#123').jpeg().toBuffer(), script]);
    const { url } = await upload(both);
    expect((await served(url)).includes('<script>')).toBe(false);
  });

  it('is rejected when it is too large, also after decompression', async () => {
    const bomb = await picture(9000, 8000).png().toBuffer();
    expect(bomb.length).toBeLessThan(PICTURE_MAX_BYTES);
    expect(await refused(bomb)).toEqual([422, 'PICTURE_INVALID']);
    expect(await refused(Buffer.alloc(PICTURE_MAX_BYTES + 1, 0xff))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });
});

it('only who has signed in can upload', async () => {
  const bytes = await picture(9, 9).png().toBuffer();
  expect((await send(bytes, null)).status).toBe(401);
  expect((await send(bytes, customer.client.token)).status).toBe(201);
});

describe('uploads have a budget', () => {
  const sent = async (shades: readonly string[], of = farm) => {
    const bytes = await Promise.all(shades.map((shade) => picture(60, 60, shade).png().toBuffer()));
    const answers = await Promise.all(bytes.map((one) => send(one, of.farmer.client.token)));
    return Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        code: answer.status === 201 ? null : problemSchema.parse(await answer.json()).code,
      })),
    );
  };
  const refusal = (code: string) => [expect.objectContaining({ code })];

  it('for farms that an admin has approved', async () => {
    const pending = await market.farm();
    const farms = market.collection('farms');
    await farms.updateOne({ slug: pending.slug }, { $set: { status: 'pending' } });
    expect(await sent(['#a11'], pending)).toEqual(refusal('FARM_NOT_APPROVED'));
    const said = await pending.farmer.client.post('/uploads/pictures');
    expect(said.body).toMatchObject({
      message: expect.stringContaining('once the market has approved your farm'),
    });
  });

  it('of one picture that is rendered and one that waits for each user', async () => {
    const answers = await sent(['#b01', '#b02', '#b03', '#b04', '#b05']);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
    expect(answers.filter(({ status }) => status === 429)[0]?.retryAfter).toBe('5');
    expect(await sent(['#b06'])).toMatchObject([{ status: 201 }]);
  });

  it('of so many pictures for each farm, and fewer that nothing shows', async () => {
    const pictures = market.app.get(Pictures);
    const before = pictures.maxPictures;
    const full = await market.farm();
    await sent(['#c01', '#c02'], full);
    pictures.maxPictures = { ...before, farm: { all: 9, unused: 2 } };
    expect(await sent(['#c03'], full)).toEqual(refusal('PICTURE_LIMIT_REACHED'));
    await market.collection('uploads').updateMany({}, { $set: { usedAt: new Date() } });
    expect(await sent(['#c03'], full)).toMatchObject([{ status: 201 }]);
    pictures.maxPictures = { ...before, farm: { all: 3, unused: 2 } };
    expect(await sent(['#c04'], full)).toEqual(refusal('PICTURE_LIMIT_REACHED'));
    pictures.maxPictures = before;
  });

  it('of fewer pictures for each customer', async () => {
    const pictures = market.app.get(Pictures);
    const before = pictures.maxPictures;
    const { token } = (await market.person('customer')).client;
    const statusOf = async (shade: string) =>
      (await send(await picture(60, 60, shade).png().toBuffer(), token, 'image/png')).status;
    expect(await statusOf('#c05')).toBe(201);
    pictures.maxPictures = { ...before, customer: { all: 9, unused: 1 } };
    expect(await statusOf('#c06')).toBe(409);
    pictures.maxPictures = before;
  });
});

it.each(['..%2f..%2fetc%2fpasswd', '%2e%2e/package.json', `${'a'.repeat(40)}-800.webp`, '.', 'x'])(
  'only pictures are served: %s',
  async (name) => {
    const answer = await fetch(`${market.url}/pictures/${name}`);
    expect(answer.headers.get('content-type')).not.toBe('image/webp');
    expect(await answer.text()).not.toContain('root:');
  },
);

describe('a product', () => {
  const create = async (images: object[], person = farm) => {
    const body = { name: 'Plums', category: 'fruit', price: 3, unit: 'lb', images };
    return person.farmer.client.post('/products', body, { 'idempotency-key': crypto.randomUUID() });
  };
  const patch = (product: OwnProductDto, change: object) =>
    farm.farmer.client.patch(`/products/${product._id}`, { version: product.version, ...change });

  it('shows what its farm uploaded, and can be published once its pictures have alt texts', async () => {
    const bytes = await picture(900, 600, '#408').png().toBuffer();
    const { url, sizes } = await upload(bytes);
    const draft = ownProductDtoSchema.parse((await create([{ url }])).body);
    expect(draft).toMatchObject({ image: url, images: [{ url, alt: '', sizes }] });
    expect((await patch(draft, { status: 'live' })).code).toBe('PRODUCT_INCOMPLETE');
    const images = [{ url, alt: 'A bowl of plums' }];
    const live = ownProductDtoSchema.parse((await patch(draft, { images, status: 'live' })).body);
    expect(live).toMatchObject({
      status: 'live',
      images: [{ url, alt: 'A bowl of plums', sizes }],
    });
  });

  it('cannot show a picture that nobody, another farm or a customer uploaded', async () => {
    const { url } = await upload(await picture(50, 50, '#915').png().toBuffer(), other.farmer);
    const seen = await upload(await picture(50, 50, '#916').png().toBuffer(), customer);
    for (const foreign of [url, seen.url, '/pictures/none.webp'])
      expect((await create([{ url: foreign, alt: 'x' }])).code).toBe('VALIDATION_FAILED');
    expect((await create([{ url, alt: 'x' }], other)).status).toBe(201);
  });
});

it('an upload that is not used within a day is swept with its files', async () => {
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

describe('a farm', () => {
  const edit = async (cover: object | null) => {
    const { version } = ownFarmDtoSchema.parse((await farm.farmer.client.get('/farms/mine')).body);
    return farm.farmer.client.patch('/farms/mine', { version, cover });
  };
  const storefront = async () =>
    farmDtoSchema.parse((await market.visitor.get(`/farms/${farm.slug}`)).body);

  it('shows the cover that it uploaded, in its sizes, until it removes it', async () => {
    expect((await storefront()).cover).toBeNull();
    const { url, ...file } = await upload(await picture(1_800, 600, '#4a2').jpeg().toBuffer());
    expect((await edit({ url, alt: 'Rows of kale' })).status).toBe(200);
    expect((await storefront()).cover).toEqual({ url, ...file, alt: 'Rows of kale' });
    expect(file.sizes).toHaveLength(3);
    await edit({ url, alt: 'Kale in the morning' });
    expect((await storefront()).cover).toEqual({ url, ...file, alt: 'Kale in the morning' });
    // A cover is in use and therefore not swept.
    await market.app.get(Pictures).sweep(new Date(Date.now() + 2 * 86_400_000));
    expect((await served(url)).length).toBeGreaterThan(0);
    await edit(null);
    expect((await storefront()).cover).toBeNull();
  });

  it('cannot show a picture without an alt text, or one that nobody or another farm uploaded', async () => {
    const { url } = await upload(await picture(60, 50, '#519').png().toBuffer(), other.farmer);
    for (const cover of [
      { url, alt: 'x' },
      { url: '/pictures/none.webp', alt: 'x' },
    ])
      expect(await edit(cover)).toMatchObject({
        code: 'VALIDATION_FAILED',
        body: { errors: [{ path: 'cover.url' }] },
      });
    const own = await upload(await picture(60, 50, '#195').png().toBuffer());
    for (const cover of [{ url: own.url, alt: ' ' }, { url: own.url }])
      expect((await edit(cover)).code).toBe('VALIDATION_FAILED');
  });
});

describe('a picture that is uploaded again while it is swept', () => {
  const DAY_MS = 86_400_000;
  const uploads = () => market.collection<Upload>('uploads');
  /** An upload that the next sweep removes, and its files. */
  const expired = async (bytes: Buffer, person = farm.farmer) => {
    const { url, sizes = [] } = await upload(bytes, person);
    await uploads().updateMany(
      { url },
      { $set: { uploadedAt: new Date(Date.now() - 2 * DAY_MS) } },
    );
    return { url, files: sizes.map((size) => join(dir, size.url.replace('/pictures/', ''))) };
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(['its farm', 'another farm'])('by %s has its files', async (who) => {
    const bytes = await picture(500, 500, who === 'its farm' ? '#0bb' : '#b0b')
      .png()
      .toBuffer();
    const { url, files } = await expired(bytes);
    const store = market.app.get(PictureStore);
    const put = jest.spyOn(store, 'put');
    const polls = jest.spyOn(market.app.get<Model<Upload>>(getModelToken(UPLOAD)), 'exists');
    const remove = store.delete.bind(store);
    let again: Promise<unknown> | undefined;
    jest.spyOn(store, 'delete').mockImplementation(async (name) => {
      // Upload the same picture before the first file is deleted; continue once that upload waits or has written.
      if (!again) {
        const before = polls.mock.calls.length;
        again = upload(bytes, who === 'its farm' ? farm.farmer : other.farmer);
        await waitFor(
          'the upload to wait',
          () => put.mock.calls.length === files.length || polls.mock.calls.length > before + 2,
        );
      }
      await remove(name);
    });
    await market.app.get(Pictures).sweep();
    expect(again).toBeDefined();
    await again;
    expect(await uploads().countDocuments({ url })).toBe(1);
    expect(files.map((file) => existsSync(file))).toEqual(files.map(() => true));
  });

  it('is not swept while its files are written', async () => {
    const bytes = await picture(500, 500, '#bb0').png().toBuffer();
    const { url, files } = await expired(bytes);
    const store = market.app.get(PictureStore);
    const put = store.put.bind(store);
    // So that the sweep at the start of the upload does not remove it.
    await uploads().updateOne({ url }, { $set: { usedAt: new Date() } });
    jest.spyOn(store, 'put').mockImplementation(async (name, content) => {
      await put(name, content);
      await uploads().updateOne({ url }, { $set: { usedAt: null } });
      await market.app.get(Pictures).sweep();
    });
    await upload(bytes);
    expect(await uploads().countDocuments({ url })).toBe(1);
    expect(files.map((file) => existsSync(file))).toEqual(files.map(() => true));
  });

  it('does not wait for a sweep whose process died', async () => {
    const bytes = await picture(500, 500, '#b22').png().toBuffer();
    const { url } = await expired(bytes);
    const dead = { $set: { usedAt: new Date(), sweepingSince: new Date(Date.now() - DAY_MS) } };
    await uploads().updateOne({ url }, dead);
    await upload(bytes);
    expect(await uploads().findOne({ url })).toMatchObject({ sweepingSince: null });
  });
});
