import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';

/** A whole Chromium: the headless shell has no cameras and no notices. Whoever launches it closes it. */
export const launchFullChromium = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(['chromium', 'google-chrome', 'chrome']),
    args: [...CHROMIUM_FLAGS, ...flags],
  });
