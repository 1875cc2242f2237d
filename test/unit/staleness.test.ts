import { describe, expect, test } from 'vitest';
import { showsChange } from '../../client/live/queries.ts';
import { appRouter } from '../../server/router.ts';
import { ENTITIES, type EntityId, entityOf } from '../../shared/registry/entities.ts';
import { MODULE_CONTRACTS } from '../moduleContracts.ts';
import type { EventRule } from '../../shared/registry/eventRule.ts';
import { type EventName, EVENTS } from '../../shared/registry/events.ts';

interface Procedure {
  _def: { type: string; inputs: readonly { shape?: Record<string, unknown> }[] };
}
/** Every query of the product, with the names of its inputs. */
const QUERIES = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
    .filter(([, { _def }]) => _def.type === 'query')
    .map(([name, { _def }]) => [name, _def.inputs.flatMap(({ shape }) => Object.keys(shape ?? {}))]),
);
/**
 * Queries that no event changes: files and texts of the product itself, immutable published content, mails, and the age
 * of the current session.
 */
const UNCHANGING = MODULE_CONTRACTS.flatMap(({ unchanging = [] }) => unchanging);

const RECORD = 'record';
const OTHER = 'another';
const eventOf = (entity: EntityId): EventName =>
  (Object.entries(EVENTS) as [EventName, EventRule][]).find(
    ([, rule]) => rule.entity === entity && !rule.onlyLogged,
  )![0];
const live = (event: EventName, id = RECORD) => ({ seq: '1-1', event, entity: EVENTS[event].entity as string, id });
/** Queries that an event invalidates when each is called with `id`, if it has such an input. */
const stale = (event: EventName, id: string): string[] =>
  [...QUERIES].flatMap(([name, inputs]) =>
    showsChange(live(event), name, Object.fromEntries(inputs.map((input) => [input, id]))) ? [name] : [],
  );

test('the entity table names existing queries, and their existing inputs', () => {
  const wrong: string[] = [];
  for (const entity of Object.keys(ENTITIES) as EntityId[]) {
    for (const [name, input] of Object.entries(entityOf(entity).queries)) {
      const queries = [...QUERIES].filter(([query]) => query === name || query.startsWith(`${name}.`));
      if (queries.length === 0) wrong.push(`${entity}: ${name}`);
      else if (input !== true && !queries.some(([, inputs]) => inputs.includes(input)))
        wrong.push(`${entity}: ${name} by ${input}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every query that can change is invalidated by some event', () => {
  const changing = new Set((Object.keys(EVENTS) as EventName[]).flatMap((event) => stale(event, RECORD)));
  expect([...QUERIES.keys()].filter((name) => !changing.has(name)).sort()).toEqual(UNCHANGING.sort());
});

test('the overview is invalidated by what its cards show, and not by what happens beside them', () => {
  const reaches = (event: EventName) => stale(event, RECORD).includes('overview.cards');
  const beside = ['export.progressed', 'import.progressed', 'webhook.attempted', 'savedView.changed'] as const;
  expect(beside.filter(reaches)).toEqual([]);
  const counted = ['application.created', 'incident.created', 'request.received', 'dpia.published'] as const;
  expect(counted.filter((event) => !reaches(event))).toEqual([]);
});

test('an event of a request invalidates what other modules answer about this request, and nothing about another', () => {
  const ofRequest = [
    'answerTemplate.choices',
    'answerTemplate.fill',
    'dataRightsProtocol.ofRequest',
    'requestAnswer.get',
    'requestMessage.list',
  ];
  const reached = (id: string) => ofRequest.filter((name) => stale('request.received', id).includes(name));
  expect(reached(RECORD)).toEqual(ofRequest);
  expect(reached(OTHER)).toEqual([]);
});

describe.each(Object.keys(ENTITIES) as EntityId[])('an event of %s', (entity) => {
  const event = eventOf(entity);

  test('invalidates what its own module queries about the record or about all, and nothing about another', () => {
    const own = [...QUERIES].filter(([name]) => name.startsWith(`${entity}.`));
    const missing = own.filter(([name]) => !stale(event, RECORD).includes(name));
    expect(missing.map(([name]) => name)).toEqual(OWN_UNCHANGED[entity] ?? []);
    const others = own.filter(([name, inputs]) => inputs.includes('id') && stale(event, OTHER).includes(name));
    expect(others.map(([name]) => name)).toEqual(ALSO_OF_OTHERS[entity] ?? []);
  });

  test('reaches every screen that is derived from it', () => {
    const reached = new Set(stale(event, OTHER));
    expect((DERIVED[entity] ?? []).filter((name) => !reached.has(name))).toEqual([]);
  });

  test('does not invalidate unrelated queries', () => {
    const reached = stale(event, RECORD).filter((name) => !/^(notification|activityLog)\./.test(name));
    const routers = new Set(reached.map((name) => name.split('.')[0]));
    const unrelated = ['auth', 'workspace', 'shell', 'mail', 'role'];
    for (const router of entity === 'storageSystem' ? unrelated : [...unrelated, 'catalogue'])
      expect([
        router,
        routers.has(router) && !['workspace', 'workspaceDeletion', 'personnel', 'application'].includes(entity),
      ]).toEqual([router, false]);
  });
});

/** Queries of a module that its own events do not touch. */
const OWN_UNCHANGED: Partial<Record<EntityId, string[]>> = {
  // The options of the diagram, not the positions.
  dataFlow: ['dataFlow.choices'],
};
/** Responses about one record that name others of its kind. */
const ALSO_OF_OTHERS: Partial<Record<EntityId, string[]>> = {
  // Another application may send data to it.
  application: ['application.detail'],
  piiCategory: ['piiCategory.attribute.listOfSubCategory'],
  // Called with the id of the submission; the event has that of the form.
  userConsent: ['userConsent.get'],
  consentReceipt: ['consentReceipt.get', 'consentReceipt.open'],
  // Called with the id of a request.
  answerTemplate: ['answerTemplate.choices', 'answerTemplate.fill'],
  // Called with the id of a person.
  request: ['request.listOf'],
};

const DASHBOARD = [
  'dashboard.figures',
  'dashboard.lawfulBasis',
  'dashboard.thirdPartyDisclosure',
  'dashboard.responsible',
  'dashboard.crossBorder',
  'dashboard.completeness',
];
const PII_INVENTORY = [
  'inventory.list',
  'inventory.pivot',
  'dataSharing.list',
  'dataSharing.summary',
  'dataSharing.countries',
  'dataFlow.get',
  'dataFlow.choices',
];
/** Lists, sums and pictures elsewhere that contain data of a record, whatever their other inputs. */
const DERIVED: Partial<Record<EntityId, string[]>> = {
  workspace: ['auth.profile', 'workspace.manage', 'application.allowance'],
  personnel: ['auth.profile', 'personnel.list', 'workspace.manage', 'dashboard.completeness', 'approvalLine.get'],
  dataController: [
    'dataController.pick',
    'application.list',
    'application.get',
    'application.allowance',
    'consent.get',
  ],
  application: [
    ...DASHBOARD,
    ...PII_INVENTORY,
    'application.list',
    'purpose.list',
    'purpose.get',
    'dataMapping.get',
    'piiCategory.uses',
    'dataController.list',
    'workspace.manage',
    'notification.unread',
  ],
  purpose: [
    ...DASHBOARD,
    ...PII_INVENTORY,
    'purpose.list',
    'application.list',
    'application.get',
    'application.detail',
    'dataMapping.get',
    'purposeCategory.list',
    'piiCategory.uses',
    'consent.get',
    'consent.needs',
    'consent.purposeChoices',
    'consent.publishEffect',
    'personnel.taskOverview',
    'approvalLine.readiness',
  ],
  purposeCategory: ['purposeCategory.list', 'purpose.list', 'purpose.get'],
  piiCategory: [
    ...DASHBOARD,
    ...PII_INVENTORY,
    'piiCategory.list',
    'piiCategory.tree',
    'purpose.get',
    'dataMapping.get',
  ],
  storageSystem: [
    ...DASHBOARD,
    ...PII_INVENTORY,
    'catalogue.list',
    'purpose.list',
    'purpose.get',
    'dataMapping.get',
    'application.detail',
    'approvalLine.readiness',
  ],
  inventory: [...DASHBOARD, ...PII_INVENTORY, 'piiCategory.list', 'piiCategory.uses'],
  dataSharing: [
    'dataSharing.list',
    'dataSharing.summary',
    'dataSharing.countries',
    'dashboard.crossBorder',
    'application.detail',
    'approvalLine.readiness',
  ],
  dataFlow: ['dataFlow.get'],
  export: ['export.list', 'application.listExports'],
  import: ['recordImport.list'],
  consent: [
    'consent.list',
    'consentImport.forms',
    'consentAdmin.workspaces',
    'consentAdmin.consents',
    'application.withoutConsent',
    'application.pick',
    'consent.needs',
  ],
  userConsent: ['userConsent.subject', 'consent.list', 'consentAdmin.workspaces', 'consentAdmin.consents'],
  consentImport: ['consentImport.list'],
  requestImport: ['requestImport.list'],
  incident: [
    'clock.running',
    'incident.list',
    'incident.clocks',
    'incident.months',
    'incidentDashboard.get',
    'incidentDashboard.timeline',
    'incidentNotification.incidents',
    'personnel.taskOverview',
  ],
  incidentSettings: [
    'clock.running',
    'incident.settings.get',
    'incident.get',
    'incident.clocks',
    'incidentDashboard.get',
  ],
  incidentDashboard: ['clock.running', 'incident.clocks', 'incidentDashboard.get', 'incidentDashboard.timeline'],
  incidentNotification: ['clock.running', 'incidentNotification.incidents', 'incident.list', 'incident.clocks'],
  request: ['clock.running'],
  requestDashboard: ['clock.running'],
  approvalLine: ['approvalLine.list', 'approvalLine.readiness', 'personnel.taskOverview'],
  approvalSettings: ['approvalLine.defaults.get'],
  approvalAbsence: ['approvalLine.absences.list', 'approvalLine.list', 'approvalLine.get', 'approvalLine.report'],
};

describe('the bell and the log', () => {
  test.each(Object.keys(EVENTS) as EventName[])('%s refetches the displays that contain it, and no others', (event) => {
    const { bell, unlogged }: EventRule = EVENTS[event];
    const refetched = stale(event, RECORD);
    expect(refetched.includes('notification.unread')).toBe(bell !== 'none');
    expect(refetched.includes('notification.list')).toBe(bell !== 'none');
    expect(refetched.includes('activityLog.list')).toBe(unlogged !== true);
    expect(stale(event, OTHER).includes('activityLog.list')).toBe(false);
  });

  test('reading a history does not change it', () => {
    expect(stale('userConsent.read', RECORD)).toEqual(['activityLog.list']);
  });
});

test('an event unknown to this page invalidates everything that its name suggests', () => {
  const event = { seq: '1-1', event: 'request.created', entity: 'request', id: RECORD };
  expect(
    ['request.list', 'request.get', 'notification.unread', 'activityLog.list'].map((name) => showsChange(event, name)),
  ).toEqual([true, true, true, true]);
  expect(showsChange(event, 'application.list')).toBe(false);
});
