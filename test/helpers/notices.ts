import { randomUUIDv7 } from 'node:crypto';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import { callerFor, type Person, type World } from '../factories.ts';
import { publishRegister } from './publishedRegister.ts';
import { wordsOf } from './record.ts';

/** Sets a publishable draft of a notice, without row-level security: of an application with a published purpose. */
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
  const { dataControllerId } = await server.owner
    .selectFrom('privacyNotices')
    .select('dataControllerId')
    .where('id', '=', noticeId)
    .executeTakeFirstOrThrow();
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
        dataController: { id: dataControllerId, name: words },
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

/** Builds an application with one published purpose, and a published notice of it. `person` may write both. */
export async function publishNotice(
  server: World,
  person: Person,
  { dataControllerId, name }: { dataControllerId: string; name: string },
): Promise<Notice> {
  const ws = person.workspaceId;
  const { word } = await wordsOf(server, ws);
  const { application, privacyNotice } = await callerFor(server, person);
  const { id: applicationId } = await application.create({
    ws,
    name: `ระบบของ ${name}`,
    description: 'ระบบตัวอย่าง',
    dataControllerId,
    dataSourceId: word('dataSource'),
  } as never);
  const { purposeId } = await publishRegister(server, person, applicationId);
  const created = await privacyNotice.create({ ws, name, kind: 'customer', dataControllerId });
  const { draft } = created;
  const complete = await privacyNotice.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    ...draft,
    organization: { ...draft.organization, name: { th: 'โรงพยาบาลร่มเย็น', en: 'Romyen Hospital' } },
    dpo: { ...draft.dpo, email: 'dpo@romyen.example', phone: '021234567' },
    applications: [{ id: applicationId, groupIds: [], bases: [] }],
    provisions: [{ purposeId, required: true, consequence: { th: 'เราดูแลท่านไม่ได้', en: 'we cannot care for you.' } }],
    ageAcknowledged: true,
    sensitiveAcknowledged: true,
    approver: { name: 'สมหญิง อนุมัติ', position: 'ผู้อำนวยการ' },
    rights: { ...draft.rights, codes: [...RIGHT_CODES] },
  });
  return privacyNotice.publish({ ws, id: created.id, rowVersion: complete.rowVersion });
}
