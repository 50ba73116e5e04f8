import type { US_STATES } from './us-states.js';

/**
 * The first three digits of each state's ZIP codes, as the postal service assigns them. Whole codes are places that a
 * post office of the neighbouring state serves.
 */
const ZIP_CODES: Readonly<Record<keyof typeof US_STATES, string>> = {
  AL: '350-369',
  AK: '995-999',
  AZ: '850-865 84536',
  AR: '716-729 71749',
  CA: '900-961 89439 97635',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-629 63673',
  IN: '460-479',
  IA: '500-528',
  KS: '660-679',
  KY: '400-427',
  LA: '700-714 71749',
  ME: '039-049',
  MD: '206-219',
  MA: '010-027 055 02861',
  MI: '480-499',
  MN: '550-567',
  MS: '386-397',
  MO: '630-658',
  MT: '590-599',
  NE: '680-693',
  NV: '889-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884 81137 86515',
  NY: '005 100-149 06390',
  NC: '270-289',
  ND: '580-588 59221',
  OH: '430-459',
  OK: '730-732 734-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385 42223',
  TX: '733 750-799 885 73949 88063',
  UT: '840-847 86044',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-994',
  WV: '247-268',
  WI: '530-549',
  WY: '820-831 83414',
};

/** Whether a ZIP or ZIP+4 code can be in the state, by its first three digits. */
export function isZipCodeOf(state: string, zipCode: string): boolean {
  const codes = Object.entries(ZIP_CODES).find(([code]) => code === state)?.[1] ?? '';
  return codes.split(' ').some((range) => {
    const [first = '', last = first] = range.split('-');
    const digits = zipCode.slice(0, first.length);
    return first !== '' && first <= digits && digits <= last;
  });
}
