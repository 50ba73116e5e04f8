import { expect } from '@playwright/test';
import sharp from 'sharp';
import { uploadedPictureSchema } from '../libs/contracts/src/pictures.js';
import { Person } from './people.js';
import { open } from './screen-checks.js';
import { test } from './test.js';

const RED = { r: 200, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 200 };

/** A JPEG file of a red picture whose right half is blue, as a camera stores it that was held upright. */
async function photo(name: string, width: number, height: number) {
  const right = { create: { width: width / 2, height, channels: 3, background: BLUE } } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background: RED } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

test('large pictures are made smaller and stay upright, and HEIC says how to send it', async ({
  browser,
}) => {
  const { page } = await Person.open(browser, 'farmer');
  await open(page, '/dashboard/farmer/products/new');
  const input = page.locator('input[type=file]');
  // the server alone would refuse the second one
  for (const [name, width, height] of [
    ['phone.jpg', 8_064, 6_048],
    ['camera.jpg', 9_664, 7_248],
  ] as const) {
    const answer = page.waitForResponse('**/api/v1/uploads/pictures');
    await input.setInputFiles(await photo(name, width, height));
    const picture = uploadedPictureSchema.parse(await (await answer).json());
    expect([picture.width, picture.height], name).toEqual([800, 1_067]);
    const served = sharp(await (await page.request.get(picture.url)).body());
    const colourAt = async (top: number) => {
      const part = served.clone().extract({ left: 400, top, width: 1, height: 1 });
      const [red = 0, , blue = 0] = await part.removeAlpha().raw().toBuffer();
      return red > blue ? 'red' : 'blue';
    };
    expect([await colourAt(100), await colourAt(900)], name).toEqual(['red', 'blue']);
  }
  await expect(page.getByLabel('What picture 2 shows')).toBeVisible();

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await input.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic });
  await expect(page.getByText(/cannot read HEIC pictures.*Most Compatible.*JPEG/)).toBeVisible();
});
