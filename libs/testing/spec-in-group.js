import { relative } from 'node:path';
import { createTransformer } from '@swc/jest';
import { isSpec, standsAlone } from './spec-groups.js';

/** Wraps each spec that shares its module graph in a describe block, so that its hooks apply to its own tests only. */
export default {
  createTransformer(options) {
    const swc = createTransformer(options);
    const wrapped = (source, file, { config }) => {
      if (!isSpec(file) || standsAlone(source)) return source;
      const body = source.match(LAST_IMPORT)?.[0].length ?? 0;
      const name = JSON.stringify(relative(config.rootDir, file));
      // Added to the line of the last import, so that the tests keep their line numbers.
      const open = `import { describe as inFile } from '@jest/globals'; inFile(${name}, () => {`;
      return `${source.slice(0, body).trimEnd()} ${open}\n${source.slice(body)}\n});`;
    };
    return {
      ...swc,
      process: (source, file, options) =>
        swc.process(wrapped(source, file, options), file, options),
      processAsync: (source, file, options) =>
        swc.processAsync(wrapped(source, file, options), file, options),
      getCacheKey: (source, file, options) =>
        swc.getCacheKey(wrapped(source, file, options), file, options),
    };
  },
};

const LAST_IMPORT = /^[\s\S]*\n(?:import [^;]*;|\} from [^;]*;)\n/;
