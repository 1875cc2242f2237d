import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drillDown } from '../../shared/incident/drillDown.ts';
import { INCIDENT_STATUSES, type STATUS_FILTERS, statusesOf } from '../../shared/incident/status.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { wordsOf } from '../helpers/record.ts';

let server: TestServer;
let ws: string;
let top: Person;
let dpo: Person;
let applicationIds: string[];
const NOW = '2026-11-21T05:00:00Z';

beforeAll(async () => {
  server = await sharedServer();
  server.clock.set(NOW);
  ({ id: ws } = await buildWorkspace(server, { tier: 'Unlimit' }));
  top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const { id: dataControllerId } = await buildDataController(server, ws);
  applicationIds = [];
  for (const name of ['ทะเบียนผู้ป่วย', 'เงินเดือน']) {
    const id = randomUUIDv7();
    await server.owner
      .insertInto('applications')
      .values({ workspaceId: ws, id, name, description: 'คำอธิบาย', dataControllerId })
      .execute();
    applicationIds.push(id);
  }
});
afterAll(() => server.close());

const summaryOf = async (input: { from?: string; to?: string } = {}) =>
  (await callerFor(server, top)).incidentDashboard.get({ ws, ...input });

describe('the summary of incidents', () => {
  it('is empty, and contains twelve months', async () => {
    const summary = await summaryOf();
    expect(summary).toMatchObject({
      total: 0,
      open: 0,
      overdue: 0,
      late: 0,
      risks: [],
      statuses: [],
      causes: [],
      applications: [],
      containSeconds: null,
      notifySeconds: null,
      from: '2025-12',
      to: '2026-11',
    });
    expect(summary.months).toHaveLength(12);
  });

  it('counts by month in Bangkok, risk, stage, cause and application, and is updated with every change', async () => {
    const [records, payroll] = applicationIds as [string, string];
    // 23:30 in Bangkok of the last of October, and half past midnight of the first of November.
    const october = await buildIncident(server, ws, {
      status: 'ACTIVE',
      riskLevel: 'HIGH_RISK',
      cause: 'PHISHING',
      createdAt: '2026-10-31T16:30:00Z',
      discoveredAt: '2026-10-31T15:30:00Z',
      applicationIds: [records],
    });
    await buildIncident(server, ws, {
      status: 'PENDING',
      cause: 'HUMAN_ERROR',
      createdAt: '2026-10-31T17:30:00Z',
      applicationIds: [records, payroll],
    });
    await buildIncident(server, ws, {
      status: 'RESOLVED',
      riskLevel: 'POSSIBLE_RISK',
      cause: 'HUMAN_ERROR',
      createdAt: '2026-11-20T00:00:00Z',
      discoveredAt: '2026-11-19T20:00:00Z',
      authorityNotifiedAt: '2026-11-20T02:00:00Z',
      applicationIds: [payroll],
    });

    const summary = await summaryOf();
    expect(summary).toMatchObject({ total: 3, open: 2, overdue: 2, late: 0, notified: 1, notifySeconds: 6 * 3600 });
    expect(summary.months.at(-2)).toMatchObject({ month: '2026-10', incidents: 1, resolved: 0 });
    expect(summary.months.at(-1)).toMatchObject({
      month: '2026-11',
      incidents: 2,
      resolved: 1,
      notifySeconds: 6 * 3600,
    });
    expect(summary.causes).toEqual([
      { key: 'HUMAN_ERROR', incidents: 2 },
      { key: 'PHISHING', incidents: 1 },
    ]);
    expect(new Set(summary.risks.map(({ key, incidents }) => `${key} ${incidents}`))).toEqual(
      new Set(['UNDECIDED 1', 'HIGH_RISK 1', 'POSSIBLE_RISK 1']),
    );
    expect(new Set(summary.statuses.map(({ key, incidents }) => `${key} ${incidents}`))).toEqual(
      new Set(['ACTIVE 1', 'PENDING 1', 'RESOLVED 1']),
    );
    expect(summary.applications).toEqual([
      { id: payroll, name: 'เงินเดือน', incidents: 2 },
      { id: records, name: 'ทะเบียนผู้ป่วย', incidents: 2 },
    ]);
    expect((await summaryOf({ from: '2026-10', to: '2026-10' })).applications).toEqual([
      { id: records, name: 'ทะเบียนผู้ป่วย', incidents: 1 },
    ]);

    // Contained two hours after it was discovered, then resolved: the counts move along.
    await buildActivity(server, ws, october.id, { phase: 'CONTAINMENT', at: '2026-10-31T17:30:00Z' });
    await server.owner
      .updateTable('incidents')
      .set({ status: 'RESOLVED', cause: 'MALWARE' })
      .where('id', '=', october.id)
      .execute();
    const later = await summaryOf();
    expect(later).toMatchObject({ total: 3, open: 1, contained: 1, containSeconds: 2 * 3600 });
    expect(later.causes).toEqual([
      { key: 'HUMAN_ERROR', incidents: 2 },
      { key: 'MALWARE', incidents: 1 },
    ]);
    expect(later.months.at(-2)).toMatchObject({
      month: '2026-10',
      incidents: 1,
      resolved: 1,
      containSeconds: 2 * 3600,
    });
  });

  it('contains the newest first with their milestones in order and their clocks', async () => {
    const rows = await (
      await callerFor(server, top)
    ).incidentDashboard.timeline({ ws, from: '2026-11', to: '2026-11' });
    expect(rows.map(({ status }) => status)).toEqual(['RESOLVED', 'PENDING']);
    const [resolved] = rows;
    expect(resolved!.milestones.map(({ at }) => at)).toEqual(resolved!.milestones.map(({ at }) => at).toSorted());
    expect(resolved!.clock).toMatchObject({
      outcome: 'met',
      endedAt: '2026-11-20T02:00:00.000Z',
      dueAt: '2026-11-22T20:00:00.000Z',
    });
  });

  it('links to lists of open incidents, those waiting for the DPO and each status, with the same counts', async () => {
    const { incident } = await callerFor(server, dpo);
    const counted = await summaryOf();
    const by = (...statuses: string[]) =>
      counted.statuses.filter(({ key }) => statuses.includes(key)).reduce((sum, { incidents }) => sum + incidents, 0);
    const listed = async (status: (typeof STATUS_FILTERS)[number]) => {
      const { collection, meta } = await incident.list({ ws, status });
      expect(
        collection.every((one) => statusesOf(status).includes(one.status)),
        status,
      ).toBe(true);
      expect(collection).toHaveLength(meta.totalItems);
      return meta.totalItems;
    };
    expect(await listed('OPEN')).toBe(counted.open);
    expect(await listed('WITH_DPO')).toBe(by('PENDING', 'RESPONDED'));
    for (const status of INCIDENT_STATUSES) expect(await listed(status), status).toBe(by(status));
    // Joined with the clocks, and searched, they are counted differently.
    const overdue = (await incident.list({ ws, clock: 'OVERDUE' })).collection.filter(({ status }) =>
      statusesOf('OPEN').includes(status),
    );
    expect((await incident.list({ ws, status: 'OPEN', clock: 'OVERDUE', sortBy: 'dueAt' })).meta.totalItems).toBe(
      overdue.length,
    );
    expect((await incident.list({ ws, status: 'OPEN', query: 'เหตุละเมิด' })).meta.totalItems).toBe(counted.open);
    expect((await incident.list({ ws, status: 'OPEN', mine: true })).meta.totalItems).toBe(0);
  });

  it('contains both interpretations of a clock everywhere, and the hours of the workspace', async () => {
    const { id } = await buildIncident(server, ws, {
      status: 'ACTIVE',
      createdAt: '2026-11-21T04:00:00Z',
      discoveredAt: '2026-11-17T05:00:00Z',
    });
    const caller = await callerFor(server, dpo);
    const both = {
      basis: 'awareness',
      startedAt: '2026-11-17T05:00:00.000Z',
      dueAt: '2026-11-20T05:00:00.000Z',
      other: { basis: 'creation', startedAt: '2026-11-21T04:00:00.000Z', dueAt: '2026-11-24T04:00:00.000Z' },
    };
    expect((await caller.incident.get({ ws, id })).clock).toMatchObject(both);
    expect((await caller.incident.list({ ws })).collection.find((one) => one.id === id)!.clock).toMatchObject(both);
    expect(
      (await (await callerFor(server, top)).incident.clocks({ ws })).collection.find((one) => one.id === id)!.clock,
    ).toMatchObject(both);
    expect((await caller.incidentDashboard.timeline({ ws })).find((one) => one.id === id)!.clock).toMatchObject(both);
    expect((await summaryOf()).authorityHours).toBe(72);
    // Awareness of the public form's reporter does not count until the report is accepted.
    const outside = await buildIncident(server, ws, {
      status: 'PENDING',
      reporterId: null,
      createdAt: '2026-11-21T04:30:00Z',
      discoveredAt: '2026-11-17T05:00:00Z',
    });
    const alone = { basis: 'creation', other: null };
    for (const clock of [
      (await caller.incident.get({ ws, id: outside.id })).clock,
      (await caller.incident.list({ ws })).collection.find((one) => one.id === outside.id)!.clock,
    ])
      expect(clock).toMatchObject(alone);
    expect((await caller.incidentDashboard.timeline({ ws })).find((one) => one.id === outside.id)!.clock).toMatchObject(
      alone,
    );
    const accepted = await caller.incident.get({ ws, id: outside.id });
    const groupId = (await wordsOf(server, ws)).word('dataSubjectGroup');
    const reported = await caller.incident.update({
      ws,
      id: outside.id,
      rowVersion: accepted.rowVersion,
      title: accepted.title,
      reporter: accepted.reporter,
      applicationIds: [applicationIds[0]!],
      dataSubjectGroupIds: [groupId],
      discoveredAt: '2026-11-17T06:00:00Z',
      occurredAt: '2026-11-17T01:00:00Z',
      actionsTaken: 'ตรวจสอบแล้ว',
    });
    expect(reported.clock).toMatchObject(alone);
    const acceptedIncident = await caller.incident.accept({
      ws,
      id: outside.id,
      riskLevel: 'POSSIBLE_RISK',
      riskDescription: 'อาจเสียหาย',
      assigneeId: dpo.personnelId,
    });
    expect(acceptedIncident.clock).toMatchObject({
      basis: 'awareness',
      dueAt: '2026-11-20T06:00:00.000Z',
      other: { basis: 'creation', dueAt: '2026-11-24T04:30:00.000Z' },
    });
  });

  it('refuses a range that ends before it starts, and one of more than ten years', async () => {
    await expect(summaryOf({ from: '2026-11', to: '2026-10' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(summaryOf({ from: '2016-11', to: '2026-11' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await summaryOf({ from: '2016-12', to: '2026-11' })).months).toHaveLength(120);
    // The limits of a valid month.
    for (const month of ['0000-01', '9999-12'])
      await expect(summaryOf({ from: month, to: month }), month).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('equals a count of the incidents themselves', async () => {
    const { rows } = await sql<{ status: string; counted: number; stored: number }>`
      select status, sum(counted)::bigint as counted, sum(stored)::bigint as stored from (
        select status, count(*) as counted, 0 as stored from incidents where workspace_id = ${ws} group by status
        union all select status, 0, sum(incidents) from incident_months where workspace_id = ${ws} group by status) as both_ways
      group by status`.execute(server.owner);
    expect(rows).not.toEqual([]);
    for (const { status, counted, stored } of rows) expect(stored, status).toBe(counted);
  });
});

describe('figures of deadlines', () => {
  it('lead to lists of as many incidents, without public reports beyond the limit and of those alone', async () => {
    const officer = await buildPerson(server, { role: 'DPO' });
    const own = officer.workspaceId;
    // Overdue and running.
    for (const createdAt of ['2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z']) {
      await buildIncident(server, own, { status: 'PENDING', createdAt });
      await buildIncident(server, own, { status: 'WAITING', createdAt });
      await buildIncident(server, own, { status: 'WAITING', createdAt });
    }
    const { incident, incidentDashboard } = await callerFor(server, officer);
    const listed = async (filters: object) => {
      const { collection, meta } = await incident.list({ ws: own, ...filters });
      expect(collection).toHaveLength(meta.totalItems);
      return meta.totalItems;
    };
    const clocks = await incident.clocks({ ws: own });
    expect([clocks.total, clocks.excess]).toEqual([2, 4]);
    expect(await listed(drillDown.openClocks)).toBe(clocks.total);
    expect(await listed(drillDown.excess)).toBe(clocks.excess);
    const { overdue } = await incidentDashboard.get({ ws: own });
    expect([overdue, await listed(drillDown.overdue)]).toEqual([1, 1]);
    // Counted otherwise where they are filtered further, or searched.
    expect(await listed({ ...drillDown.openClocks, status: 'PENDING' })).toBe(2);
    expect(await listed({ ...drillDown.excess, query: 'เหตุละเมิด' })).toBe(4);
    expect(await listed({ excess: 'WITHOUT' })).toBe(2);
  });
});
