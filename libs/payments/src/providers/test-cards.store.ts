import * as z from 'zod';
import { type TestPayment, testPaymentSchema } from './test-payment.js';

/** Something that the built-in processor remembers. */
export interface TestRecord {
  readonly id: string;
  /** 0 before it is stored; grows by one with every write. */
  readonly version: number;
  /** When its next webhook is due. */
  readonly dueAt: Date | null;
  readonly json: string;
}

/** Where the built-in processor keeps its books, so that they survive a restart: one record, one atomic write. */
export interface TestCardStore {
  read(id: string): Promise<TestRecord | undefined>;
  /** Stores the record as the next version; false if another write came first, and then nothing is stored. */
  write(record: TestRecord): Promise<boolean>;
  /** The ids of the records with a webhook that is due, those that wait longest first. */
  due(at: Date): Promise<string[]>;
}

export class InMemoryTestCardStore implements TestCardStore {
  readonly records = new Map<string, TestRecord>();

  async read(id: string): Promise<TestRecord | undefined> {
    return this.records.get(id);
  }

  async write(record: TestRecord): Promise<boolean> {
    const stored = this.records.get(record.id)?.version ?? 0;
    if (stored !== record.version) return false;
    this.records.set(record.id, { ...record, version: record.version + 1 });
    return true;
  }

  async due(at: Date): Promise<string[]> {
    return [...this.records.values()]
      .flatMap(({ id, dueAt }) => (dueAt && dueAt <= at ? [{ id, dueAt }] : []))
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      .map(({ id }) => id);
  }
}

/** Attempts of a write that other writes get ahead of. */
const ATTEMPTS = 20;

/** The typed records of a store. */
export class TestBooks {
  constructor(private readonly store: TestCardStore) {}

  async read<Value>(id: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const record = await this.store.read(id);
    return record && schema.parse(JSON.parse(record.json));
  }

  /** Reads, changes and writes a record, again if another write came first; a change to `undefined` writes nothing. */
  async change<Value, Result extends Value | undefined>(
    id: string,
    schema: z.ZodType<Value>,
    change: (value: Value | undefined) => Result,
    dueAt: (value: Value) => Date | null = () => null,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const record = await this.store.read(id);
      const value = change(record && schema.parse(JSON.parse(record.json)));
      if (value === undefined) return value;
      const next = {
        id,
        version: record?.version ?? 0,
        dueAt: dueAt(value),
        json: JSON.stringify(value),
      };
      if (await this.store.write(next)) return value;
    }
    throw new Error(`the record ${id} of the test cards is written too often`);
  }

  payment(id: string): Promise<TestPayment | undefined> {
    return this.read(id, testPaymentSchema);
  }

  changePayment<Result extends TestPayment | undefined>(
    id: string,
    change: (payment: TestPayment | undefined) => Result,
  ): Promise<Result> {
    return this.change(id, testPaymentSchema, change, ({ webhooks }) =>
      webhooks.length === 0 ? null : new Date(Math.min(...webhooks.map(({ dueAt }) => +dueAt))),
    );
  }

  /** The payments with a webhook that is due. */
  due(at: Date): Promise<string[]> {
    return this.store.due(at);
  }
}
