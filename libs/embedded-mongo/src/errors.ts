/** MongoDB's error codes that this server returns or that its fail points are used for. */
const CODE_NAMES: Readonly<Record<number, string>> = {
  1: 'InternalError',
  2: 'BadValue',
  6: 'HostUnreachable',
  7: 'HostNotFound',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  24: 'LockTimeout',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  54: 'NotSingleValueField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  112: 'WriteConflict',
  121: 'DocumentValidationFailure',
  134: 'ReadConcernMajorityNotAvailableYet',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  189: 'PrimarySteppedDown',
  197: 'InvalidIndexSpecificationOption',
  225: 'TransactionTooOld',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  262: 'ExceededTimeLimit',
  263: 'OperationNotSupportedInTransaction',
  267: 'PreparedTransactionInProgress',
  276: 'IndexBuildAborted',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  369: 'DataCorruptionDetected',
  391: 'ReauthenticationRequired',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
  14031: 'OutOfDiskSpace',
};

/** An error that goes to the client as `{ ok: 0, code, codeName, errmsg }` or as a write error. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Further fields of the reply, such as `keyPattern` and `keyValue`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Set by a fail point; otherwise the labels depend on the failed command. */
  readonly labels: readonly string[] | undefined;

  constructor(
    code: number,
    message: string,
    options: { details?: Record<string, unknown>; labels?: string[] } = {},
  ) {
    super(message);
    this.code = code;
    this.codeName = CODE_NAMES[code] ?? `Location${code}`;
    this.details = options.details ?? {};
    this.labels = options.labels;
  }
}

/** Why a server cannot start or continue: directory in use, unknown format, port taken, damaged data. */
export class EmbeddedMongoError extends Error {
  readonly code: 'DIRECTORY_IN_USE' | 'FORMAT_UNKNOWN' | 'PORT_UNAVAILABLE' | 'DATA_DAMAGED';

  constructor(code: EmbeddedMongoError['code'], message: string) {
    super(message);
    this.name = 'EmbeddedMongoError';
    this.code = code;
  }
}

export const badValue = (message: string) => new CommandError(2, message);
export const failedToParse = (message: string) => new CommandError(9, message);
export const typeMismatch = (message: string) => new CommandError(14, message);

/** The error for a feature of MongoDB that this server lacks: always refused, never ignored. */
export const notSupported = (what: string, code = 238) =>
  new CommandError(code, `${what} is not supported by the embedded server`);

export const tooDeep = (levels: number) =>
  new CommandError(15, `Document exceeds maximum nested object depth: ${levels}`);

export const unsupportedType = (type: number) =>
  new CommandError(22, `BSON type 0x${type.toString(16)} is not supported by the embedded server`);

export const writeConflict = () =>
  new CommandError(
    112,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
  );
