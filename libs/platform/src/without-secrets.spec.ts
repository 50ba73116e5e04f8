import { describe, expect, it } from '@jest/globals';
import { redacted, withoutPeople, withoutSecrets } from './without-secrets.js';

describe('what is shown of what went wrong', () => {
  it('is what it is about, without what is secret by its name, however deep', () => {
    const data = {
      name: 'Ruth',
      password: 'plums',
      headers: [{ Authorization: 'Bearer abcdefghij', accept: '*/*' }],
      nested: {
        apiKey: 'k',
        api_key: 'k',
        accessToken: 't',
        count: 3,
        nothing: null,
        gone: undefined,
      },
    };
    expect(redacted(data)).toEqual({
      name: 'Ruth',
      password: '[hidden]',
      headers: [{ Authorization: '[hidden]', accept: '*/*' }],
      nested: {
        apiKey: '[hidden]',
        api_key: '[hidden]',
        accessToken: '[hidden]',
        count: 3,
        nothing: null,
        gone: null,
      },
    });
  });

  it.each([
    [
      'connect to smtps://shop:s3cret@mail.test:465 failed',
      'connect to smtps://[hidden]@mail.test:465 failed',
    ],
    ['mongodb://a:b@db/x', 'mongodb://[hidden]@db/x'],
    ['sent Authorization: Bearer abc.def-123456', 'sent Authorization: Bearer [hidden]'],
    ['token eyJhbGci.eyJzdWIi.sig was refused', 'token [hidden] was refused'],
    ['ruth@example.test has no mailbox', 'ruth@example.test has no mailbox'],
  ])('of a text is %#', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
    expect(redacted({ error: text })).toEqual({ error: shown });
  });

  it.each([
    ['no mailbox for ruth.okafor+shop@mail.example.test', 'no mailbox for [e-mail]'],
    ['dup key: { email: "a@b.example" }', 'dup key: { email: "[e-mail]" }'],
    ['redis://:secret@cache:6379 and a@b', 'redis://[hidden]@cache:6379 and a@b'],
  ])('and of a text in the log: %#', (text, shown) => {
    expect(withoutPeople(text)).toBe(shown);
  });
});
