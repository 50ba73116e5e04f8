import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { readConfig } from '#libs/platform';
import { standaloneConfigSchema } from './standalone.config.js';

const example = readFileSync('.env.example', 'utf8');
const compose = readFileSync('docker-compose.yml', 'utf8');

/** Settings of the compose file itself, which no process reads. */
const COMPOSE_ONLY = [
  'FARMGATE_VERSION',
  'MONGO_PASSWORD',
  'MONGO_ROOT_PASSWORD',
  'REDIS_MAXMEMORY',
  'REDIS_MEM_LIMIT',
  'REDIS_PASSWORD',
];

const known = new Set(namesIn(standaloneConfigSchema));

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodIntersection)
    return [...namesIn(schema.def.left), ...namesIn(schema.def.right)];
  return Object.keys(z.instanceof(z.ZodObject).parse(schema).shape);
}

/** The settings in an .env file; with `also`, those that are commented out too. */
function settingsIn(text: string, also: 'and those behind #' | 'on'): Map<string, string> {
  const line = also === 'on' ? /^([A-Z][A-Z0-9_]*)=(.*)$/gm : /^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$/gm;
  return new Map([...text.matchAll(line)].map(([, name = '', value = '']) => [name, value]));
}

describe('.env.example', () => {
  it('has every setting that some process or the compose file reads, and no other', () => {
    const listed = [...settingsIn(example, 'and those behind #').keys()];
    expect(listed.sort()).toEqual([...known, ...COMPOSE_ONLY].sort());
  });

  it('is accepted once the secrets are filled in, with and without the settings that are commented out', () => {
    const secrets = { TICKET_SECRET: 't'.repeat(32), AUTH_SECRET: 'a'.repeat(32) };
    const engines = { MONGODB_URI: 'mongodb://mongo/farmgate', REDIS_URL: 'redis://redis:6379' };
    for (const also of ['on', 'and those behind #'] as const) {
      const settings = Object.fromEntries(settingsIn(example, also));
      const config = readConfig(
        standaloneConfigSchema,
        {},
        { ...engines, ...settings, ...secrets },
      );
      expect(config).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000' });
    }
  });
});

describe('docker-compose.yml', () => {
  const blocks = [...compose.matchAll(/^x-(?:environment|shop):.*\n((?:(?: {2}.*)?\n)+)/gm)];
  const block = blocks.map(([, lines]) => lines).join('');
  const given = [...block.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name ?? '');

  it('gives the processes settings that they know', () => {
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  it('reads from .env only what .env.example documents', () => {
    const listed = settingsIn(example, 'and those behind #');
    const taken = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name ?? '');
    expect(taken.length).toBeGreaterThan(10);
    expect(taken.filter((name) => !listed.has(name))).toEqual([]);
    expect(COMPOSE_ONLY.filter((name) => !taken.includes(name))).toEqual([]);
  });

  it('passes on every setting that is not of one process alone', () => {
    const standaloneOnly = ['DATA_DIR', 'DEMO', 'MONGOD_BINARY'];
    const missing = [...known].filter(
      (name) => !given.includes(name) && !standaloneOnly.includes(name),
    );
    expect(missing).toEqual([]);
  });
});
