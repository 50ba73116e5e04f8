import { optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { checkOptions } from '../commands/options.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { wordSet } from '../word-set.js';
import type { Connection } from './connection.js';

/** Thrown to drop the connection instead of answering. */
export class CloseConnection extends Error {}

interface FailPoint {
  /** Matching commands still to be skipped, and those to be failed after that. */
  skip: number;
  left: number;
  data: Doc;
}

/** The fail points, with the allowed fields of their `data`. */
const FIELDS = new Map([
  [
    'failCommand',
    wordSet(
      'failCommands appName blockConnection blockTimeMS closeConnection errorCode errorLabels writeConcernError',
    ),
  ],
  ['onPrimaryTransactionalWrite', wordSet('closeConnection failBeforeCommitExceptionCode')],
]);

/** Where tests make the server fail; active only on a server started with fail points. */
export class FailPoints {
  private readonly active = new Map<string, FailPoint>();

  configure(command: Doc): Doc {
    const name = String(command.configureFailPoint);
    const fields = FIELDS.get(name);
    if (!fields) throw notSupported(`fail point '${name}'`);
    checkOptions(command);
    const { mode, data = {} } = command;
    if (!isDoc(data)) throw badValue("'data' of a fail point must be a document");
    const unknown = Object.keys(data).find((field) => !fields.has(field));
    if (unknown !== undefined) throw notSupported(`'${unknown}' of the fail point '${name}'`);
    if (mode === 'off') this.active.delete(name);
    else this.active.set(name, { ...countsOf(mode), data });
    return {};
  }

  /** Counts a match; returns the fail point's data if it fires. */
  private take(name: string, isMeant: (data: Doc) => boolean): Doc | undefined {
    const point = this.active.get(name);
    if (!point || !isMeant(point.data)) return undefined;
    if (point.skip > 0) point.skip--;
    else if (point.left-- > 0) return point.data;
    return undefined;
  }

  /** Throws if the fail point fires; a returned document belongs into the reply as `writeConcernError`. */
  async failCommand(name: string, { appName }: Connection): Promise<Doc | undefined> {
    const data = this.take(
      'failCommand',
      (point) =>
        isArray(point.failCommands) &&
        point.failCommands.includes(name) &&
        (point.appName === undefined || point.appName === appName),
    );
    if (!data) return undefined;
    if (data.blockConnection === true) {
      await new Promise((resolve) => setTimeout(resolve, optionNumber(data.blockTimeMS, 0)));
    }
    if (data.closeConnection === true) throw new CloseConnection();
    if (data.errorCode !== undefined) {
      throw new CommandError(
        optionNumber(data.errorCode, 8),
        "Failing command via 'failCommand' failpoint",
        isArray(data.errorLabels) ? { labels: data.errorLabels.map(String) } : {},
      );
    }
    if (!isDoc(data.writeConcernError)) return undefined;
    return isArray(data.errorLabels)
      ? { ...data.writeConcernError, errorLabels: data.errorLabels }
      : data.writeConcernError;
  }

  /**
   * `onPrimaryTransactionalWrite`, called before each statement of a retryable write and before a commit: throws, or
   * returns whether to close the connection after the command.
   */
  failWrite(): boolean {
    const data = this.take('onPrimaryTransactionalWrite', () => true);
    if (!data) return false;
    const closes = data.closeConnection !== false;
    if (data.failBeforeCommitExceptionCode === undefined) return closes;
    if (closes) throw new CloseConnection();
    throw new CommandError(
      optionNumber(data.failBeforeCommitExceptionCode, 8),
      'Failing write via onPrimaryTransactionalWrite',
    );
  }
}

function countsOf(mode: Value): { skip: number; left: number } {
  if (mode === 'alwaysOn') return { skip: 0, left: Number.POSITIVE_INFINITY };
  const [name, ...others] = isDoc(mode) ? Object.keys(mode) : [];
  const count = isDoc(mode) && name ? optionNumber(mode[name], Number.NaN) : Number.NaN;
  if (others.length === 0 && count >= 0) {
    if (name === 'times') return { skip: 0, left: count };
    if (name === 'skip') return { skip: count, left: Number.POSITIVE_INFINITY };
  }
  throw badValue(
    "'mode' of a fail point must be 'off', 'alwaysOn', { times: <n> } or { skip: <n> } here",
  );
}
