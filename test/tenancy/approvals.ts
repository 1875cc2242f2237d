import { lineDocument } from '../../server/modules/approvalLine/files.ts';
import { giveFile } from '../helpers/fileOwners.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '../../shared/registry/roles.ts';
import type { Person, TestServer } from '../factories.ts';
import { buildApplication, buildApprovalLine, buildFinishedExport } from '../helpers/approvals.ts';

/** The approval lines of a workspace. */
export interface ApprovalRecords {
  /** Requested by Staff; DPO, Top Management and Staff approve in this order. Nobody has acted. */
  approvalLineId: string;
  approvalApplicationId: string;
  approvalCheckCode: string;
  /** With two approvers, Top Management and DPO; Admin substitutes both, so that they may make every move. */
  movesLineId: string;
  /** Sent back for rework; its application's newest document exists. */
  reworkedLineId: string;
  /** An application with a finished export and no line. */
  readyApplicationId: string;
  absenceId: string;
}

/** Builds them without the procedures; every text contains `marker`. */
export async function buildApprovalRecords(
  server: TestServer,
  marker: string,
  people: Record<Role, Person>,
): Promise<ApprovalRecords> {
  const { owner, deps } = server;
  const ws = people.Admin.workspaceId;
  const requesterId = people.Staff.personnelId;
  const approverIds = [people.DPO.personnelId, people['Top Management'].personnelId, people.Staff.personnelId];
  const application = await buildApplication(server, ws, { name: `${marker} approval application` });
  const line = await buildApprovalLine(server, ws, {
    requesterId,
    approverIds,
    applicationId: application.id,
    description: `${marker} description`,
  });
  const moves = await buildApprovalLine(server, ws, {
    requesterId,
    approverIds: [people['Top Management'].personnelId, people.DPO.personnelId],
    applicationName: `${marker} moves application`,
  });
  const second = await buildApplication(server, ws, { name: `${marker} reworked application` });
  const reworked = await buildApprovalLine(server, ws, {
    requesterId,
    approverIds,
    applicationId: second.id,
    status: 'REWORKED',
    comment: `${marker} comment`,
    description: `${marker} description`,
  });
  const ready = await buildApplication(server, ws, { name: `${marker} ready application` });
  await buildFinishedExport(server, ws, {
    applicationId: ready.id,
    requestedBy: people.Admin.personnelId,
    name: `${marker} ready.pdf`,
  });

  const now = deps.now();
  await owner.insertInto('approvalSettings').values({ workspaceId: ws, remindAfterDays: 3, updatedAt: now }).execute();
  await owner
    .insertInto('approvalDefaults')
    .values({ workspaceId: ws, reportType: 'ROPA', position: 1, personnelId: people.DPO.personnelId })
    .execute();
  const absenceId = randomUUIDv7();
  const [fromAt, untilAt] = [new Date(now.getTime() - 3_600_000), new Date(now.getTime() + 7 * 86_400_000)];
  const away = (id: string, { personnelId }: Person) => ({
    workspaceId: ws,
    id,
    personnelId,
    delegateId: people.Admin.personnelId,
    note: `${marker} leave`,
    createdBy: personnelId,
    createdAt: now,
    fromAt,
    untilAt,
  });
  await owner
    .insertInto('approvalAbsences')
    .values([away(absenceId, people['Top Management']), away(randomUUIDv7(), people.DPO)])
    .execute();
  await owner
    .insertInto('approvalMails')
    .values({ workspaceId: ws, lineId: line.id, personnelId: people.DPO.personnelId, kind: 'turn', mailedAt: now })
    .execute();
  const earlier = await buildFinishedExport(server, ws, {
    applicationId: second.id,
    requestedBy: requesterId,
    name: `${marker} earlier.pdf`,
  });
  await owner.deleteFrom('exports').where('id', '=', earlier.id).execute();
  await giveFile(server, lineDocument, reworked.id, earlier.fileId);
  await owner
    .insertInto('approvalRounds')
    .values({
      workspaceId: ws,
      lineId: reworked.id,
      round: 0,
      fileId: earlier.fileId,
      sha256: earlier.sha256,
      version: 1,
      requestedAt: now,
    })
    .execute();
  return {
    approvalLineId: line.id,
    approvalApplicationId: application.id,
    approvalCheckCode: line.checkCode,
    movesLineId: moves.id,
    reworkedLineId: reworked.id,
    readyApplicationId: ready.id,
    absenceId,
  };
}
