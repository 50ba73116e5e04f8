// Starts the embedded MongoDB server from the build: npm run embedded-mongo -- --dir D --port P [--durability none]
import { existsSync } from 'node:fs';

const main = new URL('../dist/libs/embedded-mongo/src/main.js', import.meta.url);
if (!existsSync(main)) {
  console.error('embedded-mongo: not built yet, run `npm run build` first');
  process.exit(1);
}
await import(main.href);
