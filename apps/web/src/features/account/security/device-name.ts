import { securityText } from '../texts';

/** The first match counts: user agents often contain the names of browsers further down as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system of a user agent, for instance `Firefox on Linux`. */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? '');
  const system = nameIn(systems, userAgent ?? '');
  if (browser && system) return securityText.browserOn(browser, system);
  return browser ?? system ?? securityText.unknownDevice;
}
