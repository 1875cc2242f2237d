import { randomUUIDv7 } from 'node:crypto';
import { requestFormDraft } from '../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../shared/requestForm/settings.ts';
import type { TestServer } from '../factories.ts';

/** What a workspace has of data-subject requests. */
export interface RequestRecords {
  /** Of the act, offered by the forms; one of the workspace's own that no form offers. */
  rightId: string;
  freeRightId: string;
  /** Published with one version; complete and never published; published and deactivated. */
  requestFormId: string;
  draftRequestFormId: string;
  inactiveRequestFormId: string;
}

/** Builds them past the procedures; every text carries `marker`. */
export async function buildRequestRecords(
  { owner, deps }: TestServer,
  marker: string,
  { ws, dataControllerId }: { ws: string; dataControllerId: string },
): Promise<RequestRecords> {
  const { id: rightId } = await owner
    .selectFrom('dataRights')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('code', '=', 'ACCESS')
    .executeTakeFirstOrThrow();
  const freeRightId = randomUUIDv7();
  const words = { th: marker, en: marker };
  await owner
    .insertInto('dataRights')
    .values({
      workspaceId: ws,
      id: freeRightId,
      code: 'CUSTOM',
      nameTh: `${marker} right`,
      nameEn: `${marker} right`,
      descriptionTh: marker,
      descriptionEn: marker,
      days: 30,
      position: 8,
    })
    .execute();
  const draft = requestFormDraft.parse({
    title: words,
    detail: words,
    submittedTitle: words,
    submittedDetail: words,
    rightRequests: [{ rightRequestId: rightId }],
  });

  const form = async (what: string, { active = true, published = true } = {}) => {
    const [id, applicationId] = [randomUUIDv7(), randomUUIDv7()];
    await owner
      .insertInto('applications')
      .values({
        workspaceId: ws,
        id: applicationId,
        name: `${marker} ${what} request application`,
        description: marker,
        dataControllerId,
      })
      .execute();
    await owner
      .insertInto('requestForms')
      .values({
        workspaceId: ws,
        id,
        applicationId,
        name: `${marker} ${what} request form`,
        description: marker,
        content: JSON.stringify(draft),
        settings: JSON.stringify(requestFormSettings.parse({})),
        status: published ? 'published' : 'draft',
        publishedVersion: published ? 1 : 0,
        active,
      })
      .execute();
    if (published)
      await owner
        .insertInto('requestFormVersions')
        .values({
          workspaceId: ws,
          id: randomUUIDv7(),
          requestFormId: id,
          version: 1,
          sha256: '0'.repeat(64),
          publishedAt: deps.now(),
          content: JSON.stringify({
            application: { id: applicationId, name: marker },
            title: words,
            detail: words,
            terms: { th: '', en: '' },
            submittedTitle: words,
            submittedDetail: words,
            rights: [
              {
                id: rightId,
                code: 'ACCESS',
                name: words,
                description: words,
                example: words,
                days: 30,
                options: [],
                fee: 0,
              },
            ],
            expiryDays: 30,
            font: null,
            themeColor: '#3a3f8f',
            logo: null,
            customApiDescription: '',
            controller: {
              name: words,
              contact: marker,
              email: 'dpo@test.example',
              phone: '021234567',
              address: marker,
              privacyPolicyUrl: '',
            },
          }),
        })
        .execute();
    return id;
  };
  return {
    rightId,
    freeRightId,
    requestFormId: await form('published'),
    draftRequestFormId: await form('draft', { published: false }),
    inactiveRequestFormId: await form('inactive', { active: false }),
  };
}
