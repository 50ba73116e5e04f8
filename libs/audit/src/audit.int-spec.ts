import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type AuditEntryDto, auditPageSchema } from '#libs/contracts';
import { Marketplace, movePart, type TestPerson } from '#libs/testing';

let market: Marketplace;
let ada: TestPerson;
let boss: TestPerson;
let person: TestPerson;
let acts: AuditEntryDto[];

const read = async (query = '') =>
  auditPageSchema.parse((await ada.client.get(`/audit-log?${query}`)).body);
const setStatus = (by: TestPerson, status: string, reason = 'Asked for it') =>
  by.client.patch(`/users/${person.user._id}/status`, { status, reason });

beforeAll(async () => {
  market = await Marketplace.open();
  [ada, boss] = [await market.person('admin'), await market.person('admin')];
  person = await market.person('customer');
  await setStatus(ada, 'inactive', '=HYPERLINK("http://x"), "asked"');
  await setStatus(boss, 'active');
  await setStatus(boss, 'active');
  const farm = await market.farm();
  const product = await market.product(farm);
  const order = await market.order(person, [[product, 1]]);
  const [part] = order.parts;
  const ids = { orderId: order._id, partId: part?._id };
  await movePart(farm.farmer.client, ids, { status: 'accepted', version: 1 });
  const reason = 'The farm is closed';
  await movePart(boss.client, ids, { status: 'cancelled', version: 2, reason });
  const { version } = await market
    .collection('products')
    .findOne({ _id: product._id })
    .then((row) => ({ version: Number(row?.version) }));
  const pause = { version, status: 'paused', reason: 'Wrong picture' };
  await boss.client.patch(`/products/${product._id}`, pause);
  acts = (await read()).entries;
});
afterAll(() => market.close());

describe('the audit log', () => {
  it('has the actions of admins, newest first, and not what users do with what is their own', () => {
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ['product.changed', 'Wrong picture'],
      ['order.part-changed', 'The farm is closed'],
      ['user.status-changed', 'Asked for it'],
      ['user.status-changed', '=HYPERLINK("http://x"), "asked"'],
    ]);
  });

  it('says who, what, before and after, and in which request', () => {
    const [, order, , status] = acts;
    expect(status).toMatchObject({
      actor: { _id: ada.user._id, name: ada.user.name, role: 'admin' },
      target: { type: 'user', id: person.user._id, name: person.user.name },
      before: { status: 'active' },
      after: { status: 'inactive' },
    });
    expect(order).toMatchObject({
      target: { type: 'order', name: expect.stringContaining(person.user.name) },
      before: { status: 'accepted' },
      after: { status: 'cancelled' },
    });
    expect(new Set(acts.map(({ requestId }) => requestId)).size).toBe(acts.length);
  });

  it('has the request id of the response', async () => {
    const path = `/users/${ada.user._id}/status`;
    const reason = 'Asked for it';
    const answer = await boss.client.patch(path, { status: 'inactive', reason });
    await boss.client.patch(path, { status: 'active', reason });
    const [, entry] = (await read(`target=${ada.user._id}`)).entries;
    expect(entry?.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('is found by actor, action, target and time', async () => {
    const ids = async (query: string) => (await read(query)).entries.map(({ _id }) => _id);
    const known = acts.map(({ _id }) => _id);
    expect(await ids(`actor=${ada.user._id}`)).toEqual(known.slice(3));
    expect(await ids('action=order.part-changed')).toEqual(known.slice(1, 2));
    expect(await ids(`targetType=user&target=${person.user._id}`)).toEqual(known.slice(2));
    const [newest, , , oldest] = acts;
    expect(await ids(`to=${oldest?.at}`)).toEqual([]);
    expect(await ids(`from=${oldest?.at}&to=${newest?.at}`)).toEqual(known.slice(1));
  });

  it('is found by the beginning of a name, of who acted or of whom it concerns', async () => {
    const ids = async (q: string) =>
      (await read(`q=${encodeURIComponent(q)}`)).entries.map(({ _id }) => _id);
    const known = acts.map(({ _id }) => _id);
    const [, order] = acts;
    expect(await ids(person.user.name.toUpperCase())).toEqual(known.slice(1));
    expect(await ids(order?.target.name?.slice(0, 9) ?? '')).toEqual(known.slice(1, 2));
    expect(await ids('Nobody of this name')).toEqual([]);
    expect(await ids('.*')).toEqual([]);
    const ofAda = await ids('ada admin');
    expect(ofAda).toEqual(expect.arrayContaining(known));
    expect(await ids('ADM, ADÁ')).toEqual(ofAda);
  });

  it('is read page by page, each entry once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await read(`targetType=user&target=${person.user._id}&limit=1${cursor}`);
      expect(page.total).toBe(2);
      seen.push(...page.entries.map(({ _id }) => _id));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(seen).toEqual(acts.slice(2).map(({ _id }) => _id));
  });

  it('is a file for spreadsheets that no spreadsheet runs', async () => {
    const { body, headers } = await ada.client.get(`/audit-log.csv?actor=${ada.user._id}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const act = acts.at(-1);
    expect(body).toBe(
      'at,actor,role,action,target,id,name,before,after,reason,request\r\n' +
        `${act?.at},Ada Admin,admin,user.status-changed,user,${person.user._id},${person.user.name},` +
        '"{""status"":""active""}","{""status"":""inactive""}",' +
        `"'=HYPERLINK(""http://x""), ""asked""",${act?.requestId}\r\n`,
    );
  });

  it('is never cut short: what one file cannot hold is refused', async () => {
    const log = market.collection<{ actor: object }>('auditLog');
    const act = await log.findOne({});
    const _id = new Types.ObjectId();
    await log.insertMany(
      Array.from({ length: 10_001 }, () => ({ ...act, _id: new Types.ObjectId(), actor: { _id } })),
    );
    const { status, code } = await ada.client.get(`/audit-log.csv?actor=${_id}`);
    expect([status, code]).toEqual([422, 'EXPORT_TOO_LARGE']);
    expect((await ada.client.get(`/audit-log.csv?actor=${ada.user._id}`)).status).toBe(200);
    await log.deleteMany({ 'actor._id': _id });
  });

  it.each(['cursor=nonsense', 'cursor=W251bGwsImFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYSJd'])(
    'refuses the page marker in %s',
    async (query) => {
      expect((await ada.client.get(`/audit-log?${query}`)).code).toBe('CURSOR_INVALID');
    },
  );

  it.each(['actor=x', 'action=gone', 'from=yesterday', 'limit=0', 'reason=x', 'target[$ne]=x'])(
    'refuses ?%s',
    async (query) => {
      expect((await ada.client.get(`/audit-log?${query}`)).code).toBe('VALIDATION_FAILED');
      expect((await ada.client.get(`/audit-log.csv?${query}`)).code).toBe('VALIDATION_FAILED');
    },
  );

  it('is for admins only, and nobody can write to it', async () => {
    for (const path of ['/audit-log', '/audit-log.csv']) {
      expect((await person.client.get(path)).code).toBe('FORBIDDEN');
      expect((await market.visitor.get(path)).code).toBe('UNAUTHENTICATED');
      for (const method of ['POST', 'PATCH', 'DELETE'])
        expect((await ada.client.call(method, path)).code).toBe('METHOD_NOT_ALLOWED');
    }
  });
});
