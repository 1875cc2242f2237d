import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationStatus } from '../../shared/application/schema.ts';
import { approvalStatus } from '../../shared/approvalLine/schema.ts';
import { exportStatus } from '../../shared/export/status.ts';
import { consentActivity, consentStatus } from '../../shared/consent/schema.ts';
import { consentImportStatus } from '../../shared/consentImport/schema.ts';
import { REQUIRED_REQUEST_FIELDS, requestImportStatus } from '../../shared/requestImport/schema.ts';
import { incidentStatus } from '../../shared/incident/status.ts';
import { notificationStatus } from '../../shared/incidentNotification/schema.ts';
import { personnelStatus } from '../../shared/personnel/schema.ts';
import { purposeStatus } from '../../shared/purpose/schema.ts';
import { PERMISSIONS } from '../../shared/registry/permissions.ts';
import { answerTemplateStatus } from '../../shared/answerTemplate/schema.ts';
import { requestFormActivity, requestFormStatus } from '../../shared/requestForm/schema.ts';
import { noticeOffer, noticeStatus } from '../../shared/privacyNotice/schema.ts';
import { rightStage } from '../../shared/request/stage.ts';
import { taskState } from '../../shared/schedule/status.ts';
import { deliveryStatus, webhookState } from '../../shared/webhook/status.ts';
import { documentState, factState } from '../../shared/requestIdentity/status.ts';
import { dpiaStatus } from '../../shared/dpia/status.ts';
import { PLAN_MOVES, planStatus } from '../../shared/treatmentPlan/status.ts';
import { answerStatus } from '../../shared/requestAnswer/status.ts';
import { mailDeliveryState } from '../../shared/mail/status.ts';
import { gatheringStatus, taskStatus } from '../../shared/requestTask/status.ts';
import { recordImportStatus, REQUIRED_FIELDS } from '../../shared/recordImport/schema.ts';
import { movesFrom, READER, type StatusMachine, targetsOf } from '../../shared/status.ts';
import { identityFile } from '../../server/modules/requestIdentity/documents.ts';
import { appRouter } from '../../server/router.ts';
import { sharedFiles } from '../../scripts/generate.ts';
import { machinesOf } from '../../scripts/stateDiagrams.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { completeDpiaDraft, purposeIdsOf } from '../helpers/dpiaContents.ts';
import { completeNotice } from '../helpers/notices.ts';
import { type Snapshot, takeSnapshot } from '../snapshot.ts';
import { type Answer, callProcedure, type Input } from '../tenancy/calls.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

interface Document {
  table:
    | 'personnel'
    | 'applications'
    | 'purposes'
    | 'consents'
    | 'answerTemplates'
    | 'requestForms'
    | 'requestRights'
    | 'requestTasks'
    | 'requestAnswers'
    | 'treatmentPlans'
    | 'dpias'
    | 'incidents'
    | 'approvalLines'
    | 'exports'
    | 'exportScheduleTasks'
    | 'webhooks'
    | 'webhookDeliveries'
    | 'identityDocuments'
    | 'identityFacts'
    | 'imports'
    | 'privacyNotices'
    | 'incidentNotifications';
  /** The column of the state: `status`, `stage`, `state`, or one of `FLAGS`. */
  column?: 'active' | 'stage' | 'state' | 'withdrawn';
  /** Columns that database constraints require for a state. */
  columnsIn?(state: string): object;
  /** The version of the object named in a call, if it is not the record's. */
  versionOf?(target: Input): Promise<number>;
  machine: StatusMachine<string>;
  idOf(world: World, action: string): string;
  /** How a call names it, if not by its id alone. */
  targetOf?(world: World, id: string): Input;
  /** Other changes of a state, without row-level security. */
  prepare?(id: string, state: string): Promise<unknown>;
  /** The resulting state, as `state.action`, of moves with several targets. */
  outcomes?: Record<string, string>;
  /** The code of a refusal, by action or as `state.action`, if it is more specific than a missing move. */
  refusals?: Record<string, string>;
  /** The procedure of each action, and its input besides `ws`, `id` and `rowVersion`. */
  actions: Record<string, { procedure: string; more?: (world: World) => Input }>;
}

const fieldsOf =
  (path: string) =>
  (world: World): Input => {
    const { ws: _ws, id: _id, rowVersion: _version, ...fields } = SAMPLES[path]!.input(world) as Input;
    return fields;
  };

/** An import with a read file, mapped columns and checked rows, whatever its state. */
const prepareImport = async (id: string, mapping: object): Promise<void> => {
  await server.owner
    .updateTable('imports')
    .set({ mapping: JSON.stringify(mapping), summary: JSON.stringify({ rows: 1, accepted: 1 }) })
    .where('id', '=', id)
    .execute();
};

/** An assessment with everything publishing requires; unpublished unless its state implies it. */
const prepareDpia = async (id: string, state: string): Promise<void> => {
  await server.owner
    .updateTable('dpias')
    .set({
      content: JSON.stringify(completeDpiaDraft(await purposeIdsOf(server, world.applicationId))),
      publishedVersion: state === 'PUBLISHED' ? 1 : 0,
    })
    .where('id', '=', id)
    .execute();
};

/** A file of a received identity document. */
const addIdentityFile = async (documentId: string): Promise<void> => {
  const fileId = randomUUIDv7();
  await server.owner
    .insertInto('files')
    .values({
      workspaceId: world.ws,
      id: fileId,
      name: 'id.jpg',
      type: 'image/jpeg',
      size: 1,
      sha256: '0'.repeat(64),
      storageKey: `${world.ws}/${fileId}`,
      uploadedBy: world.people.Admin.personnelId,
      ownerKind: identityFile.kind,
      ownerId: world.requestId,
    })
    .execute();
  await server.owner.updateTable('identityDocuments').set({ fileId }).where('id', '=', documentId).execute();
};

const importActions = (module: 'recordImport' | 'consentImport' | 'requestImport'): Document['actions'] => ({
  map: { procedure: `${module}.setMapping`, more: fieldsOf(`${module}.setMapping`) },
  check: { procedure: `${module}.check` },
  commit: { procedure: `${module}.commit` },
  cancel: { procedure: `${module}.cancel` },
});

const DOCUMENTS: Record<string, Document> = {
  personnel: {
    table: 'personnel',
    machine: personnelStatus,
    idOf: (world) => world.idleId,
    // Somebody who never accepted goes back to the invitation; these people all have accounts.
    outcomes: { 'inactive.activate': 'active' },
    actions: {
      suspend: { procedure: 'personnel.suspend', more: () => ({ reason: 'พักงาน' }) },
      unsuspend: { procedure: 'personnel.unsuspend' },
      activate: { procedure: 'personnel.activate' },
      deactivate: { procedure: 'personnel.deactivate' },
      resend: { procedure: 'personnel.resendInvitation' },
    },
  },
  application: {
    table: 'applications',
    machine: applicationStatus,
    idOf: (world) => world.applicationId,
    actions: {
      edit: { procedure: 'application.update', more: fieldsOf('application.update') },
      publish: { procedure: 'application.publish', more: () => ({ publishPurposes: true }) },
    },
  },
  purpose: {
    table: 'purposes',
    machine: purposeStatus,
    idOf: (world) => world.purposeId,
    actions: {
      edit: { procedure: 'purpose.update', more: fieldsOf('purpose.update') },
      publish: { procedure: 'purpose.publish' },
    },
  },
  consent: {
    table: 'consents',
    machine: consentStatus,
    idOf: (world) => world.draftConsentId,
    refusals: { publish: 'consent.unchanged' },
    // A new name alone would leave it published.
    outcomes: { 'published.edit': 'draft' },
    actions: {
      edit: { procedure: 'consent.update', more: fieldsOf('consent.update') },
      publish: { procedure: 'consent.publish' },
    },
  },
  'privacy notice': {
    table: 'privacyNotices',
    machine: noticeStatus,
    refusals: { publish: 'privacyNotice.unchanged' },
    idOf: (world) => world.draftNoticeId,
    prepare: (noticeId) =>
      completeNotice(server, {
        ws: world.ws,
        noticeId,
        applicationId: world.applicationId,
        purposeId: world.purposeId,
      }),
    actions: {
      edit: { procedure: 'privacyNotice.update', more: fieldsOf('privacyNotice.update') },
      publish: { procedure: 'privacyNotice.publish' },
    },
  },
  'offer of a privacy notice': {
    table: 'privacyNotices',
    column: 'withdrawn',
    machine: noticeOffer,
    idOf: (world) => world.noticeId,
    actions: { withdraw: { procedure: 'privacyNotice.remove' }, restore: { procedure: 'privacyNotice.restore' } },
  },
  incident: {
    table: 'incidents',
    machine: incidentStatus,
    // Its clock has ended: the authority was notified in time.
    idOf: (world) => world.incidentIds.RESPONDED,
    // Before it is submitted only a report of the public form is rejected.
    prepare: async (id, state) =>
      state === 'WAITING' &&
      server.owner.updateTable('incidents').set({ reporterId: null }).where('id', '=', id).execute(),
    actions: {
      edit: { procedure: 'incident.update', more: fieldsOf('incident.update') },
      submit: { procedure: 'incident.submit' },
      accept: { procedure: 'incident.accept', more: fieldsOf('incident.accept') },
      reject: { procedure: 'incident.reject', more: fieldsOf('incident.reject') },
      revise: { procedure: 'incident.revise' },
      assign: { procedure: 'incident.assign', more: fieldsOf('incident.assign') },
      respond: { procedure: 'incident.activities.add', more: fieldsOf('incident.activities.add') },
      resolve: { procedure: 'incident.resolve', more: fieldsOf('incident.resolve') },
      decideRisk: { procedure: 'incident.decideRisk', more: fieldsOf('incident.decideRisk') },
      verify: { procedure: 'incident.verify' },
      sendBack: { procedure: 'incident.sendBack', more: fieldsOf('incident.sendBack') },
      reopen: { procedure: 'incident.reopen', more: fieldsOf('incident.reopen') },
      // Its id is that of the incident.
      notify: { procedure: 'incidentNotification.create', more: fieldsOf('incidentNotification.create') },
    },
  },
  'approval line': {
    table: 'approvalLines',
    machine: approvalStatus,
    idOf: (world) => world.movesLineId,
    // Two approvers.
    outcomes: { 'NEW.approve': 'PENDING', 'PENDING.approve': 'APPROVED' },
    // Of its two steps the first is completed once some have approved; nobody is asked in a closed or returned line.
    async prepare(id, state) {
      const steps = server.owner.updateTable('approvalSteps').where('lineId', '=', id);
      if (state === 'NEW') return;
      await steps
        .set({ status: state === 'PENDING' ? 'APPROVED' : 'SKIPPED' })
        .where('position', '=', 1)
        .execute();
      await steps
        .set({ status: state === 'PENDING' ? 'CURRENT' : 'SKIPPED' })
        .where('position', '=', 2)
        .execute();
    },
    actions: {
      edit: {
        procedure: 'approvalLine.update',
        more: (world) => ({
          approverIds: [world.people['Top Management'].personnelId, world.people.DPO.personnelId],
          description: 'แก้ไข',
        }),
      },
      remind: { procedure: 'approvalLine.remind' },
      approve: { procedure: 'approvalLine.act', more: () => ({ status: 'APPROVED' }) },
      reject: { procedure: 'approvalLine.act', more: () => ({ status: 'REJECTED', comment: 'ไม่เห็นชอบ' }) },
      rework: { procedure: 'approvalLine.act', more: () => ({ status: 'REWORKED', comment: 'แก้ไข' }) },
      cancel: { procedure: 'approvalLine.cancel' },
      resubmit: { procedure: 'approvalLine.resubmit' },
    },
  },
  'request form': {
    table: 'requestForms',
    machine: requestFormStatus,
    idOf: (world) => world.draftRequestFormId,
    refusals: { publish: 'requestForm.unchanged' },
    // Changing its name and how requests are received would leave it published.
    outcomes: { 'published.edit': 'draft' },
    actions: {
      edit: { procedure: 'requestForm.update', more: fieldsOf('requestForm.update') },
      publish: { procedure: 'requestForm.publish' },
    },
  },
  'answer template': {
    table: 'answerTemplates',
    machine: answerTemplateStatus,
    idOf: (world) => world.draftAnswerTemplateId,
    outcomes: { 'published.edit': 'draft' },
    actions: {
      edit: { procedure: 'answerTemplate.update', more: fieldsOf('answerTemplate.update') },
      publish: { procedure: 'answerTemplate.publish' },
    },
  },
  'right of a request': {
    table: 'requestRights',
    column: 'stage',
    machine: rightStage,
    idOf: (world) => world.requestRightId,
    targetOf: (world, rightId) => ({ id: world.requestId, rightIds: [rightId] }),
    versionOf: async ({ id }) =>
      (
        await server.owner
          .selectFrom('requests')
          .select('rowVersion')
          .where('id', '=', id as string)
          .executeTakeFirstOrThrow()
      ).rowVersion,
    // The assignee is still active.
    outcomes: { 'COMPLETE.reopen': 'WORK', 'CLOSED.reopen': 'WORK' },
    actions: {
      verify: { procedure: 'request.changeStatus', more: () => ({ action: 'VERIFY' }) },
      assign: {
        procedure: 'request.changeStatus',
        more: (world) => ({ action: 'ASSIGN', assigneeId: world.people.DPO.personnelId }),
      },
      submit: { procedure: 'request.changeStatus', more: () => ({ action: 'SUBMIT', reason: 'ส่งสำเนาแล้ว' }) },
      approve: { procedure: 'request.changeStatus', more: () => ({ action: 'APPROVE' }) },
      revert: { procedure: 'request.changeStatus', more: () => ({ action: 'REVERT', reason: 'ยังไม่ครบ' }) },
      ask: {
        procedure: 'request.changeStatus',
        more: () => ({ action: 'REVERT', to: 'SUBJECT', reason: 'ช่วงเวลาใด' }),
      },
      reject: {
        procedure: 'request.changeStatus',
        more: () => ({ action: 'REJECT', groundCode: 'LAW_AND_HARM', reason: 'กระทบผู้อื่น' }),
      },
      extend: { procedure: 'request.changeStatus', more: () => ({ action: 'EXTEND', days: 30, reason: 'ข้อมูลมาก' }) },
      reopen: { procedure: 'request.changeStatus', more: () => ({ action: 'REOPEN', reason: 'พบข้อมูลเพิ่ม' }) },
    },
  },
  'task of a request': {
    table: 'requestTasks',
    machine: taskStatus,
    idOf: (world) => world.requestTaskIds.OPEN,
    actions: {
      assign: { procedure: 'requestTask.assign', more: fieldsOf('requestTask.assign') },
      start: { procedure: 'requestTask.start' },
      record: { procedure: 'requestTask.record', more: fieldsOf('requestTask.record') },
      finish: { procedure: 'requestTask.finish', more: fieldsOf('requestTask.finish') },
      refuse: { procedure: 'requestTask.refuse', more: fieldsOf('requestTask.refuse') },
      skip: { procedure: 'requestTask.skip', more: fieldsOf('requestTask.skip') },
      reopen: { procedure: 'requestTask.reopen', more: fieldsOf('requestTask.reopen') },
    },
  },
  'answer of a right': {
    table: 'requestAnswers',
    machine: answerStatus,
    idOf: () => answered.id,
    targetOf: (world) => ({ id: world.requestId, rightId: world.requestRightId }),
    // Its right is decided.
    prepare: () =>
      server.owner
        .updateTable('requestRights')
        .set({ stage: 'COMPLETE' })
        .where('id', '=', world.requestRightId)
        .execute(),
    refusals: {
      release: 'requestAnswer.busy',
      withdraw: 'requestAnswer.notReady',
      handOver: 'requestAnswer.notReady',
      change: 'requestAnswer.busy',
      'READY.change': 'requestAnswer.released',
    },
    actions: {
      release: { procedure: 'requestAnswer.release', more: () => ({ expiryDays: 14, downloadLimit: 3 }) },
      withdraw: { procedure: 'requestAnswer.withdraw' },
      handOver: { procedure: 'requestAnswer.noteHandedOver' },
      change: { procedure: 'requestAnswer.removeFile', more: () => ({ answerFileId: answered.fileId }) },
    },
  },
  'impact assessment': {
    table: 'dpias',
    machine: dpiaStatus,
    // It is not required, and nothing of it was published.
    idOf: (world) => world.newDpiaId,
    prepare: prepareDpia,
    actions: {
      edit: { procedure: 'dpia.update', more: fieldsOf('dpia.update') },
      notRequire: { procedure: 'dpia.notRequire', more: fieldsOf('dpia.notRequire') },
      reopen: { procedure: 'dpia.reopen' },
      start: { procedure: 'dpia.start' },
      publish: { procedure: 'dpia.publish' },
      newVersion: { procedure: 'dpia.newVersion' },
    },
  },
  'treatment plan': {
    table: 'treatmentPlans',
    machine: planStatus,
    idOf: (world) => world.planIds.INPROGRESS,
    actions: {
      ...Object.fromEntries(
        PLAN_MOVES.map((action) => [
          action,
          { procedure: 'treatmentPlan.move', more: () => ({ action, reason: 'ตามที่หารือ' }) },
        ]),
      ),
      act: { procedure: 'treatmentPlan.addAction', more: fieldsOf('treatmentPlan.addAction') },
      resolve: { procedure: 'treatmentPlan.resolve', more: fieldsOf('treatmentPlan.resolve') },
      reassign: { procedure: 'treatmentPlan.reassign', more: fieldsOf('treatmentPlan.reassign') },
    },
  },
  'activity of a request form': {
    table: 'requestForms',
    column: 'active',
    machine: requestFormActivity,
    idOf: (world) => world.requestFormId,
    actions: {
      deactivate: { procedure: 'requestForm.deactivate' },
      reactivate: { procedure: 'requestForm.reactivate' },
    },
  },
  'activity of a consent form': {
    table: 'consents',
    column: 'active',
    machine: consentActivity,
    idOf: (world) => world.consentId,
    actions: { deactivate: { procedure: 'consent.remove' }, reactivate: { procedure: 'consent.reactivate' } },
  },
  export: {
    table: 'exports',
    machine: exportStatus,
    // The Admin's own.
    idOf: (world) => world.exportId,
    refusals: { retry: 'export.notFailed', clear: 'export.running' },
    actions: { retry: { procedure: 'export.retry' }, clear: { procedure: 'export.clear' } },
  },
  'delivery by a schedule': {
    table: 'exportScheduleTasks',
    column: 'state',
    machine: taskState,
    idOf: (world) => world.scheduleTaskId,
    targetOf: (world, taskId) => ({ id: world.scheduleId, taskId }),
    columnsIn: (state) => ({ nextAt: state === 'waiting' || state === 'running' ? new Date() : null }),
    refusals: { cancel: 'schedule.ended' },
    actions: { cancel: { procedure: 'schedule.cancelTask' } },
  },
  webhook: {
    table: 'webhooks',
    column: 'state',
    machine: webhookState,
    idOf: (world) => world.webhookId,
    // It is turned on.
    outcomes: { 'active.edit': 'active', 'paused.edit': 'active', 'disabled.edit': 'active' },
    refusals: { send: 'webhook.waiting' },
    actions: {
      edit: { procedure: 'webhook.update', more: fieldsOf('webhook.update') },
      send: { procedure: 'webhook.test' },
    },
  },
  'delivery of a webhook': {
    table: 'webhookDeliveries',
    machine: deliveryStatus,
    idOf: (world) => world.webhookDeliveryId,
    targetOf: (world, deliveryId) => ({ id: world.webhookId, deliveryId }),
    refusals: { replay: 'webhook.waiting' },
    actions: { replay: { procedure: 'webhook.replay' } },
  },
  'identity document': {
    table: 'identityDocuments',
    column: 'state',
    machine: documentState,
    idOf: (world) => world.requestId,
    targetOf: (world, documentId) => ({ id: world.requestId, documentId }),
    // Only a received document has a file.
    prepare: async (id, state) => {
      if (state === 'RECEIVED') await addIdentityFile(id);
    },
    refusals: {
      withdraw: 'requestIdentity.notRequested',
      accept: 'requestIdentity.notReceived',
      requestAgain: 'requestIdentity.notReceived',
      refuse: 'requestIdentity.notReceived',
    },
    actions: {
      withdraw: { procedure: 'requestIdentity.withdrawDocument' },
      accept: { procedure: 'requestIdentity.decideDocument', more: () => ({ decision: 'ACCEPT' }) },
      requestAgain: {
        procedure: 'requestIdentity.decideDocument',
        more: () => ({ decision: 'AGAIN', reason: 'ภาพไม่ชัด' }),
      },
      refuse: {
        procedure: 'requestIdentity.decideDocument',
        more: () => ({ decision: 'REFUSE', reason: 'ไม่ใช่ของผู้ขอ' }),
      },
    },
  },
  'fact about a data subject': {
    table: 'identityFacts',
    column: 'state',
    machine: factState,
    idOf: (world) => world.requestId,
    targetOf: (world, factId) => ({ id: world.requestId, factId }),
    // A decided one has a time and no answer to compare with.
    columnsIn: (state) => (state === 'REQUESTED' ? {} : { decidedAt: new Date(), expectedHash: null }),
    // A wrong answer, with attempts left.
    outcomes: { 'REQUESTED.compare': 'REQUESTED' },
    refusals: { compare: 'requestIdentity.factDecided', withdraw: 'requestIdentity.factDecided' },
    actions: {
      compare: { procedure: 'requestIdentity.compareFact', more: () => ({ stated: '1234' }) },
      withdraw: { procedure: 'requestIdentity.withdrawFact' },
    },
  },
  'import of the record': {
    table: 'imports',
    machine: recordImportStatus,
    idOf: (world) => world.importId,
    prepare: (id) =>
      prepareImport(id, { fields: Object.fromEntries(REQUIRED_FIELDS.map((field, index) => [field, index])) }),
    // The same sheet and row of headings.
    outcomes: { 'ready.map': 'ready', 'checked.map': 'ready' },
    refusals: { 'ready.commit': 'recordImport.unchecked' },
    actions: importActions('recordImport'),
  },
  'import of consents': {
    table: 'imports',
    machine: consentImportStatus,
    idOf: (world) => world.consentImportId,
    prepare: (id) => prepareImport(id, { fields: { uid: 0, at: 1, action: 2 } }),
    outcomes: { 'ready.map': 'ready', 'checked.map': 'ready' },
    refusals: { 'ready.commit': 'consentImport.unchecked' },
    actions: importActions('consentImport'),
  },
  'import of requests': {
    table: 'imports',
    machine: requestImportStatus,
    idOf: (world) => world.requestImportId,
    prepare: (id) =>
      prepareImport(id, {
        fields: Object.fromEntries(REQUIRED_REQUEST_FIELDS.map((field, index) => [field, index])),
      }),
    outcomes: { 'ready.map': 'ready', 'checked.map': 'ready' },
    refusals: { 'ready.commit': 'requestImport.unchecked' },
    actions: importActions('requestImport'),
  },
  'notification of an incident': {
    table: 'incidentNotifications',
    machine: notificationStatus,
    // Only returned mails can be sent again or settled, only those that wait stopped.
    idOf: ({ notificationIds }, action) =>
      notificationIds[action === 'edit' || action === 'send' ? 'draft' : action === 'stop' ? 'waiting' : 'failed'],
    prepare: (id) =>
      server.owner
        .updateTable('mailDeliveries')
        .set({ written: false, state: 'waiting', settledAt: null })
        .where('batchId', '=', id)
        .where('batchId', '=', world.notificationIds.waiting)
        .execute(),
    targetOf: ({ incidentIds }, nid) => ({ id: incidentIds.ACTIVE, nid }),
    refusals: {
      edit: 'incidentNotification.sent',
      send: 'incidentNotification.sent',
      resend: 'incidentNotification.nothingFailed',
      answer: 'incidentNotification.nothingFailed',
      stop: 'incidentNotification.nothingWaits',
    },
    actions: {
      edit: { procedure: 'incidentNotification.update', more: fieldsOf('incidentNotification.update') },
      send: { procedure: 'incidentNotification.send' },
      resend: { procedure: 'incidentNotification.resend' },
      answer: { procedure: 'incidentNotification.answer', more: fieldsOf('incidentNotification.answer') },
      stop: { procedure: 'incidentNotification.stop', more: fieldsOf('incidentNotification.stop') },
    },
  },
};

/** All their moves are the product's own. */
const UNREQUESTED: readonly StatusMachine<string>[] = [mailDeliveryState, gatheringStatus];

let server: TestServer;
let world: World;
let snapshot: Snapshot;
/** The answer of the world's right, with its file. */
let answered: { id: string; fileId: string };
beforeAll(async () => {
  server = await buildServer();
  world = await buildWorld(server, 'MOVESWORLD');
  answered = await server.owner
    .selectFrom('requestAnswers as a')
    .innerJoin('requestAnswerFiles as f', 'f.answerId', 'a.id')
    .select(['a.id', 'f.id as fileId'])
    .where('a.requestRightId', '=', world.requestRightId)
    .executeTakeFirstOrThrow();
  snapshot = await takeSnapshot(server);
});
afterAll(() => server.close());

const procedures = appRouter._def.procedures as Record<string, unknown>;

interface Request {
  answer: Answer;
  status: string;
  /** The record and the number of its events, before the call and after it. */
  before: string;
  after: string;
}

/**
 * Puts the record of a fresh world into `state`, without row-level security, then calls `action`; `around` wraps the
 * call.
 */
/** Boolean columns, with the states that they represent. */
const FLAGS = { active: ['inactive', 'active'], withdrawn: ['offered', 'withdrawn'] } as const;
const isFlag = (column: string): column is keyof typeof FLAGS => column in FLAGS;

async function ask(
  document: Document,
  state: string,
  action: string,
  around: (call: () => Promise<Answer>) => Promise<Answer> = (call) => call(),
): Promise<Request> {
  await snapshot.restore();
  const { table, column = 'status' } = document;
  const id = document.idOf(world, action);
  const target = document.targetOf?.(world, id) ?? { id };
  await server.owner
    .updateTable(table as 'consents')
    .set({
      [column]: isFlag(column) ? state === FLAGS[column][1] : state,
      ...document.columnsIn?.(state),
    } as { status: string })
    .where('id', '=', id)
    .execute();
  await document.prepare?.(id, state);
  const { procedure, more } = document.actions[action]!;
  const read = async () => {
    const row = await server.owner
      .selectFrom(table as 'consents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const events = await server.owner
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('entityId', '=', target.id as string)
      .executeTakeFirstOrThrow();
    return { row, all: JSON.stringify([row, events]) };
  };
  const before = await read();
  const rowVersion = (await document.versionOf?.(target)) ?? before.row.rowVersion;
  const answer = await around(() =>
    callProcedure(server, world.people.Admin, procedure, {
      ...more?.(world),
      ws: world.ws,
      ...target,
      rowVersion,
    }),
  );
  const { row, all: after } = await read();
  const stored = (row as Record<string, unknown>)[column];
  const status = isFlag(column) ? FLAGS[column][stored ? 1 : 0]! : (stored as string);
  return { answer, status, before: before.all, after };
}

/** Runs `work` while the table does not contain such a move. */
async function withoutMove(
  { machine, state, action }: { machine: StatusMachine<string>; state: string; action: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const moves: Record<string, unknown> = machine[state]!;
  const before = { ...moves };
  Reflect.deleteProperty(moves, action);
  try {
    return await work();
  } finally {
    Object.assign(moves, before);
  }
}

it('covers every existing state table', async () => {
  const declared = machinesOf(await sharedFiles()).map(({ machine }) => machine);
  expect(declared.length).toBeGreaterThan(0);
  expect(new Set([...UNREQUESTED, ...Object.values(DOCUMENTS).map(({ machine }) => machine)])).toEqual(
    new Set(declared),
  );
  for (const machine of UNREQUESTED)
    for (const state of Object.keys(machine)) expect(movesFrom(machine as StatusMachine, state)).toEqual([]);
});

describe.each(Object.entries(DOCUMENTS))('%s', (_name, document) => {
  const { machine, outcomes = {}, refusals = {} } = document;
  const states = Object.keys(machine);
  // Nobody can request what the product does itself.
  const actions = [...new Set(states.flatMap((state) => movesFrom(machine, state)))];
  const moves = states.flatMap((state) =>
    actions.map((action) => ({ state, action, move: machine[state]![action], path: `${state}.${action}` })),
  );

  it('has a procedure for every move of its table', () => {
    expect(actions.sort()).toEqual(Object.keys(document.actions).sort());
    for (const { procedure } of Object.values(document.actions))
      expect(procedures, procedure).toHaveProperty([procedure]);
    for (const { move } of moves)
      if (move && move.permission !== READER) expect(PERMISSIONS).toHaveProperty([move.permission!]);
    const several = moves.flatMap(({ path, move }) => (move && targetsOf(move).length > 1 ? [path] : []));
    expect(Object.keys(outcomes).sort()).toEqual(several.sort());
  });

  const illegal = moves.filter(({ move }) => !move);
  it.runIf(illegal.length > 0).each(illegal)('refuses to $action in state $state', async ({ state, action }) => {
    const { answer, status, before, after } = await ask(document, state, action);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.code, answer.text).toBe(refusals[`${state}.${action}`] ?? refusals[action] ?? 'illegalMove');
    expect(status).toBe(state);
    expect(after).toBe(before);
  });

  it.each(moves.filter(({ move }) => move))(
    'permits to $action in state $state',
    async ({ state, action, move, path }) => {
      const { answer, status } = await ask(document, state, action);
      expect(answer.status, answer.text).toBe(200);
      const [first] = targetsOf(move!);
      expect(status).toBe(outcomes[path] ?? first);
    },
  );

  // One state of each move: a changed table changes the server.
  const once = actions.map((action) => moves.find((one) => one.action === action && one.move)!);
  it.each(once)('refuses to $action in state $state without that move in its table', async ({ state, action }) => {
    const { answer, before, after } = await ask(document, state, action, (call) =>
      withoutMove({ machine, state, action }, call),
    );
    expect(answer.status, answer.text).toBe(409);
    expect(answer.code, answer.text).toBe(refusals[action] ?? 'illegalMove');
    expect(after).toBe(before);
  });
});
