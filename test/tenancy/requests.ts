import { randomUUIDv7 } from 'node:crypto';
import { requestFormDraft } from '../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../shared/requestForm/settings.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';

/** What a workspace has of data-subject requests. */
export interface RequestRecords {
  /** Of the act, offered by the forms; one of the workspace's own that no form offers. */
  rightId: string;
  freeRightId: string;
  /** Published with one version; complete and never published; published and deactivated. */
  requestFormId: string;
  draftRequestFormId: string;
  inactiveRequestFormId: string;
  /** Assigned to the Staff, with its one right; and one that nobody confirmed. */
  requestId: string;
  requestRightId: string;
  unconfirmedRequestId: string;
}

/** Builds them, the forms past the procedures; every text carries `marker`. */
export async function buildRequestRecords(
  server: TestServer,
  marker: string,
  { ws, dataControllerId, people }: { ws: string; dataControllerId: string; people: Record<Role, Person> },
): Promise<RequestRecords> {
  const { owner, deps } = server;
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
  const requestFormId = await form('published');
  const api = (await callerFor(server, people.Admin)).request;
  const enter = async () => {
    const { id, rights } = await api.create({
      ws,
      requestFormId,
      receivedAt: deps.now().toISOString(),
      channel: 'COUNTER',
      subject: {
        firstName: `${marker} first`,
        lastName: `${marker} last`,
        email: `subject@${marker.toLowerCase()}.example`,
        telephone: '0812345678',
        uid: `${marker} uid`,
      },
      rights: [{ rightRequestId: rightId, additionalRequestOption: marker, requestDetail: marker }],
    });
    return { id, requestRightId: rights[0]!.id };
  };
  await owner.insertInto('requestSettings').values({ workspaceId: ws }).execute();
  const { id: requestId, requestRightId } = await enter();
  await api.changeStatus({ ws, id: requestId, action: 'VERIFY' });
  await api.changeStatus({ ws, id: requestId, action: 'ASSIGN', assigneeId: people.Staff.personnelId });
  const { id: unconfirmedRequestId } = await enter();
  const { id: answeredId } = await enter();
  await api.changeStatus({ ws, id: answeredId, action: 'VERIFY' });
  await api.changeStatus({ ws, id: answeredId, action: 'ASSIGN', assigneeId: people.Staff.personnelId });
  await api.changeStatus({ ws, id: answeredId, action: 'SUBMIT', reason: marker });
  return {
    rightId,
    freeRightId,
    requestFormId,
    draftRequestFormId: await form('draft', { published: false }),
    inactiveRequestFormId: await form('inactive', { active: false }),
    requestId,
    requestRightId,
    unconfirmedRequestId,
  };
}
