import { optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc } from '../bson/types.js';
import { checkOptions } from '../commands/options.js';
import { CommandError } from '../errors.js';

/** Thrown to drop the connection instead of answering. */
export class CloseConnection extends Error {}

/** `failCommand`, with which tests provoke errors of the server; only a server that was started for it has it. */
export class FailPoints {
  private active: { left: number; data: Doc } | undefined;

  configure(command: Doc): Doc {
    if (command.configureFailPoint !== 'failCommand') {
      throw new CommandError(
        238,
        `fail point '${String(command.configureFailPoint)}' is not supported by the embedded server`,
      );
    }
    checkOptions(command);
    const { mode } = command;
    const times = isDoc(mode) ? optionNumber(mode.times, 1) : Number.POSITIVE_INFINITY;
    this.active =
      mode === 'off' || !isDoc(command.data) ? undefined : { left: times, data: command.data };
    return {};
  }

  /** Fails the command if it is its turn; returns a write concern error to add to the reply. */
  async apply(name: string): Promise<Doc | undefined> {
    const point = this.active;
    const commands = point?.data.failCommands;
    if (!point || point.left <= 0 || !isArray(commands) || !commands.includes(name))
      return undefined;
    point.left--;
    const { data } = point;
    if (data.blockConnection === true) {
      await new Promise((resolve) => setTimeout(resolve, optionNumber(data.blockTimeMS, 0)));
    }
    if (data.closeConnection === true) throw new CloseConnection();
    if (data.errorCode !== undefined) {
      const labels = isArray(data.errorLabels) ? data.errorLabels.map(String) : [];
      throw new CommandError(
        optionNumber(data.errorCode, 8),
        "Failing command via 'failCommand' failpoint",
        { labels },
      );
    }
    return isDoc(data.writeConcernError) ? data.writeConcernError : undefined;
  }
}
