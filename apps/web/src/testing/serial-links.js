import { SourceTextModule } from 'node:vm';

const linked = Symbol.for('farmgate.serial-links');

/**
 * Makes Node link one module graph at a time. Node 20 instantiates a graph although another `import()` is still
 * linking a module that both share, and fails with "request for '…' is not in cache". Jest loads modules this way, and a
 * page imports several chunks at once, so any web test could fail on a busy machine.
 */
export function linkOneAtATime() {
  const { prototype } = SourceTextModule;
  if (prototype[linked]) return;
  const { link } = prototype;
  let last = Promise.resolve();
  prototype[linked] = true;
  prototype.link = function linkInTurn(linker) {
    const turn = last.then(() => link.call(this, linker));
    last = turn.catch(() => undefined);
    return turn;
  };
}
