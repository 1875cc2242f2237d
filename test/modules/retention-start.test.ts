import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationText, withStart } from '../../shared/purpose/retention.ts';
import { ropaWords } from '../../server/modules/ropa/documents/words.ts';
import { translate } from '../../server/platform/i18n.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose } from '../helpers/record.ts';
import { completeFlow } from '../helpers/register.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
const api = async () => callerFor(server, dpo);
beforeAll(async () => {
  server = await sharedServer();
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
});
afterAll(() => server.close());

const FIVE_YEARS = { indefinite: false, amount: 5, unit: 'year' as const };

describe('the start of a retention period', () => {
  it('is stored by purposes and lines, in published versions, and displayed in inventory and documents', async () => {
    const call = await api();
    const draft = await completePurpose(server, ws);
    const purpose = await call.purpose.create({
      ws,
      ...draft,
      retention: { ...FIVE_YEARS, startEvent: 'contractEnd', startNote: 'เช่า', note: '' },
    });
    expect(purpose.problems).toEqual([]);
    expect(purpose.content.retention).toEqual({
      ...FIVE_YEARS,
      startEvent: 'contractEnd',
      startNote: 'เช่า',
      note: '',
    });
    await call.purpose.publish({ ws, id: purpose.id, rowVersion: purpose.rowVersion });
    const version = await call.purpose.version({ ws, id: purpose.id, v: 1 });
    expect(version.content.retention).toMatchObject({ startEvent: 'contractEnd', startNote: 'เช่า' });

    const { id } = await call.application.create({
      ws,
      name: 'ให้เช่า',
      description: 'สัญญาเช่า',
      dataControllerId: (await buildDataController(server, ws)).id,
      purposeIds: [purpose.id],
    });
    const line = await completeFlow(server, ws, purpose.id);
    const mapping = await call.dataMapping.create({
      ws,
      id,
      flows: [line, { ...line, retention: { ...FIVE_YEARS, amount: 2, startNote: 'วันสั่งซื้อ' } }],
    });
    // Free text requires no event of the list.
    expect(mapping.flows.map(({ retention }) => retention)).toEqual([
      null,
      { ...FIVE_YEARS, amount: 2, startEvent: 'other', startNote: 'วันสั่งซื้อ' },
    ]);
    const { collection } = await call.inventory.list({ ws, applicationId: id });
    expect(
      new Set(collection.map(({ retention }) => JSON.stringify([retention?.startEvent, retention?.startNote]))),
    ).toEqual(new Set([JSON.stringify(['contractEnd', 'เช่า']), JSON.stringify(['other', 'วันสั่งซื้อ'])]));
    expect(ropaWords('th').retention(purpose.content.retention)).toBe('5 ปี นับจากวันสิ้นสุดสัญญา (เช่า)');
    expect(ropaWords('en').retention(mapping.flows[1]!.retention!)).toBe('2 years from วันสั่งซื้อ');
    const log = await call.activityLog.list({ ws, pageSize: 5 });
    expect(JSON.stringify(log.collection)).toContain('2 ปี นับจากวันสั่งซื้อ');
  });

  it('is not required for publishing, and adding one changes a line', async () => {
    const call = await api();
    const purpose = await call.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    expect(purpose.problems).toEqual([]);
    expect(purpose.content.retention).toMatchObject({ startEvent: null, startNote: '' });
    const { id } = await call.application.create({
      ws,
      name: 'ลูกค้า',
      description: 'ลูกค้า',
      dataControllerId: (await buildDataController(server, ws)).id,
      purposeIds: [purpose.id],
    });
    const line = { ...(await completeFlow(server, ws, purpose.id)), retention: FIVE_YEARS };
    const before = await call.dataMapping.create({ ws, id, flows: [line] });
    const after = await call.dataMapping.update({
      ws,
      id,
      rowVersion: before.rowVersion,
      flows: [{ ...line, id: before.flows[0]!.id, retention: { ...FIVE_YEARS, startEvent: 'collection' } }],
    });
    expect(after.rowVersion).toBeGreaterThan(before.rowVersion);
    expect(after.flows[0]!.retention).toMatchObject({ startEvent: 'collection' });
  });

  it('is displayed as part of the period in both languages, and a period without one is displayed as before', () => {
    const texts = (locale: 'th' | 'en') => (key: string, values?: Record<string, string>) =>
      translate(locale, key, values);
    const years = durationText('en', 5, 'year');
    expect(withStart(years, { startEvent: 'employmentEnd' }, texts('en'))).toBe('5 years from the end of employment');
    expect(withStart(years, {}, texts('en'))).toBe('5 years');
    expect(withStart(years, { startEvent: 'other', startNote: '' }, texts('en'))).toBe('5 years from another event');
    expect(withStart('', { startEvent: 'employmentEnd' }, texts('th'))).toBe('');
  });
});
