import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { recordHashes } from '../../server/modules/ropa/documents/hash.ts';
import type { ReportType } from '../../shared/approvalLine/subject.ts';
import type { ApprovalStatus } from '../../shared/approvalLine/schema.ts';
import { buildDataController, buildPerson, type Person, type World } from '../factories.ts';
import { pdf } from './samples.ts';
import { lineDocument } from '../../server/modules/approvalLine/files.ts';
import { exportDocument } from '../../server/platform/exports/files.ts';
import { giveFile } from './fileOwners.ts';

/** Creates the result of a finished export of an application: its row and its file. */
export async function buildFinishedExport(
  server: World,
  workspaceId: string,
  facts: {
    applicationId: string;
    requestedBy: string;
    name?: string;
    bytes?: Buffer;
    format?: 'pdf' | 'html' | 'xlsx';
    status?: 'waiting' | 'running' | 'done' | 'failed';
    at?: Date;
  },
): Promise<{ id: string; fileId: string; storageKey: string; bytes: Buffer; sha256: string }> {
  const { deps, owner } = server;
  const at = facts.at ?? deps.now();
  const bytes = facts.bytes ?? pdf(`document ${randomUUIDv7()}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [id, fileId] = [randomUUIDv7(), randomUUIDv7()];
  const storageKey = `${workspaceId}/${fileId}`;
  const format = facts.format ?? 'pdf';
  const type = {
    pdf: 'application/pdf',
    html: 'text/html; charset=utf-8',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }[format];
  await deps.files.put(storageKey, bytes, { size: bytes.length, type });
  await owner
    .insertInto('files')
    .values({
      workspaceId,
      id: fileId,
      name: facts.name ?? `RoPA.${format}`,
      type,
      size: bytes.length,
      sha256,
      storageKey,
      uploadedBy: facts.requestedBy,
      ownerKind: exportDocument.kind,
      ownerId: id,
      retainedFrom: at,
      createdAt: at,
    })
    .execute();
  const status = facts.status ?? 'done';
  const application = await owner
    .selectFrom('applications')
    .select(['publishedVersion', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', facts.applicationId)
    .executeTakeFirst();
  await owner
    .insertInto('exports')
    .values({
      workspaceId,
      id,
      kind: 'application-ropa',
      format,
      locale: 'th',
      subjectId: facts.applicationId,
      subject: 'RoPA',
      status,
      attempts: 1,
      requestedBy: facts.requestedBy,
      createdAt: at,
      ...(status === 'done' && { fileId, fileName: facts.name ?? `RoPA.${format}`, finishedAt: at }),
      ...(application && {
        recordVersion: application.publishedVersion,
        recordFromDraft: application.status === 'draft',
      }),
    })
    .execute();
  return { id, fileId, storageKey, bytes, sha256 };
}

/** Creates an application of the workspace with a separate data controller. */
export async function buildApplication(
  server: World,
  workspaceId: string,
  overrides: { name?: string; version?: number } = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUIDv7();
  const name = overrides.name ?? `ระบบ ${id.slice(-6)}`;
  const { id: dataControllerId } = await buildDataController(server, workspaceId);
  await server.owner
    .insertInto('applications')
    .values({
      workspaceId,
      id,
      name,
      description: name,
      dataControllerId,
      publishedVersion: overrides.version ?? 1,
      status: 'published',
    })
    .execute();
  return { id, name };
}

export interface BuiltApprovalLine {
  id: string;
  number: number;
  applicationId: string;
  exportId: string;
  /** The line's copy of the document, and its SHA-256. */
  fileId: string;
  sha256: string;
  checkCode: string;
}

/**
 * Inserts an approval line directly into the tables. `approved`: how many of the first approvers have approved (by
 * default none for NEW, one for PENDING, all for APPROVED); the next one of an open line is CURRENT. Without an
 * application it gets a new one. REJECTED and REWORKED were set by the first approver.
 */
export async function buildApprovalLine(
  server: World,
  workspaceId: string,
  facts: {
    requesterId: string;
    approverIds: readonly string[];
    applicationId?: string;
    applicationName?: string;
    reportType?: ReportType;
    status?: ApprovalStatus;
    approved?: number;
    description?: string;
    at?: Date;
    comment?: string;
    checkCode?: string;
    fromDraft?: boolean | null;
  },
): Promise<BuiltApprovalLine> {
  const { deps, owner } = server;
  const { status = 'NEW', reportType = 'ROPA', approverIds, requesterId } = facts;
  const at = facts.at ?? deps.now();
  const applicationId =
    facts.applicationId ?? (await buildApplication(server, workspaceId, { name: facts.applicationName })).id;
  const application = await owner
    .selectFrom('applications as a')
    .innerJoin('dataControllers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.dataControllerId'),
    )
    .select(['a.name', 'a.publishedVersion', 'c.nameTh', 'c.nameEn'])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const created = await buildFinishedExport(server, workspaceId, { applicationId, requestedBy: requesterId, at });
  const copy = await buildFinishedExport(server, workspaceId, {
    applicationId,
    requestedBy: requesterId,
    at,
    bytes: created.bytes,
  });
  await owner.deleteFrom('exports').where('id', '=', copy.id).execute();
  const recordSha256 = (
    await withScope(deps.db, { workspaceId }, (trx) => recordHashes(trx, workspaceId, [applicationId]))
  ).get(applicationId)!.current;
  const { number } = await owner
    .selectFrom('approvalLines')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('number'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  await giveFile(server, lineDocument, id, copy.fileId);
  const checkCode = facts.checkCode ?? randomBytes(24).toString('base64url');
  const decided = status === 'APPROVED' || status === 'REJECTED' || status === 'CANCEL';
  await owner
    .insertInto('approvalLines')
    .values({
      workspaceId,
      id,
      number: number + 1,
      reportType,
      applicationId,
      applicationName: facts.applicationName ?? application.name,
      controllerNameTh: application.nameTh,
      controllerNameEn: application.nameEn,
      version: application.publishedVersion,
      fromDraft: facts.fromDraft ?? false,
      description: facts.description ?? '',
      status,
      exportId: created.id,
      fileId: copy.fileId,
      sha256: copy.sha256,
      recordSha256,
      checkCode,
      requesterId,
      requestedAt: at,
      decidedAt: decided ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  const approved =
    facts.approved ?? { NEW: 0, PENDING: 1, APPROVED: approverIds.length, REJECTED: 0, REWORKED: 0, CANCEL: 0 }[status];
  const open = status === 'NEW' || status === 'PENDING';
  await owner
    .insertInto('approvalSteps')
    .values(
      approverIds.map((approverId, index) => {
        const acted =
          index < approved
            ? 'APPROVED'
            : index === approved && (status === 'REJECTED' || status === 'REWORKED')
              ? status
              : null;
        const current = open && index === approved;
        return {
          workspaceId,
          lineId: id,
          round: 1,
          position: index + 1,
          approverId,
          status: acted ?? (current ? 'CURRENT' : open ? 'WAITING' : 'SKIPPED'),
          actedBy: acted ? approverId : null,
          actedAt: acted ? at : null,
          comment: acted && acted !== 'APPROVED' ? (facts.comment ?? 'ต้องแก้ไข') : '',
          since: acted || current ? at : null,
        };
      }),
    )
    .execute();
  return {
    id,
    number: number + 1,
    applicationId,
    exportId: created.id,
    fileId: copy.fileId,
    sha256: copy.sha256,
    checkCode,
  };
}

/** Logged events of a line, oldest first, without their noun. */
export async function eventsOf({ owner }: Pick<World, 'owner'>, lineId: string): Promise<string[]> {
  const rows = await owner
    .selectFrom('activityLogs')
    .select('event')
    .where('entityId', '=', lineId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ event }) => event.replace('approvalLine.', ''));
}

/** Events of a line in a person's bell, oldest first. */
export async function bellOf({ owner }: Pick<World, 'owner'>, lineId: string, personnelId: string): Promise<string[]> {
  const rows = await owner
    .selectFrom('personalNotices as n')
    .innerJoin('activityLogs as a', (join) =>
      join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
    )
    .select('a.event')
    .where('a.entityId', '=', lineId)
    .where('n.personnelId', '=', personnelId)
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .execute();
  return rows.map(({ event }) => event.replace('approvalLine.', ''));
}

/** A person of each role, and additional named staff. */
export async function buildCrew<Name extends string>(
  world: World,
  ws: string,
  fifth: Name,
): Promise<Record<'staff' | 'admin' | 'dpo' | 'board' | Name, Person>> {
  const person = (role: Person['role'], name: string) => buildPerson(world, { workspaceId: ws, role, name });
  const people = {
    staff: await person('Staff', 'Somsri'),
    admin: await person('Admin', 'Anong'),
    dpo: await person('DPO', 'Direk'),
    board: await person('Top Management', 'Boonmee'),
  };
  return { ...people, [fifth]: await person('Staff', fifth[0]!.toUpperCase() + fifth.slice(1)) } as Record<
    'staff' | 'admin' | 'dpo' | 'board' | Name,
    Person
  >;
}
