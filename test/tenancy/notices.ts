import { randomUUIDv7 } from 'node:crypto';
import type { NoticeContent } from '../../shared/privacyNotice/content.ts';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import type { TestServer } from '../factories.ts';

/** The privacy notices of a workspace. */
export interface NoticeRecords {
  /** Published with one version. */
  noticeId: string;
  draftNoticeId: string;
  withdrawnNoticeId: string;
}

/** Builds them without the procedures; every text contains `marker`. */
export async function buildNoticeRecords(
  { owner }: TestServer,
  marker: string,
  {
    ws,
    applicationId,
    purposeId,
    dataControllerId,
  }: { ws: string; applicationId: string; purposeId: string; dataControllerId: string },
): Promise<NoticeRecords> {
  const [noticeId, draftNoticeId, withdrawnNoticeId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const draft = noticeDraft.parse({
    name: marker,
    organization: { name: { th: marker, en: marker } },
    applications: [{ id: applicationId }],
    approver: { name: marker, position: marker },
  });
  const common = { workspaceId: ws, name: marker, kind: 'customer', dataControllerId, content: JSON.stringify(draft) };
  const published = { ...common, status: 'published', publishedVersion: 1 };
  await owner
    .insertInto('privacyNotices')
    .values([
      { ...published, id: noticeId },
      { ...common, id: draftNoticeId },
      { ...published, id: withdrawnNoticeId, withdrawn: true },
    ])
    .execute();
  await owner
    .insertInto('privacyNoticeApplications')
    .values({ workspaceId: ws, privacyNoticeId: noticeId, applicationId })
    .execute();
  const words = { th: marker, en: marker };
  const sentence = { ...words, register: null, outdated: false };
  const content: NoticeContent = {
    name: marker,
    kind: 'customer',
    draft,
    dataControllerId,
    parts: [
      {
        kind: 'controller',
        key: 'controller',
        heading: words,
        sentences: [
          {
            ...sentence,
            key: 'controller.name',
            section: '23(5)',
            source: { record: 'dataController', id: dataControllerId, version: null, field: 'name' },
          },
        ],
      },
      // Without groups of data subjects, as versions have it that did not keep them: they are read from the records.
      {
        kind: 'purpose',
        key: `${applicationId}.${purposeId}`,
        heading: words,
        sentences: [
          {
            ...sentence,
            key: `${purposeId}.lawfulBases.contract`,
            section: '24(3)',
            source: { record: 'purpose', id: purposeId, version: 1, field: 'lawfulBases' },
          },
          {
            ...sentence,
            key: `${applicationId}.${purposeId}.dataSource`,
            section: '25',
            source: { record: 'application', id: applicationId, version: 1, field: 'dataSource' },
          },
        ],
      },
    ],
    summary: { controller: words, purposes: [words], weighs: [], contact: marker, requestUrl: null },
    points: [],
    approver: { name: marker, position: marker },
    effectiveOn: '2026-01-01',
  };
  const hash = '0'.repeat(64);
  const version = {
    workspaceId: ws,
    version: 1,
    content: JSON.stringify(content),
    sha256: hash,
    sha256Th: hash,
    sha256En: hash,
    effectiveOn: '2026-01-01',
  };
  await owner
    .insertInto('privacyNoticeVersions')
    .values(
      [noticeId, withdrawnNoticeId].map((privacyNoticeId) => ({ ...version, id: randomUUIDv7(), privacyNoticeId })),
    )
    .execute();
  await owner
    .insertInto('privacyNoticeMailings')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      privacyNoticeId: noticeId,
      version: 1,
      people: 1,
      lookedAt: 1,
      lastUid: Buffer.from(marker),
    })
    .execute();
  return { noticeId, draftNoticeId, withdrawnNoticeId };
}
