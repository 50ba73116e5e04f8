/** Names of fields that are never needed to understand a fault. */
const SECRET = /pass(word)?|secret|token|authori[sz]ation|cookie|credential|api_?key|ticket/i;
const HIDDEN = '[hidden]';

/** The text without the credentials in addresses such as `smtp://user:password@host`, in headers and in tokens. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@"]+@/g, `$1${HIDDEN}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN);
}

/** The same without e-mail addresses, because the log must hold no personal data. */
export function withoutPeople(text: string): string {
  return withoutSecrets(text).replace(/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]');
}

/** The data as JSON, with the values of secret-named fields hidden. */
export function redacted(value: Record<string, unknown>): Record<string, unknown>;
export function redacted(value: unknown): unknown;
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) ? HIDDEN : redacted(inner),
    ]),
  );
}
