import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sealMailboxPassword } from '../../server/modules/mailServer/mailbox/settings.ts';
import { sealedAgentFacts } from '../../server/modules/dataRightsProtocol/sealed.ts';
import { sealedAnswer, sealedPreviousSecret } from '../../server/modules/webhook/sealed.ts';
import { requestFormDraft } from '../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../shared/requestForm/settings.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';

/** The data subject requests of a workspace. */
export interface RequestRecords {
  /** Of the act, offered by the forms; a custom one that no form offers. */
  rightId: string;
  freeRightId: string;
  /** Published with one version; complete and never published; published and deactivated. */
  requestFormId: string;
  draftRequestFormId: string;
  inactiveRequestFormId: string;
  /** Assigned to Staff, with its single right; and an unconfirmed one. */
  requestId: string;
  requestRightId: string;
  unconfirmedRequestId: string;
  /** A request assigned to Staff with a task in three states, and the data gathered for it. */
  searchedRequestId: string;
  searchedRightId: string;
  requestTaskIds: Record<'OPEN' | 'INPROGRESS' | 'DONE', string>;
  /** Custom: active, and never published. */
  answerTemplateId: string;
  draftAnswerTemplateId: string;
  /** Of `requestId`, as it was built. */
  requestRowVersion: number;
  /** An agent that has sent nothing, and the key of a message. */
  authorisedAgentId: string;
  /** Of the Admin, of the list of requests. */
  savedViewId: string;
  apiKeyId: string;
  serviceAccountId: string;
  webhookId: string;
  webhookDeliveryId: string;
  /** Sends the mails of the workspace. */
  mailServerId: string;
  /** An import into `requestFormId` with checked rows. */
  requestImportId: string;
}

/** Builds them, the forms without the procedures; every text contains `marker`. */
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
                fee: 20,
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
  const { request: api, savedView, apiKey, serviceAccount, webhook } = await callerFor(server, people.Admin);
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
  const { rowVersion } = await api.get({ ws, id: requestId });
  const { rowVersion: requestRowVersion } = await api.update({ ws, id: requestId, rowVersion, country: 'LA' });
  const { id: unconfirmedRequestId } = await enter();
  const { id: answeredId, requestRightId: answeredRightId } = await enter();
  await api.changeStatus({ ws, id: answeredId, action: 'VERIFY' });
  await api.changeStatus({ ws, id: answeredId, action: 'ASSIGN', assigneeId: people.Staff.personnelId });
  await api.changeStatus({ ws, id: answeredId, action: 'SUBMIT', reason: marker });
  await api.changeFee({
    ws,
    id: answeredId,
    rightId: answeredRightId,
    state: 'WAIVED',
    at: deps.now().toISOString(),
    reason: marker,
  } as never);
  await owner.insertInto('removedRequestNumbers').values({ workspaceId: ws, number: 1 }).execute();
  const { id: refusedId } = await enter();
  await api.changeStatus({ ws, id: refusedId, action: 'VERIFY' });
  await api.changeStatus({ ws, id: refusedId, action: 'REJECT', groundCode: 'NO_DATA', reason: marker });
  const { id: withGroundId } = await enter();
  await api.changeStatus({ ws, id: withGroundId, action: 'VERIFY' });
  await api.changeStatus({ ws, id: withGroundId, action: 'REJECT', groundCode: 'LAW_AND_HARM', reason: marker });
  const templates = (await callerFor(server, people.Admin)).answerTemplate;
  const template = () =>
    templates.create({ ws, name: words, rightCode: 'ACCESS', outcome: 'COMPLETED', body: words, active: true });
  const { id: answerTemplateId, ...firstTemplate } = await template();
  await templates.publish({ ws, id: answerTemplateId, rowVersion: firstTemplate.rowVersion });
  const { id: draftAnswerTemplateId } = await template();
  const view = await savedView.create({ ws, list: 'request', name: `${marker} view`, query: 'status=NEW' });
  const programKey = await apiKey.create({ ws, name: `${marker} key`, scopes: ['ropa.read'], lifetime: '30' });
  const account = await serviceAccount.create({
    ws,
    name: `${marker} service`,
    role: 'Staff',
    description: marker,
  });
  const hook = await webhook.create({
    ws,
    name: `${marker} webhook`,
    url: 'https://example.com/hook',
    events: ['application.created'],
  });
  const webhookDeliveryId = randomUUIDv7();
  await owner
    .insertInto('webhookDeliveries')
    .values({
      workspaceId: ws,
      id: webhookDeliveryId,
      webhookId: hook.id,
      event: 'application.created',
      entity: 'application',
      entityId: hook.id,
      occurredAt: deps.now(),
      status: 'failed',
      until: deps.now(),
      createdAt: deps.now(),
    })
    .execute();
  const { mailServer: mailServers, dataRightsProtocol: agents } = await callerFor(server, people.Admin);
  const mailServer = await mailServers.create({
    ws,
    name: `${marker} post`,
    // A host that never exists: RFC 2606.
    host: 'post.invalid',
    port: 587,
    encryption: 'starttls',
    username: `${marker}-user`,
    password: `${marker}-password`,
    fromAddress: `${marker.toLowerCase()}@test.example`,
    bounceAddress: `${marker.toLowerCase()}-bounces@test.example`,
  });
  await mailServers.link({ ws, id: mailServer.id, wid: ws });
  await owner
    .insertInto('mailServerMailboxes')
    .columns(['organizationId', 'id', 'host', 'port', 'encryption', 'username', 'password', 'folder'])
    .expression((where) =>
      where
        .selectFrom('mailServers')
        .select((value) => [
          'organizationId',
          'id',
          value.val('imap.invalid').as('host'),
          value.val(993).as('port'),
          value.val('tls').as('encryption'),
          value.val(`${marker}-mailbox`).as('username'),
          value
            .val(sealMailboxPassword(server.deps.keyring, mailServer.id, `${marker}-mailbox-password`))
            .as('password'),
          value.val('INBOX').as('folder'),
        ])
        .where('id', '=', mailServer.id),
    )
    .execute();
  await agents.settings.update({ ws, businessId: `${marker}_BUSINESS`, rowVersion: 0 });
  const agent = (name: string) =>
    agents.create({ ws, name, agentId: name.replaceAll(' ', '_'), verifyKey: `${'A'.repeat(43)}=` });
  const { id: authorisedAgentId } = await agent(`${marker} agent`);
  const { id: callingAgentId } = await agent(`${marker} calling agent`);
  const key = await server.deps.keyring.workspaceKey(owner, ws);
  await owner
    .updateTable('webhooks')
    .set({ previousSecret: sealedPreviousSecret.seal(key, hook.id, marker) })
    .where('id', '=', hook.id)
    .execute();
  await owner
    .updateTable('webhookDeliveries')
    .set({ answer: sealedAnswer.seal(key, webhookDeliveryId, marker) })
    .where('id', '=', webhookDeliveryId)
    .execute();
  await owner
    .insertInto('agentRequests')
    .values({
      workspaceId: ws,
      id: unconfirmedRequestId,
      agentId: callingAgentId,
      body: Buffer.alloc(32),
      facts: sealedAgentFacts.seal(key, unconfirmedRequestId, {
        exercise: 'access',
        reference: marker,
        regime: marker,
        relationships: [marker],
        telephone: marker,
        address: marker,
        powerOfAttorney: marker,
        verified: [],
        callback: '',
      }),
      hasCallback: false,
    })
    .execute();
  await owner
    .insertInto('agentMessages')
    .values({ workspaceId: ws, id: randomUUIDv7(), hash: randomBytes(32), expiresAt: deps.now() })
    .execute();
  const requestImportId = randomUUIDv7();
  await owner
    .insertInto('imports')
    .values({
      workspaceId: ws,
      id: requestImportId,
      kind: 'requests',
      requestFormId,
      fileName: `${marker} requests.csv`,
      locale: 'th',
      status: 'checked',
      requestedBy: people.Admin.personnelId,
    })
    .execute();
  const searched = await buildSearchedRequest(server, { ws, people, marker, enter });
  return {
    authorisedAgentId,
    answerTemplateId,
    draftAnswerTemplateId,
    savedViewId: view.id,
    apiKeyId: programKey.id,
    serviceAccountId: account.id,
    webhookId: hook.id,
    webhookDeliveryId,
    mailServerId: mailServer.id,
    requestImportId,
    requestRowVersion,
    rightId,
    freeRightId,
    requestFormId,
    draftRequestFormId: await form('draft', { published: false }),
    inactiveRequestFormId: await form('inactive', { active: false }),
    requestId,
    requestRightId,
    unconfirmedRequestId,
    ...searched,
  };
}

/** A request whose data is searched for: its tasks, and the data that the workspace stores about the data subject. */
async function buildSearchedRequest(
  server: TestServer,
  {
    ws,
    people,
    marker,
    enter,
  }: {
    ws: string;
    people: Record<Role, Person>;
    marker: string;
    enter: () => Promise<{ id: string; requestRightId: string }>;
  },
): Promise<Pick<RequestRecords, 'searchedRequestId' | 'searchedRightId' | 'requestTaskIds'>> {
  const { request, requestTask } = await callerFor(server, people.Admin);
  const { id, requestRightId: rightId } = await enter();
  await request.changeStatus({ ws, id, action: 'VERIFY' });
  await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: people.Staff.personnelId });
  // Stores a scope in which nothing is chosen.
  await requestTask.choose({ ws, requestId: id, part: 'GROUP', id, chosen: false });
  const task = async () =>
    (
      await requestTask.add({
        ws,
        requestId: id,
        rightId,
        kind: 'RESTRICT',
        title: marker,
        note: marker,
        assigneeId: people.Staff.personnelId,
      })
    ).id;
  const requestTaskIds = { OPEN: await task(), INPROGRESS: await task(), DONE: await task() };
  await requestTask.start({ ws, id: requestTaskIds.INPROGRESS });
  await requestTask.finish({ ws, id: requestTaskIds.DONE, note: marker, proof: { method: marker } });
  await server.owner
    .insertInto('requestGatherings')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      requestId: id,
      status: 'FAILED',
      requestedBy: people.Admin.personnelId,
      createdAt: server.deps.now(),
    })
    .execute();
  return { searchedRequestId: id, searchedRightId: rightId, requestTaskIds };
}
