export * from './auth/access.js';
export * from './auth/account-mails.js';
export { invitationPath, readInvitationToken } from './auth/invitation-tokens.js';
export * from './auth/principal.js';
export { isRecentProof } from './auth/principal.js';
export { Tickets } from './auth/tickets.js';
export {
  ConfigError,
  configToken,
  oneOf,
  readConfig,
  secret,
  wholeNumber,
} from './config.js';
export {
  CountedBy,
  type CountedRow,
  type CountedSlice,
  CountedSources,
  type CountedSubject,
  readSlice,
} from './data/counted-rows.js';
export { commandTimeoutMs } from './data/deadlines.js';
export { isDatabaseFailure, isDuplicateKey } from './data/engine-failure.js';
export * from './data/erasure.js';
export * from './data/keyset.js';
export { idAt, lowestIdAt } from './data/keyset.js';
export { loadById } from './data/load-by-id.js';
export { Migrations } from './data/migrations.js';
export * from './data/personal-records.js';
export { LEASE_MS, LEASES_COLLECTION, openProcesses } from './data/process-lease.js';
export { optionalAnswer, REDIS, WAITING_REDIS } from './data/redis.js';
export { beginsWith, searchConditions, searchFilter, searchTerms } from './data/search-filter.js';
export { type ClientSession, Transactions } from './data/transactions.js';
export { retryConflicts, writeVersion } from './data/versioned-write.js';
export { countTotal, newestById, readWithTotal } from './data/with-total.js';
export * from './errors.js';
export { AnswerInTime } from './http/answer-in-time.js';
export { ApiSchema, describeAnswers, toOpenApi } from './http/api-schema.js';
export { CALENDAR_TYPE, CalendarFile, toCalendar } from './http/calendar-file.js';
export { NETWORK_BITS, networkOf } from './http/caller-network.js';
export { CsvFile, csvRows, rowsToExport, toCsv } from './http/csv.js';
export { configureHttpApp, createHttpApp, httpAdapter } from './http/http-app.js';
export { ApiIdempotencyKey, Idempotency, IdempotencyKey } from './http/idempotency.js';
export { admitPoll, limitsOf } from './http/load-limit.js';
export { answerError, toProblem } from './http/problem.filter.js';
export { RATE_LIMITS, RateLimit, type RateLimits, rateLimits } from './http/rate-limits.js';
export { closeOnSignal, openProcess, runProcess, startFailure } from './http/run-process.js';
export { PAGE_HEADERS } from './http/security-headers.js';
export { servedPath } from './http/served-path.js';
export { PIPELINED_MAX, trafficOf } from './http/traffic.js';
export { brokenTexts } from './http/validation.pipe.js';
export { createLogger, LOGGER, type Logger } from './logging.js';
export { EventErasure } from './messaging/event-erasure.js';
export {
  EVENT_HANDLERS_KEY,
  EventHandlers,
  OnEvent,
  OnEvents,
} from './messaging/event-handlers.js';
export {
  compareEntryIds,
  type EntryId,
  EventLog,
  LOG_ENTRIES_MAX,
  LOG_KEY,
  type LogEntry,
  type LogState,
  type StoredEvent,
  toLogEntry,
} from './messaging/event-log.js';
export { EventProgress } from './messaging/event-progress.js';
export { JobHandlers, OnJob } from './messaging/job-handlers.js';
export { Jobs } from './messaging/jobs.js';
export { type LogListener, LogReader, type OpenedLog } from './messaging/log-reader.js';
export {
  draft,
  type EventDraft,
  eventsIn,
  OUTBOX,
  Outbox,
  type OutboxEntry,
  toStoredEvent,
} from './messaging/outbox.js';
export {
  depthOf,
  enqueueBatch,
  openQueue,
  Queues,
  workQueue,
} from './messaging/queues.js';
export { Metrics } from './observability/metrics.js';
export { observeDelivery } from './observability/observe.js';
export { parsePhone } from './phone.js';
export * from './platform.config.js';
export { startWarnings } from './platform.config.js';
export { AccessModule, CoreModule, DataModule, HealthModule } from './platform.module.js';
export * from './request-context.js';
export { Backoff, Recurring, within } from './timing.js';
export { redacted, withoutSecrets } from './without-secrets.js';
