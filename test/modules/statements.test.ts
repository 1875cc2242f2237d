import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { showsChange } from '../../client/live/queries.ts';
import type { EntityId } from '../../shared/registry/entities.ts';
import type { EventRule } from '../../shared/registry/eventRule.ts';
import { EVENTS } from '../../shared/registry/events.ts';
import { sharedServer, type TestServer } from '../factories.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

/** Statements that a call may send, including those of its session and its transaction. */
const BUDGET = 8;
/**
 * Calls that read all workspaces of their caller, each in separate transactions under its row-level security: two here.
 */
const OF_TWO_WORKSPACES: Readonly<Record<string, number>> = {
  'account.list': 9,
  'account.sessions': 9,
  'workspace.manage': 11,
  'consentAdmin.consents': 9,
  // Days of each, ids of each, rows of the page.
  'consentAdmin.userConsents': 18,
};

/**
 * The tables of records that other records display.
 *
 * Left out: people, whose names stand almost everywhere and change with the personnel's events where somebody acts.
 */
const TABLES = {
  dataController: ['data_controllers'],
  application: ['applications', 'application_versions'],
  purpose: ['purposes', 'purpose_versions'],
  purposeCategory: ['purpose_categories'],
  piiCategory: ['pii_categories', 'pii_attributes', 'pii_sub_categories'],
  dataSharing: ['country_adequacy'],
  consent: ['consents', 'consent_versions', 'consent_purposes'],
  userConsent: ['user_consents', 'consent_standings', 'consent_subjects'],
  dataRight: ['data_rights'],
  requestForm: ['request_forms'],
  request: ['requests', 'request_rights', 'request_refusals', 'request_answers'],
  requestTask: ['request_tasks'],
  requestMessage: ['request_messages'],
  answerTemplate: ['answer_templates', 'answer_template_versions'],
  dpia: ['dpias', 'dpia_versions'],
  dpiaFramework: ['dpia_frameworks'],
  dpiaItem: ['dpia_items'],
  treatmentPlan: ['treatment_plans', 'treatment_plan_actions'],
  privacyNotice: ['privacy_notices', 'privacy_notice_versions'],
  incident: ['incidents', 'incident_links'],
  incidentNotification: ['incident_notifications'],
  approvalLine: ['approval_lines', 'approval_steps'],
  approvalAbsence: ['approval_absences'],
} as const satisfies Partial<Record<EntityId, readonly string[]>>;

/** They look a form up with all that belongs to it, and answer its settings. */
const FORM_SETTINGS = ['consent.publishEffect', 'consent.settings.get', 'consent.settings.levelEffect'];
/** They find the request that the caller may see, whose application and form are part of that. */
const OF_REQUESTS = [
  'answerTemplate.choices',
  'answerTemplate.fill',
  'dataRightsProtocol.ofRequest',
  'requestAnswer.get',
  'requestAnswer.letter',
  'requestAnswer.redactionPage',
  'requestAnswer.redactionPages',
  'requestIdentity.view',
  'requestMessage.list',
  'requestSubmission.attachments',
  'requestTask.consentChoices',
  'requestTask.gatherings',
];
const REQUEST_IMPORTS = ['requestImport.preview', 'requestImport.template'];
/**
 * Queries that look a record up and answer nothing that its events change, or that only programs call (`report`).
 */
const NOT_DISPLAYED: Partial<Record<EntityId, readonly string[]>> = {
  dataController: [
    ...FORM_SETTINGS,
    ...REQUEST_IMPORTS,
    'approvalLine.report',
    'consent.purposeChoices',
    'dataMapping.get',
    'privacyNotice.mailing',
    'privacyNotice.report',
    'privacyNotice.views',
  ],
  application: [
    ...FORM_SETTINGS,
    ...OF_REQUESTS,
    ...REQUEST_IMPORTS,
    'approvalLine.report',
    'dpia.report',
    'dpia.settingsChange',
  ],
  purpose: ['approvalLine.report', 'consent.settings.get', 'consent.settings.levelEffect'],
  purposeCategory: ['approvalLine.report'],
  piiCategory: ['approvalLine.report'],
  dataSharing: ['approvalLine.report'],
  request: ['approvalLine.report', 'requestSubmission.attachments'],
  // Pages for data subjects, who hear of no events.
  consent: ['consentReceipt.get', 'consentReceipt.open'],
  // Counted when the dialog opens: a submission may come every second.
  userConsent: ['consent.publishEffect', 'consent.settings.levelEffect'],
  requestForm: [
    ...OF_REQUESTS,
    ...REQUEST_IMPORTS,
    'request.get',
    'request.list',
    'request.listOf',
    'requestImport.get',
    'requestImport.list',
    'requestImport.rejects',
    'requestTask.get',
    'requestTask.ofRequest',
    'requestTask.proposal',
  ],
  incident: ['presence.editors'],
  approvalLine: ['dpia.report', 'dpia.reportPage', 'privacyNotice.preview'],
};

const queries = proceduresOf(appRouter).filter(({ procedure }) => procedure._def.type === 'query');

let server: TestServer;
let world: World;
/** What each query sends. */
const sent: Record<string, readonly string[]> = {};
const call = new AsyncLocalStorage<string[]>();
const { query } = pg.Client.prototype;

beforeAll(async () => {
  // Every statement of every pool is sent by this function of the driver.
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    call.getStore()?.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  server = await sharedServer();
  world = await buildWorld(server, 'COUNTED');
  for (const { path } of queries) {
    // The columns of a statement sent for the first time are unknown.
    await statementsOf(path);
    sent[path] = await statementsOf(path);
  }
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await server.close();
});

/**
 * The statements that a call sends to Postgres. The start of a transaction is sent together with its scope, and counts
 * once.
 */
async function statementsOf(path: string): Promise<string[]> {
  const statements: string[] = [];
  const input = SAMPLES[path]!.input(world);
  const answer = await call.run(
    statements,
    async () =>
      // Awaited here, because it starts when it is awaited.
      await server.app.inject({
        url: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
        headers: { authorization: `Bearer ${world.people.Admin.token}` },
      }),
  );
  const codes = [200, ...(SAMPLES[path]!.refused ? [400, 403, 404, 409] : [])];
  expect(codes, `${path}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
  return statements;
}

it('no reading call sends more statements than permitted', () => {
  expect(
    Object.entries(sent)
      .filter(([path, statements]) => statements.length > (OF_TWO_WORKSPACES[path] ?? BUDGET))
      .map(([path, { length }]) => `${path}: ${length}`),
  ).toEqual([]);
});

it.each(Object.entries(TABLES) as [EntityId, readonly string[]][])(
  'what is read of %s is refetched upon its events',
  (entity, tables) => {
    const [event] = (Object.entries(EVENTS) as [string, EventRule][]).find(
      ([, rule]) => rule.entity === entity && !rule.onlyLogged,
    )!;
    const reads = new RegExp(`(from|join|,)\\s*"?(${tables.join('|')})"?(?![\\w"])`);
    const missed = Object.entries(sent).filter(
      ([path, statements]) =>
        statements.some((text) => reads.test(text)) && !showsChange({ seq: '1-1', event, entity, id: 'record' }, path),
    );
    expect(missed.map(([path]) => path).sort()).toEqual([...(NOT_DISPLAYED[entity] ?? [])].sort());
  },
);
