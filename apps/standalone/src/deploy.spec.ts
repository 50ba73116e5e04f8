import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfig, startWarnings } from '#libs/platform';
import { standaloneConfigSchema } from './standalone.config.js';

const read = (file: string) => readFileSync(file, 'utf8');

/** An image by an exact version, with its digest once Renovate has looked it up. */
const EXACT = /^[\w./-]+:v?\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:[a-f0-9]{64})?$/;

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  const service = z.object({
    image: z.string(),
    build: z.string().optional(),
    user: z.string().optional(),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    cap_add: z.array(z.string()).default([]),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    mem_limit: z.string(),
    pids_limit: z.number(),
    ports: z.array(z.string()).default([]),
    networks: z.array(z.string()),
    volumes: z.array(z.string()).default([]),
    environment: z.record(z.string(), z.string()).default({}),
  });
  const { services, networks, volumes } = z
    .object({
      services: z.record(z.string(), service),
      networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(text, { merge: true }));

  it('confines every container: read-only, without capabilities, bounded in memory and processes', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['api', 'gateway', 'mongo', 'proxy', 'redis', 'worker'].sort(),
    );
    const adding = Object.entries(services).filter(([, { cap_add: added }]) => added.length > 0);
    expect(adding.map(([name, { cap_add: added }]) => [name, added])).toEqual([
      ['proxy', ['NET_BIND_SERVICE']],
    ]);
  });

  it('names every image by an exact version', () => {
    for (const { image, build } of Object.values(services))
      if (build === undefined) expect(image).toMatch(EXACT);
  });

  it('publishes the proxy alone, and keeps the engines from it', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    expect(networks.data).toEqual({ internal: true });
    expect(services.proxy?.networks).toEqual(['web']);
    for (const engine of ['mongo', 'redis']) expect(services[engine]?.networks).toEqual(['data']);
  });

  it('runs no engine as root or without a password', () => {
    expect(services.mongo?.user).toBe('mongodb');
    expect(services.redis?.user).toBe('redis');
    for (const needed of [
      'MONGODB_URI: mongodb://farmgate:${MONGO_PASSWORD:?',
      'REDIS_URL: redis://:${REDIS_PASSWORD:?',
      'MONGO_INITDB_ROOT_PASSWORD: ${MONGO_ROOT_PASSWORD:?',
      '--keyFile /tmp/key',
      '- --requirepass\n      - ${REDIS_PASSWORD:?',
    ])
      expect(text).toContain(needed);
  });

  it('gives a gateway, which has no database, no secret but those of its sockets', () => {
    const secrets = (name: string) =>
      Object.keys(services[name]?.environment ?? {}).filter((setting) =>
        /SECRET|PASSWORD|KEY|TOKEN|_U(RI|RL)$/.test(setting),
      );
    expect(secrets('gateway').sort()).toEqual(
      ['METRICS_TOKEN', 'PUBLIC_URL', 'REDIS_URL', 'TICKET_SECRET'].sort(),
    );
    for (const name of ['api', 'worker'])
      expect(secrets(name)).toEqual(expect.arrayContaining(['MONGODB_URI', 'AUTH_SECRET']));
  });

  it('has the volumes and files that its services mount', () => {
    const sources = Object.values(services).flatMap((one) =>
      one.volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    const named = sources.filter((source) => !source.startsWith('./'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
    for (const file of sources.filter((source) => source.startsWith('./')))
      expect(read(file).length).toBeGreaterThan(0);
  });
});

it('the image is built on one exact version of Node 24', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(EXACT);
  expect(bases[0]).toMatch(/^node:24\./);
});

it('the image has the packages that the bundles leave out', () => {
  const [, external = ''] =
    /external: \[([^\]]+)\]/.exec(read('tools/vite.server.config.ts')) ?? [];
  const [, copied = ''] = /cp -r (.+) \/packages/.exec(read('Dockerfile')) ?? [];
  const names = [...external.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? '');
  // `lmdb` is used by the embedded MongoDB alone, which is not in the image.
  expect(copied.split(' ')).toEqual(
    expect.arrayContaining(names.filter((name) => name !== 'lmdb')),
  );
  expect(names).toContain('sharp');
});

describe('the workflow', () => {
  const text = read('.github/workflows/ci.yml');
  const { jobs } = z
    .object({
      permissions: z.object({ contents: z.literal('read') }),
      jobs: z.record(
        z.string(),
        z.object({
          'timeout-minutes': z.number(),
          steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
        }),
      ),
    })
    .parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('uses actions and engines by exact versions', () => {
    for (const { uses } of steps)
      if (uses) expect(uses).toMatch(/^[\w/-]+@(v\d+\.\d+\.\d+|[a-f0-9]{40})$/);
    const images = [...text.matchAll(/"((?:mongo|redis):[^"]+)"|(anchore\/syft:\S+)/g)];
    expect(images).toHaveLength(5);
    for (const [, engine, tool] of images) expect(engine ?? tool).toMatch(EXACT);
  });

  it('runs scripts that are there', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const commands = steps.flatMap(({ run }) => run ?? []).join('\n');
    const named = [...commands.matchAll(/npm (?:run ([\w:]+)|(test))/g)].map(
      ([, script, test]) => script ?? test ?? '',
    );
    expect(named.sort()).toEqual(['build', 'jest', 'test']);
    for (const name of named) expect(scripts).toHaveProperty(name);
    for (const [file] of commands.matchAll(/(?:scripts|deploy)\/[\w.-]+/g))
      expect(read(file).length).toBeGreaterThan(0);
  });
});

describe('deploy/host', () => {
  const settings = Object.fromEntries(
    [...read('deploy/host/farmgate.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const unit = read('deploy/host/farmgate-process@.service');
  const caddy = read('deploy/host/Caddyfile');
  const nginx = read('deploy/host/nginx.conf');

  it('has settings that every process accepts, and that nothing warns of', () => {
    const secrets = {
      TICKET_SECRET: 't'.repeat(32),
      AUTH_SECRET: 'a'.repeat(32),
      ADMIN_PASSWORD: 'p'.repeat(16),
    };
    const config = readConfig(standaloneConfigSchema, {}, { ...settings, ...secrets });
    expect(config).toMatchObject({ NODE_ENV: 'production', HOST: '127.0.0.1' });
    expect(startWarnings(config)).toEqual([]);
    const documented = read('.env.example');
    for (const name of Object.keys(settings))
      expect(documented).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
    // The unit gives each process its own.
    expect(settings).not.toHaveProperty('PORT');
  });

  it('stores pictures where the unit may write', () => {
    expect(unit).toContain('StateDirectory=farmgate\n');
    expect(settings.PICTURES_DIR).toMatch(/^\/var\/lib\/farmgate\//);
  });

  it('starts processes of the build, with the heap of the image', () => {
    const [options = ''] = /--enable-source-maps \S+/.exec(read('Dockerfile')) ?? [];
    expect(unit).toContain(`${options.replace(/"$/, '')} dist/server/%j.js`);
  });

  it.each([
    ['Caddyfile', caddy],
    ['nginx.conf', nginx],
  ])('%s routes sockets to gateways and the rest to apis, and hides the metrics', (_, proxy) => {
    expect(proxy).toMatch(/\/socket\.io\//);
    expect([...proxy.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port).sort()).toEqual([
      '3001',
      '3002',
      '3011',
      '3012',
    ]);
    expect(proxy).toMatch(/\/metrics \{\s+(respond|return) 404/);
    expect(proxy).toMatch(/X-Request-Id/);
    expect(proxy).toContain('shop.example');
  });

  it.each([
    ['Caddyfile', caddy, /http:\/\/shop\.example \{\s+handle \/api\/\* \{\s+respond 403/],
    ['nginx.conf', nginx, /listen \[::\]:80;\s+server_name[^}]+location \/api\/ \{\s+return 403;/],
  ])('%s redirects pages to TLS, and refuses calls of the API without it', (_, proxy, refusal) => {
    expect(proxy).toMatch(refusal);
    expect(proxy).toMatch(/(redir https:\/\/\{host\}|return 301 https:\/\/\$host)/);
  });

  it('is described by the guide of operators, file by file', () => {
    const guide = read('docs/operations.md');
    for (const file of readdirSync('deploy/host')) expect(guide).toContain(`deploy/host/${file}`);
  });
});
