import type { IncomingMessage } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';

/** The part of `src/testing/fake-server.ts` used here; Vite loads the module through its own pipeline. */
interface FakeServer {
  handle(call: {
    method: string;
    path: string;
    query: URLSearchParams;
    body: unknown;
    headers: Headers;
  }): { status: number; body: unknown };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!request.headers['content-type']?.includes('json')) return undefined;
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

async function openFakeServer(vite: ViteDevServer): Promise<FakeServer> {
  const module = await vite.ssrLoadModule('/src/testing/fake-server.ts');
  return new (module.FakeServer as new () => FakeServer)();
}

/** `vite --mode fake`: answers API calls with the tests' in-memory server, so that the app needs no other process. */
export const fakeApi = (): Plugin => ({
  name: 'fake-api',
  configureServer(vite) {
    let opened: Promise<FakeServer> | null = null;
    vite.middlewares.use((request, response, next) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (!url.pathname.startsWith('/api/')) return next();
      opened ??= openFakeServer(vite);
      Promise.all([opened, readBody(request)])
        .then(([server, body]) => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(request.headers)) {
            headers.set(name, String(value));
          }
          const method = request.method ?? 'GET';
          const query = url.searchParams;
          const result = server.handle({ method, path: url.pathname, query, body, headers });
          response.writeHead(result.status, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify(result.body));
        })
        .catch(next);
    });
  },
});
