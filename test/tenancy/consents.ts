import { createHash, randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { signingKey } from '../../server/platform/crypto/signingKeys.ts';
import { writeReceipt } from '../../server/modules/consentReceipt/issue.ts';
import { findSubmission } from '../../server/modules/consentReceipt/queries.ts';
import { sealToken } from '../../server/modules/consentReceipt/token.ts';
import { idAt, recordUserConsents, sealedIdentity, uidHash } from '../../server/modules/userConsent/record.ts';
import { consentDraft } from '../../shared/consent/schema.ts';
import { consentSettings } from '../../shared/consent/settings.ts';
import { bitsOf } from '../../shared/purpose/bits.ts';
import { buildConsentForm } from '../helpers/consents.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';

/** The consent records of a workspace: forms in every state, and one submission with a receipt. */
export interface ConsentRecords {
  consentId: string;
  consentVersion: number;
  consentApplicationId: string;
  /** Its purposes; the bit of each is its index. */
  consentPurposeIds: readonly string[];
  /** Complete and never published; published and deactivated. */
  draftConsentId: string;
  inactiveConsentId: string;
  /** A submission that accepts the first purpose, its data subject, its source. */
  userConsentId: string;
  userConsentUid: string;
  userConsentSource: string;
  consentReceiptId: string;
  /** A checked import of consents into the form. */
  consentImportId: string;
  /** Token of the link to that data subject's own page. */
  choicesToken: string;
  /** Delivers the form every month. */
  scheduleId: string;
  /** A failed delivery of it. */
  scheduleTaskId: string;
}

/** Builds them without the procedures; every text contains `marker`. */
export async function buildConsentRecords(server: TestServer, marker: string, person: Person): Promise<ConsentRecords> {
  const { owner, deps } = server;
  const ws = person.workspaceId;
  const now = deps.now();
  const form = await buildConsentForm(server, person, {
    purposes: 2,
    name: `${marker} form`,
    draft: { title: { th: `${marker} title`, en: `${marker} title` }, description: { th: marker, en: marker } },
  });

  const more = async (what: string, { active = true, published = false } = {}) => {
    const id = randomUUIDv7();
    const applicationId = randomUUIDv7();
    const { dataControllerId } = await owner
      .selectFrom('applications')
      .select('dataControllerId')
      .where('id', '=', form.applicationId)
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('applications')
      .values({
        workspaceId: ws,
        id: applicationId,
        name: `${marker} ${what} application`,
        description: marker,
        dataControllerId,
      })
      .execute();
    const content = consentDraft.parse({
      title: { th: marker, en: marker },
      description: { th: marker, en: marker },
      purposes: form.purposeIds.map((purposeId) => ({ purposeId })),
    });
    await owner
      .insertInto('consents')
      .values({
        workspaceId: ws,
        id,
        applicationId,
        name: `${marker} ${what} form`,
        content: JSON.stringify(content),
        settings: JSON.stringify(consentSettings.parse({ level: 'open' })),
        status: published ? 'published' : 'draft',
        publishedVersion: published ? 1 : 0,
        active,
      })
      .execute();
    await owner.insertInto('consentCounters').values({ workspaceId: ws, consentId: id }).execute();
    if (published)
      await owner
        .insertInto('consentVersions')
        .values({
          workspaceId: ws,
          id: randomUUIDv7(),
          consentId: id,
          version: 1,
          content: JSON.stringify(form.content),
          sha256: form.sha256,
          publishedBy: person.personnelId,
        })
        .execute();
    return id;
  };
  const draftConsentId = await more('draft');
  const inactiveConsentId = await more('inactive', { active: false, published: true });

  await owner
    .insertInto('consentEditorialChanges')
    .values({
      workspaceId: ws,
      consentId: form.id,
      version: 1,
      purposeId: form.purposeIds[0]!,
      reason: `${marker} reason`,
    })
    .execute();
  const userConsentId = idAt(now);
  const userConsentUid = `${marker}-subject`;
  const key = await withScope(deps.db, { workspaceId: ws }, (trx) => deps.keyring.workspaceKey(trx, ws));
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  await recordUserConsents(deps.db, {
    workspaceId: ws,
    consentId: form.id,
    now,
    rows: [
      {
        id: userConsentId,
        at: now,
        version: 1,
        uid: uidHash(key, userConsentUid),
        identity: sealedIdentity.seal(key, userConsentId, {
          uid: userConsentUid,
          name: `${marker} subject`,
          guardian: null,
        }),
        action: 'ACCEPT',
        granted: bitsOf([0]),
        hasGuardian: false,
        language: 'th',
        channel: 'JS Web Form',
        knownBy: 'uid',
        source: `${marker} website`,
        key: sha256(`${marker} key`),
        body: sha256(marker),
        token: sha256(`${marker} token`),
        tokenEnds: new Date(now.getTime() + 3_600_000),
      },
    ],
  });
  const signing = await signingKey(deps);
  const { id: consentReceiptId } = await withScope(deps.db, { workspaceId: ws }, async (trx) => {
    const submission = (await findSubmission(trx, ws, userConsentId))!;
    return writeReceipt(deps, trx, { workspaceId: ws, submission, by: person.personnelId, signing });
  });
  const consentImportId = randomUUIDv7();
  await owner
    .insertInto('imports')
    .values({
      workspaceId: ws,
      id: consentImportId,
      kind: 'user-consents',
      consentId: form.id,
      fileName: `${marker} consents.csv`,
      locale: 'th',
      status: 'checked',
      requestedBy: person.personnelId,
    })
    .execute();
  const choicesToken = sealToken(key, {
    consentId: form.id,
    uid: userConsentUid,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });

  const { id: scheduleId } = await (
    await callerFor(server, person)
  ).schedule.create({
    ws,
    name: `${marker} schedule`,
    workspaceIds: [ws],
    consentIds: [form.id],
    frequency: 'Monthly',
    hour: 3,
    day: 31,
    // A host that never exists: RFC 2606.
    host: 'drop.invalid',
    port: 22,
    username: `${marker}-user`,
    password: `${marker}-password`,
    folder: '/consents',
    hostKey: `SHA256:${'A'.repeat(43)}`,
  });

  const { organizationId } = await server.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const scheduleTaskId = randomUUIDv7();
  await server.owner
    .insertInto('exportScheduleTasks')
    .values({
      workspaceId: ws,
      id: scheduleTaskId,
      organizationId,
      scheduleId,
      consentId: form.id,
      runAt: now,
      manual: false,
      state: 'failed',
      fileName: `${marker}.csv`,
      problem: 'full',
      createdAt: now,
      finishedAt: now,
    })
    .execute();

  return {
    consentId: form.id,
    consentVersion: 1,
    consentApplicationId: form.applicationId,
    consentPurposeIds: form.purposeIds,
    draftConsentId,
    inactiveConsentId,
    consentImportId,
    userConsentId,
    userConsentUid,
    userConsentSource: `${marker} website`,
    consentReceiptId,
    choicesToken,
    scheduleId,
    scheduleTaskId,
  };
}
