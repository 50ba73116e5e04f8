import { defineConfig } from 'vite';

/** The package's code, as a module and for `require`; what it depends on stays outside. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: { index: 'src/index.ts', main: 'src/main.ts' },
      output: (['es', 'cjs'] as const).map((format) => {
        const end = format === 'es' ? 'js' : 'cjs';
        return {
          format,
          banner: ({ name }) => (name === 'main' ? '#!/usr/bin/env node' : ''),
          entryFileNames: `[name].${end}`,
          chunkFileNames: `[name]-[hash].${end}`,
        };
      }),
    },
  },
});
