import { evidence } from '../../server/modules/incident/files.ts';
import { giveFile } from '../helpers/fileOwners.ts';
import { randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { sealedRecipients } from '../../server/modules/incidentNotification/recipients.ts';
import { INCIDENT_STATUSES, type IncidentStatus } from '../../shared/incident/status.ts';
import type { Role } from '../../shared/registry/roles.ts';
import type { Person, TestServer } from '../factories.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';

/** The incidents of a workspace: one in each status, all reported by and assigned to Staff. */
export interface IncidentRecords {
  incidentIds: Record<IncidentStatus, string>;
  /** Of the ACTIVE one. */
  activityId: string;
  /** Of the ACTIVE one: a draft, one whose mail failed, and one whose mail is still to be written. */
  notificationIds: Record<'draft' | 'failed' | 'waiting', string>;
  /** Token of the link to the public form. */
  reportToken: string;
}

interface Records {
  ws: string;
  people: Record<Role, Person>;
  applicationId: string;
  purposeId: string;
  piiCategoryId: string;
  dataSubjectGroupId: string;
  /** A PDF displayed by the report and the notifications of the active one. */
  evidenceId: string;
}

/** Builds them without the procedures; every text contains `marker`. */
export async function buildIncidentRecords(
  server: TestServer,
  marker: string,
  records: Records,
): Promise<IncidentRecords> {
  const { owner, deps } = server;
  const { ws, people } = records;
  const [staff, dpo] = [people.Staff.personnelId, people.DPO.personnelId];
  const now = deps.now();
  const reporter = {
    firstName: `${marker} first`,
    lastName: `${marker} last`,
    phone: '0812345678',
    email: `reporter@${marker.toLowerCase()}.example`,
  };
  const incidentIds = {} as Record<IncidentStatus, string>;
  for (const status of INCIDENT_STATUSES) {
    const { id } = await buildIncident(server, ws, {
      status,
      title: `${marker} ${status} incident`,
      reporter,
      reporterId: staff,
      assigneeId: staff,
      affectedSystems: `${marker} systems`,
      ...(status === 'ACTIVE' ? { attachmentId: records.evidenceId } : {}),
      applicationIds: [records.applicationId],
      purposeIds: [records.purposeId],
      piiCategoryIds: [records.piiCategoryId],
      dataSubjectGroupIds: [records.dataSubjectGroupId],
    });
    incidentIds[status] = id;
    await owner
      .insertInto('incidentMoves')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        incidentId: id,
        action: 'edit',
        fromStatus: 'WAITING',
        toStatus: status,
        reason: `${marker} reason`,
        by: staff,
        at: now,
      })
      .execute();
  }
  await owner
    .updateTable('incidents')
    .set({
      description: `${marker} description`,
      actionsTaken: `${marker} actions`,
      consequences: `${marker} consequences`,
    })
    .where('workspaceId', '=', ws)
    .execute();
  // The submitted one can be verified: its authority was notified.
  await owner
    .updateTable('incidents')
    .set({ authorityNotifiedAt: now })
    .where('id', '=', incidentIds.RESPONDED)
    .execute();
  await owner
    .updateTable('deadlines')
    .set({ endedAt: now, outcome: 'met', firesAt: null })
    .where('subjectId', '=', incidentIds.RESPONDED)
    .execute();
  const activityId = await buildActivity(server, ws, incidentIds.ACTIVE, { detail: `${marker} activity`, by: staff });
  await owner
    .insertInto('incidentDecisions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      incidentId: incidentIds.ACTIVE,
      riskLevel: 'POSSIBLE_RISK',
      description: `${marker} decision`,
      factors: JSON.stringify([{ factor: 'volume', finding: `${marker} finding` }]),
      severity: null,
      by: dpo,
      at: now,
    })
    .execute();
  await giveFile(server, evidence, incidentIds.ACTIVE, records.evidenceId);
  const notificationIds = await buildNotifications(server, marker, {
    ws,
    by: dpo,
    incidentId: incidentIds.ACTIVE,
    fileId: records.evidenceId,
  });
  const reportToken = `${marker.toLowerCase()}-${randomUUIDv7()}`;
  await owner
    .insertInto('incidentSettings')
    .values({ workspaceId: ws, publicForm: true, publicToken: reportToken, updatedBy: dpo, updatedAt: now })
    .execute();
  const { id: noticed } = await owner
    .selectFrom('activityLogs')
    .select('id')
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('personalNotices')
    .values({ workspaceId: ws, personnelId: staff, activityId: noticed, createdAt: now })
    // The order in which events are found is not fixed: it may have notified them already.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await owner
    .insertInto('editors')
    .values({
      workspaceId: ws,
      entity: 'incident',
      entityId: incidentIds.ACTIVE,
      personnelId: staff,
      until: new Date(now.getTime() + 60_000),
    })
    .execute();
  return { incidentIds, activityId, notificationIds, reportToken };
}

async function buildNotifications(
  { owner, deps }: TestServer,
  marker: string,
  { ws, by, incidentId, fileId }: { ws: string; by: string; incidentId: string; fileId: string },
): Promise<IncidentRecords['notificationIds']> {
  const now = deps.now();
  const key = await withScope(deps.db, { workspaceId: ws }, (trx) => deps.keyring.workspaceKey(trx, ws));
  const recipients = [{ name: `${marker} manager`, email: `manager@${marker.toLowerCase()}.example`, phone: '' }];
  const ids = { draft: randomUUIDv7(), failed: randomUUIDv7(), waiting: randomUUIDv7() };
  const fields = {
    workspaceId: ws,
    incidentId,
    recipientGroup: 'TOP_MANAGEMENT',
    channel: 'EMAIL',
    locale: 'th',
    recipientCount: 1,
    subject: `${marker} subject`,
    opinion: `${marker} opinion`,
    message: `${marker} message`,
    attachmentId: fileId,
    createdBy: by,
    updatedBy: by,
    createdAt: now,
    updatedAt: now,
  };
  await owner
    .insertInto('incidentNotifications')
    .values({ ...fields, id: ids.draft, recipients: sealedRecipients.seal(key, ids.draft, recipients) })
    .execute();
  // Settled, so that no node settles it during the tests.
  await owner
    .insertInto('incidentNotifications')
    .values(
      [ids.failed, ids.waiting].map((id) => ({
        ...fields,
        recipients: sealedRecipients.seal(key, id, recipients),
        id,
        status: 'SENT',
        notifiedAt: now,
        sentAt: now,
        sentBy: by,
        settledAt: now,
        failuresNotified: 1,
      })),
    )
    .execute();
  const delivery = { workspaceId: ws, entity: 'incidentNotification', entityId: incidentId, position: 0 };
  await owner
    .insertInto('mailDeliveries')
    .values([
      {
        ...delivery,
        mailId: randomUUIDv7(),
        batchId: ids.failed,
        state: 'failed',
        error: 'EENVELOPE 550',
        settledAt: now,
        written: true,
      },
      { ...delivery, mailId: randomUUIDv7(), batchId: ids.waiting, state: 'waiting', written: false },
    ])
    .execute();
  return ids;
}
