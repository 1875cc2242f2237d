import { randomUUIDv7 } from 'node:crypto';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import type { World } from '../factories.ts';
import { wordsOf } from './record.ts';

/** Gives a notice a draft that can be published, past the walls: of an application with a published purpose. */
export async function completeNotice(
  server: World,
  {
    ws,
    noticeId,
    applicationId,
    purposeId,
  }: { ws: string; noticeId: string; applicationId: string; purposeId: string },
): Promise<void> {
  const { plain, word } = await wordsOf(server, ws);
  const words = { th: 'คำ', en: 'Words' };
  const purpose = {
    title: words,
    description: words,
    isPrimary: true,
    purposeCategory: null,
    dataSubjectGroups: [{ id: word('dataSubjectGroup'), name: words }],
    piiCategories: [{ id: plain, name: words, sensitive: false }],
    lawfulBases: ['vitalInterest'],
    sensitiveExemptions: [],
    retention: { ...NO_RETENTION, amount: 1, unit: 'year', note: '' },
    storageSystems: [],
    destructionMethods: [],
    responsibleDepartment: null,
    responsiblePersonnel: null,
    securityMeasures: [],
    thirdPartyDisclosure: false,
    thirdParties: [],
    internalSharing: false,
    internalApplications: [],
    legitimateInterest: null,
  };
  const version = { workspaceId: ws, version: 99, sha256: '0'.repeat(64) };
  await server.owner
    .insertInto('purposeVersions')
    .values({ ...version, id: randomUUIDv7(), purposeId, content: JSON.stringify(purpose) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await server.owner
    .insertInto('applicationVersions')
    .values({
      ...version,
      id: randomUUIDv7(),
      applicationId,
      content: JSON.stringify({
        dataSource: { id: word('dataSource'), name: words },
        purposes: [{ id: purposeId, version: 99, sha256: version.sha256, content: purpose }],
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const draft = noticeDraft.parse({
    name: 'ประกาศ',
    organization: { name: words },
    applications: [{ id: applicationId }],
    ageAcknowledged: true,
    sensitiveAcknowledged: true,
    rights: { codes: ['ACCESS', 'ERASURE', 'RESTRICTION', 'RECTIFICATION', 'COMPLAINT'] },
    approver: { name: 'ผู้อนุมัติ', position: 'ผู้อำนวยการ' },
  });
  await server.owner
    .updateTable('privacyNotices')
    .set({ content: JSON.stringify(draft) })
    .where('id', '=', noticeId)
    .execute();
}
