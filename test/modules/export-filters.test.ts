import { randomUUIDv7 } from 'node:crypto';
import * as XLSX from '@e965/xlsx';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ACTIVITY_LOG_LIST, ORGANIZATION_LOG_LIST } from '../../shared/activityLog/schema.ts';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { riskCell } from '../../shared/dpia/risk.ts';
import { DPIA_LIST } from '../../shared/dpia/schema.ts';
import { PLAN_LIST } from '../../shared/treatmentPlan/schema.ts';
import { DATA_SHARING_LIST } from '../../shared/dataSharing/schema.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS, type ExportKind } from '../../shared/export/schema.ts';
import { REQUEST_LIST } from '../../shared/request/schema.ts';
import { REFUSAL_LIST } from '../../shared/requestRefusal/schema.ts';
import { NOTICE_LIST } from '../../shared/privacyNotice/schema.ts';
import { INCIDENT_LIST } from '../../shared/incident/schema.ts';
import { INVENTORY_LIST } from '../../shared/inventory/schema.ts';
import type { ListRule } from '../../shared/listRule.ts';
import { rolesWith } from '../../shared/registry/permissions.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { SECURITY_LOG_LIST } from '../../shared/securityLog/schema.ts';
import { USER_CONSENT_LIST } from '../../shared/userConsent/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { buildRegister } from '../helpers/register.ts';
import { refusal } from '../helpers/refusal.ts';

/** The list of the screen from which each kind is started; null if the screen has none. */
const SCREENS: Record<ExportKind, { list: ListRule; searchable: boolean } | null> = {
  'application-ropa': null,
  'privacy-notice': null,
  ropa: null,
  inventories: { list: INVENTORY_LIST, searchable: true },
  'data-sharing': { list: DATA_SHARING_LIST, searchable: true },
  // Its filters are specific to the diagram.
  'data-flow-diagram': null,
  'activity-logs': { list: ACTIVITY_LOG_LIST, searchable: true },
  'organization-activity-logs': { list: ORGANIZATION_LOG_LIST, searchable: true },
  'security-logs': { list: SECURITY_LOG_LIST, searchable: true },
  'page-views': null,
  'lawful-basis': null,
  'third-party-disclosure': null,
  responsible: null,
  // Found only by the complete uid.
  'user-consents': { list: USER_CONSENT_LIST, searchable: false },
  'dsrm-request': { list: REQUEST_LIST, searchable: true },
  'request-refusals': { list: REFUSAL_LIST, searchable: true },
  'privacy-notices': { list: NOTICE_LIST, searchable: true },
  incidents: { list: INCIDENT_LIST, searchable: true },
  'incident-report': null,
  'incident-authority-form': null,
  dpias: { list: DPIA_LIST, searchable: true },
  'treatment-plans': { list: PLAN_LIST, searchable: true },
  'dpia-decision': null,
  'dpia-report': null,
  'dpia-public-summary': null,
};

let server: TestServer;
let ws: string;
let register: Awaited<ReturnType<typeof buildRegister>>;
const people = new Map<Role, Person>();

const person = (kind: ExportKind) => people.get(rolesWith(EXPORT_KINDS[kind].permission)[0]!)!;
const as = (one: Person) => callerFor(server, one);
const makerOf = async (kind: ExportKind) => (await server.deps.modules.exports.get(kind)!())!;

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ws = (await buildWorkspace(server)).id;
  for (const role of ['Admin', 'DPO', 'Staff', 'Top Management'] as const)
    people.set(role, await buildPerson(server, { workspaceId: ws, role, name: `ผู้ใช้ ${role}` }));
  const { id: dataControllerId } = await buildDataController(server, ws);
  register = await buildRegister(server, () => as(people.get('DPO')!), {
    ws,
    dataControllerId,
    applications: 3,
    purposesEach: 2,
  });
});
afterAll(() => server.close());

describe.each(EXPORT_KIND_KEYS)('an export of %s', (kind) => {
  it('accepts the filters of its screen, has a text for each, and refuses any other', async () => {
    const maker = await makerOf(kind);
    const names = Object.keys((maker.input as unknown as z.ZodObject).shape);
    expect(Object.keys(maker.filters).toSorted()).toEqual(names.toSorted());
    const screen = SCREENS[kind];
    if (screen)
      expect(names).toEqual(
        expect.arrayContaining([...Object.keys(screen.list.filters ?? {}), ...(screen.searchable ? ['query'] : [])]),
      );
    const refused = await refusal((await as(person(kind))).export.start({ ws, kind, input: { noSuchFilter: 'x' } }));
    expect(refused).toMatchObject({ status: 'BAD_REQUEST', fields: ['input.noSuchFilter'] });
  });
});

/** Counts the rows of a list under some filters. */
type Counted = (input: Record<string, unknown>) => Promise<number>;

async function fileOf(kind: ExportKind, format: 'csv' | 'xlsx', input: Record<string, unknown>): Promise<Buffer> {
  const asker = person(kind);
  const { id } = await (await as(asker)).export.start({ ws, kind, format, locale: 'th', input });
  const { file, errorCode } = await ended(server, asker, id);
  expect(errorCode).toBeNull();
  return (await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${asker.token}` } })).rawPayload;
}
const rowsOf = async (kind: ExportKind, input: Record<string, unknown>): Promise<number> =>
  Papa.parse((await fileOf(kind, 'csv', input)).toString(), { skipEmptyLines: true }).data.length - 1;
/** The lines above the table: title, workspace, date, then the filters. */
async function headingOf(kind: ExportKind, input: Record<string, unknown>): Promise<string[]> {
  const book = XLSX.read(await fileOf(kind, 'xlsx', input));
  const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, blankrows: true });
  return rows
    .slice(
      0,
      rows.findIndex((row) => row.length === 0),
    )
    .map(([line]) => line!);
}

/**
 * Tests each filter of the kind: the first value that excludes a row of the list excludes the same rows of the export,
 * and the heading of the export contains it.
 */
async function follows(kind: ExportKind, count: Counted, values: Record<string, readonly unknown[]>): Promise<void> {
  const screen = SCREENS[kind]!;
  expect(Object.keys(values).toSorted()).toEqual([...Object.keys(screen.list.filters!), 'query'].toSorted());
  const all = await count({});
  expect(await rowsOf(kind, {})).toBe(all);
  const plain = await headingOf(kind, {});
  for (const [filter, candidates] of Object.entries(values)) {
    let left = all;
    let input: Record<string, unknown> = {};
    for (const value of candidates) {
      input = { [filter]: value };
      left = await count(input);
      if (left < all) break;
    }
    expect(left, `${kind} ${filter} narrows the list`).toBeLessThan(all);
    expect(await rowsOf(kind, input), `${kind} ${filter}`).toBe(left);
    const heading = await headingOf(kind, input);
    expect(heading.slice(0, 2), `${kind} ${filter}`).toEqual(plain.slice(0, 2));
    expect(heading.length, `${kind} ${filter}: ${heading.join(' | ')}`).toBe(plain.length + 1);
    expect(heading.at(-1), `${kind} ${filter}`).not.toMatch(/undefined|\w+:\w+\.|[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
}

describe('filters the same rows as the list, and its heading contains the filter', () => {
  const optionsOf = (rule: unknown) => (rule as readonly string[]).filter((value) => value !== 'ALL');

  it('of incidents', async () => {
    const [application] = register;
    const { id: piiCategoryId } = await server.owner
      .selectFrom('piiCategories')
      .select('id')
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    await buildIncident(server, ws, {
      title: 'ส่งผลตรวจผิดคน',
      status: 'PENDING',
      cause: 'PHISHING',
      reporterId: person('incidents').personnelId,
      applicationIds: [application!.id],
      purposeIds: [application!.purposeIds[0]!],
      piiCategoryIds: [piiCategoryId],
      createdAt: '2026-10-05T03:00:00Z',
    });
    await buildIncident(server, ws, {
      title: 'แล็ปท็อปหาย',
      status: 'RESOLVED',
      cause: 'LOST_OR_STOLEN',
      createdAt: '2026-11-10T03:00:00Z',
    });
    // Beyond the limit of public reports.
    await buildIncident(server, ws, { title: 'รายงานซ้ำ', status: 'WAITING', createdAt: '2026-11-11T03:00:00Z' });
    const count: Counted = async (input) =>
      (await (await as(person('incidents'))).incident.list({ ws, ...input })).meta.totalItems;
    const { filters } = INCIDENT_LIST;
    await follows('incidents', count, {
      status: optionsOf(filters.status),
      risk: optionsOf(filters.risk),
      cause: ['PHISHING'],
      clock: optionsOf(filters.clock),
      excess: optionsOf(filters.excess),
      applicationId: [application!.id],
      purposeId: [application!.purposeIds[0]],
      piiCategoryId: [piiCategoryId],
      fromMonth: ['2026-11'],
      toMonth: ['2026-10'],
      mine: [true],
      query: ['แล็ปท็อป'],
    });
  });

  it('of impact assessments', async () => {
    const calls = (await as(person('dpias'))).dpia;
    const [first, second] = register;
    const common = { ws, reason: 'ข้อมูลสุขภาพ' };
    const criteria = [{ code: 'SENSITIVE_DATA' as const }, { code: 'LARGE_SCALE' as const }];
    const { id } = await calls.create({ ...common, applicationId: first!.id, name: 'พันธุกรรม', criteria });
    await calls.create({ ...common, applicationId: second!.id, name: 'จดหมาย', variant: 'OLDER' });
    const { rowVersion, draft } = await calls.start({ ws, id });
    const worst = worstCase.parse({
      id: randomUUIDv7(),
      title: { th: 'ข้อมูลรั่ว', en: '' },
      initial: { likelihood: 5, impact: 5 },
      residual: { likelihood: 3, impact: 5 },
    });
    const reviewerId = person('dpias').personnelId;
    await calls.update({ ws, id, rowVersion, ...dpiaDraft.parse({ ...draft, worstCases: [worst], reviewerId }) });
    const count: Counted = async (input) =>
      (await (await as(person('dpias'))).dpia.list({ ws, ...input })).meta.totalItems;
    await follows('dpias', count, {
      status: ['DRAFT'],
      required: ['YES'],
      risk: ['HIGH'],
      initialRisk: ['EXTREME'],
      initialCell: [riskCell(5, 5, 5)],
      residualCell: [riskCell(5, 3, 5)],
      variant: ['OLDER'],
      applicationId: [first!.id],
      reviewerId: [reviewerId],
      review: ['PLANNED'],
      query: ['จดหมาย'],
    });
  });

  it('of treatment plans', async () => {
    const asker = person('treatment-plans');
    const expectedOn = '2030-12-31';
    const [first, second] = register;
    const { id } = await buildPublishedDpia(server, {
      ws,
      applicationId: first!.id,
      plans: [
        { title: 'เข้ารหัส', responsibleId: asker.personnelId, expectedOn },
        { title: 'จำกัดสิทธิ', responsibleId: people.get('Staff')!.personnelId, expectedOn: '2020-01-01' },
      ],
    });
    await buildPublishedDpia(server, {
      ws,
      applicationId: second!.id,
      plans: [{ title: 'ทบทวน', responsibleId: null, expectedOn }],
    });
    const calls = (await as(asker)).treatmentPlan;
    const [plan] = (await calls.list({ ws, mine: true })).collection;
    await calls.changeStatus({ ws, id: plan!.id, status: 'INPROGRESS' });
    const count: Counted = async (input) =>
      (await (await as(asker)).treatmentPlan.list({ ws, ...input })).meta.totalItems;
    await follows('treatment-plans', count, {
      status: ['INPROGRESS'],
      due: ['OVERDUE'],
      risk: ['LOW'],
      assigneeId: [people.get('Staff')!.personnelId],
      applicationId: [second!.id],
      dpiaId: [id],
      mine: [true],
      query: ['จำกัด'],
    });
  });

  it('of the inventory', async () => {
    const count: Counted = async (input) =>
      (await (await as(person('inventories'))).inventory.list({ ws, ...input })).meta.totalItems;
    const [row] = (await (await as(person('inventories'))).inventory.list({ ws })).collection;
    const { filters } = INVENTORY_LIST;
    await follows('inventories', count, {
      piiCategoryId: [row!.category.id],
      applicationId: [row!.application.id],
      purposeId: [row!.purpose.id],
      lawfulBasis: optionsOf(filters.lawfulBasis),
      retentionBand: optionsOf(filters.retentionBand),
      sensitive: [true],
      query: [row!.application.name],
    });
  });

  it('of data sharing', async () => {
    const count: Counted = async (input) =>
      (await (await as(person('data-sharing'))).dataSharing.list({ ws, ...input })).meta.totalItems;
    const [row] = (await (await as(person('data-sharing'))).dataSharing.list({ ws })).collection;
    const { filters } = DATA_SHARING_LIST;
    await follows('data-sharing', count, {
      kind: optionsOf(filters.kind),
      country: ['SG', 'TH'],
      safeguard: optionsOf(filters.safeguard),
      flag: optionsOf(filters.flag),
      applicationId: register.map(({ id }) => id),
      purposeId: [row!.purpose.id],
      query: [row!.recipient.name],
    });
  });

  it('of the activity log', async () => {
    const heading = await headingOf('activity-logs', {
      module: 'BUSINESS',
      actorId: people.get('DPO')!.personnelId,
      from: '2026-01-01',
      to: '2026-12-31',
      query: 'ระบบงาน',
    });
    const text = heading.join('\n');
    for (const part of ['ผู้ใช้ DPO', 'ระบบงาน', '2569', 'กิจกรรมการประมวลผล']) expect(text).toContain(part);
  });
});
