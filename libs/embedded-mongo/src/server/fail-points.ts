import { optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc } from '../bson/types.js';
import { checkOptions } from '../commands/options.js';
import { CommandError } from '../errors.js';

/** Thrown to drop the connection instead of answering. */
export class CloseConnection extends Error {}

interface FailPoint {
  left: number;
  data: Doc;
}

/** What becomes of a command. */
interface Effect {
  /** To be added to the reply. */
  writeConcernError?: Doc;
  /** The command is done, and the connection then dropped. */
  closeAfter?: boolean;
}

const NAMES = new Set(['failCommand', 'onPrimaryTransactionalWrite']);

/** Points at which tests provoke errors of the server; only a server that was started for it has them. */
export class FailPoints {
  private readonly active = new Map<string, FailPoint>();

  configure(command: Doc): Doc {
    const name = String(command.configureFailPoint);
    if (!NAMES.has(name)) {
      throw new CommandError(238, `fail point '${name}' is not supported by the embedded server`);
    }
    checkOptions(command);
    const { mode, data = {} } = command;
    if (mode === 'off' || !isDoc(data)) this.active.delete(name);
    else {
      const times = isDoc(mode) ? optionNumber(mode.times, 1) : Number.POSITIVE_INFINITY;
      this.active.set(name, { left: times, data });
    }
    return {};
  }

  /** Fails the command if it is its turn. */
  async apply(command: Doc): Promise<Effect> {
    const [name = ''] = Object.keys(command);
    const writeConcernError = await this.failCommand(name);
    const retried = command.txnNumber !== undefined && command.autocommit === undefined;
    const closeAfter = retried || name === 'commitTransaction' ? this.failWrite() : false;
    return { ...(writeConcernError && { writeConcernError }), closeAfter };
  }

  /** The data of a fail point whose turn it is. */
  private take(name: string, isMeant: (data: Doc) => boolean): Doc | undefined {
    const point = this.active.get(name);
    if (!point || point.left <= 0 || !isMeant(point.data)) return undefined;
    point.left--;
    return point.data;
  }

  private async failCommand(name: string): Promise<Doc | undefined> {
    const data = this.take(
      'failCommand',
      ({ failCommands }) => isArray(failCommands) && failCommands.includes(name),
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

  /** `onPrimaryTransactionalWrite`: an error before the write, or else the loss of the answer to it. */
  private failWrite(): boolean {
    const data = this.take('onPrimaryTransactionalWrite', () => true);
    if (data?.failBeforeCommitExceptionCode !== undefined) {
      throw new CommandError(
        optionNumber(data.failBeforeCommitExceptionCode, 8),
        'Failing write via onPrimaryTransactionalWrite',
      );
    }
    return data !== undefined && data.closeConnection !== false;
  }
}
