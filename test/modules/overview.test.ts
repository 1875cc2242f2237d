import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OverviewCard } from '../../shared/overview/schema.ts';
import { LOCALES } from '../../shared/locale.ts';
import { translate } from '../../server/platform/i18n.ts';
import { drillDown } from '../../shared/incident/drillDown.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { sharedServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildApplication, buildApprovalLine } from '../helpers/approvals.ts';
import { buildConsentForm } from '../helpers/consents.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'admin' | 'dpo' | 'staff' | 'top', Person>;
const NOW = Date.parse('2026-11-21T05:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000);

beforeAll(async () => {
  server = await sharedServer();
  server.clock.set(daysAgo(0));
  const roles = { admin: 'Admin', dpo: 'DPO', staff: 'Staff', top: 'Top Management' } as const;
  ({ ws, ...people } = await buildTeam(server, roles));
});
afterAll(() => server.close());

const cardsOf = async (person: Person): Promise<OverviewCard[]> =>
  (await callerFor(server, person)).overview.cards({ ws });
const cardOf = async (person: Person, module: string) =>
  (await cardsOf(person)).find((card) => card.module === module)!;
const figuresOf = ({ figures }: OverviewCard) =>
  Object.fromEntries(figures.map(({ key, value, weekAgo }) => [key, [value, weekAgo]]));

it('of a new workspace has an empty card for each module', async () => {
  const cards = await cardsOf(people.dpo);
  expect(cards.map(({ module }) => module)).toEqual(
    expect.arrayContaining(['application', 'approvalLine', 'consent', 'incident']),
  );
  expect(cards.map(({ state }) => state)).toEqual(cards.map(() => 'empty'));
});

it('compares open incidents and passed deadlines with a week ago', async () => {
  // Open then and now; open then and rejected since; submitted since; rejected before.
  const old = await buildIncident(server, ws, { status: 'ACTIVE', createdAt: daysAgo(20), title: 'บันทึกสูญหาย' });
  const rejected = await buildIncident(server, ws, { status: 'PENDING', createdAt: daysAgo(9), hours: 480 });
  const dpo = await callerFor(server, people.dpo);
  const { rowVersion } = await dpo.incident.get({ ws, id: rejected.id });
  await dpo.incident.reject({ ws, id: rejected.id, rowVersion, reason: 'ไม่ใช่เหตุละเมิด' });
  await buildIncident(server, ws, { status: 'PENDING', createdAt: daysAgo(1) });
  await buildIncident(server, ws, { status: 'ACTIVE', createdAt: daysAgo(5), title: 'ส่งผิดคน' });
  const ended = await buildIncident(server, ws, { status: 'REJECTED', createdAt: daysAgo(30) });
  await server.owner
    .updateTable('incidents')
    .set({ updatedAt: daysAgo(29) })
    .where('id', '=', ended.id)
    .execute();

  const card = await cardOf(people.dpo, 'incident');
  expect(card).toMatchObject({ state: 'overdue', address: pageAddress('incidentDashboard') });
  expect(figuresOf(card)).toEqual({ open: [3, 2], withOfficer: [1, 1] });
  // Within 72 hours: the first passed 17 days ago, the fourth two days ago.
  const [overdue] = card.overdue;
  expect(overdue).toMatchObject({ total: 2, weekAgo: 1, address: pageAddress('incidents', drillDown.overdue) });
  expect(overdue!.records.map(({ title }) => title)).toEqual(['บันทึกสูญหาย', 'ส่งผิดคน']);
  expect(overdue!.records[0]!.address).toBe(pageAddress('incident', { id: old.id }));
});

it('compares passed deadlines of incidents that were recorded a week ago', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  // Recorded yesterday, long after the organisation became aware.
  await buildIncident(server, team.ws, { status: 'ACTIVE', createdAt: daysAgo(1), discoveredAt: daysAgo(20) });
  // Overdue then, and settled since.
  for (const discoveredAt of [daysAgo(20), daysAgo(21)])
    await buildIncident(server, team.ws, {
      status: 'ACTIVE',
      createdAt: daysAgo(20),
      discoveredAt,
      authorityNotifiedAt: daysAgo(2),
    });
  // Recorded and settled since.
  await buildIncident(server, team.ws, {
    status: 'ACTIVE',
    createdAt: daysAgo(3),
    discoveredAt: daysAgo(20),
    authorityNotifiedAt: daysAgo(2),
  });
  const card = (await (await callerFor(server, team.dpo)).overview.cards({ ws: team.ws })).find(
    ({ module }) => module === 'incident',
  )!;
  expect(card.overdue).toMatchObject([{ total: 1, weekAgo: 2 }]);
});

it('does not compare records that can be deleted, and reviews that restart their deadline', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const { id } = await buildApplication(server, team.ws);
  await server.owner
    .updateTable('applications')
    .set({ createdAt: daysAgo(20) })
    .where('id', '=', id)
    .execute();
  const call = await callerFor(server, team.dpo);
  await call.application.remove({ ws: team.ws, id });
  const cards = await call.overview.cards({ ws: team.ws });
  const card = (name: string) => cards.find(({ module }) => module === name)!;
  expect(figuresOf(card('application'))).toMatchObject({ applications: [0, null] });
  expect(figuresOf(card('privacyNotice'))).toMatchObject({ notices: [0, null] });
  for (const name of ['application', 'privacyNotice'])
    expect(card(name).overdue, name).toMatchObject([{ total: 0, weekAgo: null }]);
});

it('counts overdue public reports beyond the limit apart, and is not in order while there are any', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const { overview, incident } = await callerFor(server, team.dpo);
  const card = async () => (await overview.cards({ ws: team.ws })).find(({ module }) => module === 'incident')!;
  for (const days of [1, 5, 6]) await buildIncident(server, team.ws, { status: 'WAITING', createdAt: daysAgo(days) });
  const flooded = await card();
  expect(flooded).toMatchObject({
    state: 'overdue',
    overdue: [{ total: 0 }, { total: 2, counted: 'overdueExcess', records: [] }],
  });
  const excess = flooded.figures.find(({ key }) => key === 'excess')!;
  expect(excess.value).toBe(3);
  for (const { address, number } of [
    { address: excess.address, number: 3 },
    { address: flooded.overdue[1]!.address, number: 2 },
  ]) {
    const filters = Object.fromEntries(new URL(address!, 'https://x.example').searchParams);
    expect((await incident.list({ ws: team.ws, ...filters } as never)).meta.totalItems, address!).toBe(number);
  }
  for (const key of ['excess', 'overdueExcess'])
    for (const locale of LOCALES) expect(translate(locale, `incident:overview.${key}`)).not.toContain('overview.');
  for (const { id } of (await incident.list({ ws: team.ws })).collection)
    await incident.reject({ ws: team.ws, id, reason: 'ไม่ใช่เหตุละเมิด' });
  const { state, overdue, figures } = await card();
  expect([state, overdue.length, figures.map(({ key }) => key)]).toEqual(['inOrder', 1, ['open', 'withOfficer']]);
});

it('lists passed deadlines first', async () => {
  const [first, ...others] = await cardsOf(people.dpo);
  expect(first!.module).toBe('incident');
  expect(others.length).toBeGreaterThan(0);
  expect(others.some(({ state }) => state === 'overdue')).toBe(false);
});

it('counts documents waiting for approval', async () => {
  const { id: applicationId } = await buildApplication(server, ws);
  await buildApprovalLine(server, ws, {
    applicationId,
    requesterId: people.staff.personnelId,
    approverIds: [people.dpo.personnelId, people.admin.personnelId],
    at: daysAgo(10),
  });
  const card = await cardOf(people.dpo, 'approvalLine');
  expect(card.state).toBe('attention');
  expect(figuresOf(card)).toMatchObject({ pending: [1, 1], reminded: [0, null], approved: [0, 0] });
  expect(card.figures.find(({ key }) => key === 'reminded')!.address).toBe(
    pageAddress('approvalLine', { status: 'OPEN' }),
  );
  // The list behind the figure contains what was counted, whether somebody has approved already or not.
  expect(card.figures[0]!.address).toBe(pageAddress('approvalLine', { status: 'OPEN' }));
  const { approvalLine } = await callerFor(server, people.dpo);
  expect((await approvalLine.list({ ws, status: 'OPEN' })).meta.totalItems).toBe(1);
  expect((await approvalLine.list({ ws, status: 'PENDING' })).meta.totalItems).toBe(0);
});

it('does not compare approvals while a line has been with its requester since', async () => {
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  const line = (at: Date) =>
    buildApprovalLine(server, team.ws, {
      requesterId: team.staff.personnelId,
      approverIds: [team.dpo.personnelId],
      at,
    });
  const call = await callerFor(server, team.dpo);
  const figures = async () => {
    const cards = await call.overview.cards({ ws: team.ws });
    return figuresOf(cards.find(({ module }) => module === 'approvalLine')!);
  };
  const sendBack = ({ id }: { id: string }) =>
    call.approvalLine.act({ ws: team.ws, id, status: 'REWORKED', comment: 'ยังไม่ครบ' });
  const old = await line(daysAgo(10));
  // It did not exist a week ago.
  await sendBack(await line(daysAgo(2)));
  expect(await figures()).toMatchObject({ pending: [1, 1], approved: [0, 0] });
  await sendBack(old);
  expect(await figures()).toMatchObject({ pending: [0, null], approved: [0, null] });
  // Cancelled while it was with its requester.
  await (await callerFor(server, team.staff)).approvalLine.cancel({ ws: team.ws, id: old.id });
  expect(await figures()).toMatchObject({ pending: [0, null], approved: [0, null] });
});

it('leaves out cards and addresses that the caller may not open', async () => {
  const cards = await cardsOf(people.top);
  // Pending approvals are for users who set approval lines up.
  expect(cards.map(({ module }) => module)).not.toContain('approvalLine');
  // The figures of the record, without links to it.
  const application = cards.find(({ module }) => module === 'application')!;
  expect([application, ...application.figures].map(({ address }) => address)).toEqual([null, null, null, null]);
  const incident = cards.find(({ module }) => module === 'incident')!;
  // Top Management reads the dashboard of incidents, and no incident.
  expect(incident.address).toBe(pageAddress('incidentDashboard'));
  expect(incident.figures.map(({ address }) => address)).toEqual([null, null]);
  expect(incident.overdue[0]!.address).toBeNull();
  expect(incident.overdue[0]!.records.map(({ address }) => address)).toEqual([null, null]);
});

it('counts consent forms that accept answers today as open, and links to those', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const form = (draft: object = {}) => buildConsentForm(server, team.dpo, { purposes: 1, draft });
  const today = await form({ effectiveTo: '2026-11-21' });
  // Its next version is being edited; the published one is answered.
  const edited = await form();
  await server.owner.updateTable('consents').set({ status: 'draft' }).where('id', '=', edited.id).execute();
  await form({ effectiveTo: '2026-11-20' });
  await form({ effectiveFrom: '2026-11-22' });
  const off = await form();
  await server.owner.updateTable('consents').set({ active: false }).where('id', '=', off.id).execute();
  const call = await callerFor(server, team.dpo);
  const card = (await call.overview.cards({ ws: team.ws })).find(({ module }) => module === 'consent')!;
  expect(figuresOf(card)).toMatchObject({ forms: [5, 0], open: [2, null] });
  expect(card.figures.find(({ key }) => key === 'open')!.address).toBe('/consent?inForce=true');
  const idsOf = async (inForce: boolean) =>
    (await call.consent.list({ ws: team.ws, inForce, pageSize: 100 })).collection.map(({ id }) => id);
  expect(new Set(await idsOf(true))).toEqual(new Set([today.id, edited.id]));
  expect(await idsOf(false)).toHaveLength(3);
});

it('counts deadlines of requests by right, and says so', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const form = await buildRequestForm(server, team.dpo);
  const call = await callerFor(server, team.dpo);
  await call.request.create({
    ws: team.ws,
    requestFormId: form.id,
    receivedAt: daysAgo(100).toISOString(),
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
    rights: ['ACCESS', 'ERASURE'].map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
    verified: true,
  } as never);
  const { overdue } = (await call.overview.cards({ ws: team.ws })).find(({ module }) => module === 'requestDashboard')!;
  expect(overdue).toMatchObject([{ total: 2, counted: 'overdueRights' }]);
  // The link leads to one request.
  expect((await call.request.list({ ws: team.ws, byReceipt: 'OVERDUE' })).meta.totalItems).toBe(1);
});

it('counts a right of a request once, by the earlier of its dates, and links to those', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const { ws: own, dpo } = team;
  const { rightIds } = await buildRequestForm(server, dpo);
  const { dataRight } = await callerFor(server, dpo);
  await dataRight.update({ ws: own, ...(await dataRight.get({ ws: own, id: rightIds.ERASURE! })), days: 10 });
  const form = await buildRequestForm(server, dpo);
  server.clock.set(daysAgo(40));
  const { request: entered } = await callerFor(server, await signInAgain(server, dpo));
  const { rights } = await entered.create({
    ws: own,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
    rights: ['ACCESS', 'ERASURE'].map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
    verified: true,
  } as never);
  server.clock.set(daysAgo(0));
  const { overview, request } = await callerFor(server, await signInAgain(server, dpo));
  const card = (await overview.cards({ ws: own })).find(({ module }) => module === 'requestDashboard')!;
  // Both dates of the first have passed, of the second only that of the workspace.
  expect(card.overdue).toMatchObject([
    { total: 2, weekAgo: 2, records: [{ id: rights[1]!.id }, { id: rights[0]!.id }] },
  ]);
  const filters = Object.fromEntries(new URL(card.overdue[0]!.address!, 'https://x.example').searchParams);
  expect((await request.list({ ws: own, ...filters } as never)).rights).toBe(2);
  expect((await request.list({ ws: own, byReceipt: 'OVERDUE' })).rights).toBe(1);
});

it('compares open requests with a week ago, by the moves of their rights', async () => {
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  const form = await buildRequestForm(server, team.dpo);
  const api = async () => callerFor(server, await signInAgain(server, team.dpo));
  const enter = async (codes: string[]) =>
    (await api()).request.create({
      ws: team.ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
      rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
      verified: true,
    } as never);
  const change = async ({ id, rights }: Awaited<ReturnType<typeof enter>>, action: string, more: object) =>
    (await api()).request.changeStatus({ ws: team.ws, id, action, rightIds: [rights[0]!.id], ...more } as never);
  server.clock.set(daysAgo(9));
  await enter(['ACCESS']);
  const [closed, other, partly, assigned] = [
    await enter(['ACCESS']),
    await enter(['ACCESS']),
    await enter(['ACCESS', 'ERASURE']),
    await enter(['ACCESS']),
  ];
  server.clock.set(daysAgo(8));
  await change(assigned, 'ASSIGN', { assigneeId: team.staff.personnelId });
  server.clock.set(daysAgo(0));
  for (const request of [closed, other, partly])
    await change(request, 'REJECT', { groundCode: 'NO_DATA', reason: 'ไม่พบข้อมูล' });
  await enter(['ACCESS']);
  const card = (await (await api()).overview.cards({ ws: team.ws })).find(
    ({ module }) => module === 'requestDashboard',
  )!;
  expect(figuresOf(card)).toEqual({ open: [4, 5], unassigned: [2, 4] });
});

it('does not compare requests while one was deleted within a week', async () => {
  const team = await buildTeam(server, { dpo: 'DPO' });
  const form = await buildRequestForm(server, team.dpo);
  const at = async (moment: Date) => {
    server.clock.set(moment);
    return callerFor(server, await signInAgain(server, team.dpo));
  };
  const enter = async (call: Awaited<ReturnType<typeof at>>) =>
    call.request.create({
      ws: team.ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
      rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
      verified: false,
    } as never);
  const compared = async (call: Awaited<ReturnType<typeof at>>) => {
    const cards = await call.overview.cards({ ws: team.ws });
    const { overdue, figures } = cards.find(({ module }) => module === 'requestDashboard')!;
    return [...overdue, ...figures].map(({ weekAgo }) => weekAgo);
  };
  const then = await at(daysAgo(10));
  const { id } = await enter(then);
  await enter(then);
  expect(await compared(await at(daysAgo(0)))).toEqual([0, 2, 2]);
  await (await at(daysAgo(0))).request.remove({ ws: team.ws, id });
  expect(await compared(await at(daysAgo(0)))).toEqual([null, null, null]);
  expect(await compared(await at(daysAgo(-8)))).toEqual([0, 1, 1]);
  server.clock.set(daysAgo(0));
});

it('leaves out modules that are switched off', async () => {
  const off = await buildTeam(server, { dpo: 'DPO' });
  await server.owner
    .updateTable('workspaces')
    .set({ flags: JSON.stringify({ dashboardEnabled: true, consentEnabled: true }) })
    .where('id', '=', off.ws)
    .execute();
  const cards = await (await callerFor(server, off.dpo)).overview.cards({ ws: off.ws });
  expect(cards.map(({ module }) => module)).toEqual(['application', 'consent']);
});

it('is refused to Staff', async () => {
  await expect(cardsOf(people.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('has texts in both languages for every card and figure', async () => {
  for (const { module, figures, overdue } of await cardsOf(people.admin))
    for (const key of [
      'title',
      ...figures.map((figure) => figure.key),
      ...overdue.flatMap(({ counted }) => counted ?? []),
    ])
      for (const locale of LOCALES) {
        const name = `${module}:overview.${key}`;
        // A missing text is displayed as its key.
        expect(name.endsWith(translate(locale, name)), `${locale} ${name}`).toBe(false);
      }
});
