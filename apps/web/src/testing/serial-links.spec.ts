import { type Context, createContext, type Module, SourceTextModule } from 'node:vm';
import { describe, expect, it } from '@jest/globals';

/** Two pages that share a module whose own import is found late, as on a busy machine. */
async function importPagesAtOnce(context: Context): Promise<unknown[]> {
  let find = (): void => undefined;
  const found = new Promise<void>((resolve) => {
    find = resolve;
  });
  const module = (source: string) => new SourceTextModule(source, { context });
  const react = module('export const jsx = 1;');
  const shared = module("import { jsx } from 'react'; export const button = jsx;");
  const modules: Record<string, Module> = { react, shared };
  const linker = async (specifier: string): Promise<Module> => {
    if (specifier === 'react') await found;
    return modules[specifier] as Module;
  };
  const open = async (): Promise<unknown> => {
    const page = module("import { button } from 'shared'; export const shown = button;");
    await page.link(linker);
    await page.evaluate();
    return (page.namespace as { shown: unknown }).shown;
  };
  const pages = [open(), open()];
  setTimeout(find, 0);
  return Promise.all(pages);
}

describe('two pages imported at once', () => {
  it('both load although they share a module that is still being linked', async () => {
    await expect(importPagesAtOnce(createContext())).resolves.toEqual([1, 1]);
  });
});
