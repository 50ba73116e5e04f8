import { notifyManager, type Query } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { UserDto } from '#libs/contracts';
import { loadChunk, OfflineError } from '../api/chunks';
import { keptSince, type LoadableSchema, markKept } from '../api/kept-data';
import { actingPerson } from '../api/token';
import { type KeptRecord, MEMBER, readKept } from './kept-store';

/** Milliseconds that the server may take to answer, before a page shows kept data meanwhile. */
const SLOW_MS = 3_000;

const slow = Symbol('slow');
/** Whether a query has waited that long and no answer has come since: the next ones do not wait again. */
let isSilent = false;

/**
 * A query's answer, or kept data: at once if the server cannot be reached, and after a while if it does not answer, until
 * it does. Rejects with the answer's error if nothing is kept.
 */
export async function firstOf<Data>(
  answer: Promise<Data>,
  query: Query,
  schema: LoadableSchema,
): Promise<Data> {
  const hash = query.queryHash;
  try {
    const first = await Promise.race([answer, afterPause(answer)]);
    if (first !== slow) {
      markKept(hash, null);
      return first as Data;
    }
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
    const kept = await keptFor<Data>(query, schema);
    if (kept === null) throw error;
    return kept;
  }
  const kept = await keptFor<Data>(query, schema);
  if (kept === null) return answer;
  answer.then(
    (data) =>
      // after the query has taken the kept data, which would replace an answer that came while it was read
      notifyManager.schedule(() => {
        markKept(hash, null);
        query.setData(data);
      }),
    () => undefined, // the kept data stays
  );
  return kept;
}

async function afterPause(answer: Promise<unknown>): Promise<typeof slow> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    isSilent = false;
  };
  answer.then(stop, stop);
  return new Promise((resolve) => {
    const onSilence = () => {
      isSilent = true;
      resolve(slow);
    };
    timer = setTimeout(onSilence, isSilent ? 0 : SLOW_MS);
  });
}

/** The kept data of a query, which then counts as of its own time; null if there is none. */
export async function keptFor<Data>(query: Query, schema: LoadableSchema): Promise<Data | null> {
  // data that this page has from the server is shown with its error, as ever
  if (query.state.data !== undefined)
    return keptSince(query.queryHash) === undefined ? null : (query.state.data as Data);
  const record = await recordOf(query.queryHash);
  const data = record && (await parsed(record, schema));
  if (!record || data === null) return null;
  markKept(query.queryHash, record.at);
  // the answer counts as new otherwise
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: record.at }));
  return data as Data;
}

const recordOf = async (name: string): Promise<KeptRecord | null> => {
  const person = actingPerson();
  return person === null ? null : readKept(person, name);
};

/** A record's data by its contract; null if another build has kept it in another form. */
async function parsed({ data }: KeptRecord, schema: LoadableSchema): Promise<unknown> {
  const contract = typeof schema === 'function' ? await loadChunk(schema) : schema;
  const isInfinite = typeof data === 'object' && data !== null && 'pageParams' in data;
  const whole = isInfinite
    ? z.object({ pages: z.array(contract), pageParams: z.array(z.unknown()) })
    : contract;
  return whole.safeParse(data).data ?? null;
}

/**
 * The server's answer who the member is, or the kept member as {@link firstOf} does. A kept member is loaded again once
 * there is a connection.
 */
export async function memberOr(answer: Promise<UserDto>, schema: LoadableSchema): Promise<UserDto> {
  try {
    const first = await Promise.race([answer, afterPause(answer)]);
    if (first !== slow) return first;
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
  }
  return (await keptMember(schema)) ?? answer;
}

/** The member of this page, as kept; null if nothing is kept. */
async function keptMember(schema: LoadableSchema): Promise<UserDto | null> {
  const record = await recordOf(MEMBER);
  const member = record && (await parsed(record, schema));
  if (!record || member === null) return null;
  markKept(MEMBER, record.at);
  return member as UserDto;
}
