import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeServer } from './fake-server';

const server = new FakeServer();

/** Puts the fake server behind a real one, for `vite --mode fake`. */
export async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const answer = server.handle({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: text === '' ? undefined : JSON.parse(text),
    headers,
  });
  response.writeHead(answer.status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}
