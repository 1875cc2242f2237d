import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { withScope } from '../../db/client.ts';
import { newToken } from '../../server/platform/auth/tokens.ts';
import { MAIL_CONTEXT } from '../../server/platform/mail/content.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '../../shared/catalogue/schema.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { ROLES } from '../../shared/registry/roles.ts';
import type { PurposeContent } from '../../shared/purpose/schema.ts';
import {
  buildDataController,
  buildOrganization,
  buildPerson,
  buildWorkspace,
  type Person,
  type TestServer,
} from '../factories.ts';
import { pdf } from '../helpers/samples.ts';
import { type Snapshot, takeSnapshot } from '../snapshot.ts';
import { type ApprovalRecords, buildApprovalRecords } from './approvals.ts';
import { buildConsentRecords, type ConsentRecords } from './consents.ts';
import { buildIncidentRecords, type IncidentRecords } from './incidents.ts';
import { buildDpiaRecords, type DpiaRecords } from './dpias.ts';
import { buildNoticeRecords, type NoticeRecords } from './notices.ts';
import { buildRequestRecords, type RequestRecords } from './requests.ts';
import { MODULE_CONTRACTS } from '../moduleContracts.ts';
import { exportDocument } from '../../server/platform/exports/files.ts';
import { sealedFileName } from '../../server/platform/files/name.ts';
import { files as importFiles } from '../../server/modules/recordImport/files.ts';
import { giveFile } from '../helpers/fileOwners.ts';

/** A workspace with records of every kind. All its texts and addresses contain `marker`. */
export interface World
  extends ApprovalRecords, ConsentRecords, DpiaRecords, IncidentRecords, NoticeRecords, RequestRecords {
  marker: string;
  ws: string;
  name: string;
  organizationId: string;
  people: Record<Role, Person>;
  /** Personnel without an account, or unable to sign in. */
  invitedId: string;
  suspendedId: string;
  inactiveId: string;
  /** Active in this workspace, without any task. */
  idleId: string;
  /** Active in another workspace of the same organisation only. */
  colleagueEmail: string;
  emails: { admin: string };
  tokens: { invitation: string; reset: string; signUp: string };
  /** Used by the applications; nothing uses `freeControllerId`. */
  controllerId: string;
  freeControllerId: string;
  fileId: string;
  photoId: string;
  itemIds: Record<CatalogueKind, string>;
  piiCategoryId: string;
  categoryId: string;
  freeCategoryId: string;
  applicationId: string;
  freeApplicationId: string;
  /** A complete draft, and an unused one that has a published version. */
  purposeId: string;
  freePurposeId: string;
  /** Of the category: an attribute used by the data mapping, and an unused attribute and sub-category. */
  attributeId: string;
  freeAttributeId: string;
  subCategoryId: string;
  freeSubCategoryId: string;
  inactiveCategoryId: string;
  thirdPartyId: string;
  flowId: string;
  /** A finished export of the Admin's with its file, and a failed one. */
  exportId: string;
  failedExportId: string;
  exportFileId: string;
  /** A checked import of the Admin's. */
  importId: string;
  mailId: string;
  logId: string;
}

/** Builds a world in a new organisation. */
export async function buildWorld(server: TestServer, marker: string): Promise<World> {
  const { owner, deps } = server;
  const now = deps.now();
  const organization = await buildOrganization(server, { name: `${marker} organisation` });
  const organizationId = organization.id;
  const workspace = await buildWorkspace(server, { organizationId, name: `${marker} workspace` });
  const ws = workspace.id;
  const address = (who: string) =>
    `${who}.${marker.toLowerCase()}.${randomUUIDv7().slice(-8)}@test.example`.toLowerCase();
  const person = (role: Role, who: string, more: { status?: 'active' | 'suspended' | 'inactive' } = {}) =>
    buildPerson(server, {
      workspaceId: ws,
      role,
      name: `${marker} ${who}`,
      email: address(who.replaceAll(' ', '')),
      ...more,
    });

  const people = {} as Record<Role, Person>;
  for (const role of ROLES) people[role] = await person(role, role);
  const idle = await person('Staff', 'idle');
  const suspended = await person('Staff', 'suspended', { status: 'suspended' });
  const inactive = await person('Staff', 'inactive', { status: 'inactive' });
  // A second workspace of the organisation: colleagues come from there, and the first can be deleted.
  const second = await buildWorkspace(server, { organizationId, name: `${marker} second` });
  await buildPerson(server, {
    workspaceId: second.id,
    userId: people.Admin.userId,
    email: people.Admin.email,
    role: 'Admin',
    name: `${marker} Admin`,
  });
  const colleague = await buildPerson(server, {
    workspaceId: second.id,
    role: 'Staff',
    name: `${marker} colleague`,
    email: address('colleague'),
  });

  // Its key was replaced once, and nothing had to be re-encrypted.
  await owner
    .insertInto('keyRotations')
    .columns(['workspaceId', 'id', 'startedBy', 'startedAt', 'total', 'finishedAt'])
    .expression((eb) =>
      eb
        .selectFrom('workspaceKeys')
        .select(['workspaceId', 'id', eb.val(people.Admin.personnelId).as('startedBy'), 'createdAt as startedAt'])
        .select([eb.val(0).as('total'), 'createdAt as finishedAt'])
        .where('workspaceId', '=', ws),
    )
    .execute();
  // Its bytes remain, as where the store refuses.
  await owner
    .insertInto('removedFiles')
    .values({ workspaceId: ws, id: randomUUIDv7(), storageKey: `${ws}/${marker}` })
    .execute();
  const invitedId = randomUUIDv7();
  const invitedEmail = address('invited');
  const invitation = newToken();
  const reset = newToken();
  const signUp = newToken();
  await owner
    .insertInto('personnel')
    .values({
      workspaceId: ws,
      id: invitedId,
      email: invitedEmail,
      name: `${marker} invited`,
      role: 'Staff',
      status: 'invited',
      phone: '0812345678',
      position: `${marker} clerk`,
    })
    .execute();
  await owner
    .insertInto('invitations')
    .values({
      workspaceId: ws,
      tokenHash: invitation.hash,
      personnelId: invitedId,
      email: invitedEmail,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  await owner
    .insertInto('passwordResets')
    .values({ tokenHash: reset.hash, userId: idle.userId, expiresAt: new Date(now.getTime() + 3_600_000) })
    .execute();
  await owner
    .insertInto('signUps')
    .values({ tokenHash: signUp.hash, expiresAt: new Date(now.getTime() + 3_600_000) })
    .execute();
  await owner
    .insertInto('mailQuotas')
    .values({ workspaceId: ws, day: now.toISOString().slice(0, 10), mails: 1 })
    .execute();
  await owner
    .insertInto('notificationMarks')
    .values({ workspaceId: ws, personnelId: people.DPO.personnelId, readAt: now })
    .execute();

  const key = await withScope(deps.db, { workspaceId: ws }, (trx) => deps.keyring.workspaceKey(trx, ws));
  const file = async (name: string, type: string, bytes: Buffer) => {
    const id = randomUUIDv7();
    const storageKey = `${ws}/${id}`;
    await deps.files.put(storageKey, bytes, { size: bytes.length, type });
    await owner
      .insertInto('files')
      .values({
        workspaceId: ws,
        id,
        sealedName: sealedFileName.seal(key, id, `${marker} ${name}`),
        type,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        storageKey,
        uploadedBy: people.Admin.personnelId,
      })
      .execute();
    return id;
  };
  const fileId = await file('logo.pdf', 'application/pdf', pdf(marker));
  const photoId = await file('photo.png', 'image/png', Buffer.from(`png ${marker}`));

  const controller = async (what: string) => {
    const { id } = await buildDataController(server, ws, { nameTh: `${marker} ${what}`, nameEn: `${marker} ${what}` });
    await owner
      .updateTable('dataControllers')
      .set({
        contactPerson: `${marker} contact`,
        address: `${marker} road`,
        email: address(what),
        createdBy: people.Admin.personnelId,
      })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const controllerId = await controller('controller');
  const freeControllerId = await controller('spare');

  const itemIds = {} as Record<CatalogueKind, string>;
  for (const kind of CATALOGUE_KINDS) {
    itemIds[kind] = randomUUIDv7();
    await owner
      .insertInto('catalogueItems')
      .values({ workspaceId: ws, id: itemIds[kind], kind, nameTh: `${marker} ${kind}`, nameEn: `${marker} ${kind}` })
      .execute();
  }
  const piiCategoryId = randomUUIDv7();
  await owner
    .insertInto('piiCategories')
    .values({
      workspaceId: ws,
      id: piiCategoryId,
      nameTh: `${marker} pii`,
      nameEn: `${marker} pii`,
      descriptionTh: marker,
      descriptionEn: marker,
      example: marker,
    })
    .execute();
  const category = async (what: string) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('purposeCategories')
      .values({
        workspaceId: ws,
        id,
        nameTh: `${marker} ${what}`,
        nameEn: `${marker} ${what}`,
        descriptionTh: marker,
        descriptionEn: marker,
        detail: marker,
      })
      .execute();
    return id;
  };
  const categoryId = await category('category');
  const freeCategoryId = await category('spare category');

  const application = async (what: string) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('applications')
      .values({
        workspaceId: ws,
        id,
        name: `${marker} ${what}`,
        description: `${marker} description`,
        dataControllerId: controllerId,
        lineOfWorkId: itemIds.lineOfWork,
        dataSourceId: itemIds.dataSource,
        createdBy: people.Admin.personnelId,
        updatedBy: people.DPO.personnelId,
        processingFrequency: 'daily',
        dataSubjectCount: 100,
      })
      .execute();
    return id;
  };
  const applicationId = await application('application');
  const freeApplicationId = await application('spare application');
  const thirdPartyId = randomUUIDv7();
  const purpose = async (what: string) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('purposes')
      .values({
        workspaceId: ws,
        id,
        titleTh: `${marker} ${what}`,
        titleEn: `${marker} ${what}`,
        descriptionTh: `${marker} description`,
        descriptionEn: `${marker} description`,
        purposeCategoryId: categoryId,
        lawfulBases: ['contract'],
        retentionAmount: 1,
        retentionUnit: 'year',
        retentionNote: marker,
        responsibleDepartmentId: itemIds.department,
        responsiblePersonnelId: people.DPO.personnelId,
        thirdPartyDisclosure: true,
        internalSharing: true,
        createdBy: people.Staff.personnelId,
        updatedBy: people.DPO.personnelId,
      })
      .execute();
    for (const kind of ['dataSubjectGroup', 'storageSystem', 'destructionMethod', 'securityMeasure'] as const) {
      await owner
        .insertInto('purposeCatalogueItems')
        .values({ workspaceId: ws, purposeId: id, itemId: itemIds[kind] })
        .execute();
    }
    await owner.insertInto('purposePiiCategories').values({ workspaceId: ws, purposeId: id, piiCategoryId }).execute();
    await owner
      .insertInto('purposeThirdParties')
      .values({
        workspaceId: ws,
        id: what === 'purpose' ? thirdPartyId : randomUUIDv7(),
        purposeId: id,
        name: `${marker} partner`,
        contract: `${marker} contract`,
        position: 0,
      })
      .execute();
    await owner
      .insertInto('purposeInternalApplications')
      .values({ workspaceId: ws, purposeId: id, applicationId })
      .execute();
    return id;
  };
  const purposeId = await purpose('purpose');
  const freePurposeId = await purpose('spare purpose');
  await owner
    .insertInto('applicationPurposes')
    .values({ workspaceId: ws, applicationId, purposeId, position: 0 })
    .execute();

  const sub = async (what: string) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('piiSubCategories')
      .values({ workspaceId: ws, id, piiCategoryId, nameTh: `${marker} ${what}`, nameEn: `${marker} ${what}` })
      .execute();
    return id;
  };
  const subCategoryId = await sub('sub-category');
  const freeSubCategoryId = await sub('spare sub-category');
  const attribute = async (what: string) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('piiAttributes')
      .values({
        workspaceId: ws,
        id,
        piiCategoryId,
        piiSubCategoryId: subCategoryId,
        nameTh: `${marker} ${what}`,
        nameEn: `${marker} ${what}`,
        descriptionTh: marker,
        descriptionEn: marker,
      })
      .execute();
    return id;
  };
  const attributeId = await attribute('attribute');
  const freeAttributeId = await attribute('spare attribute');
  const inactiveCategoryId = randomUUIDv7();
  await owner
    .insertInto('piiCategories')
    .values({
      workspaceId: ws,
      id: inactiveCategoryId,
      nameTh: `${marker} inactive pii`,
      nameEn: `${marker} inactive pii`,
      descriptionTh: marker,
      descriptionEn: marker,
      active: false,
    })
    .execute();
  const flowId = randomUUIDv7();
  await owner
    .insertInto('dataFlows')
    .values({
      workspaceId: ws,
      id: flowId,
      applicationId,
      purposeId,
      position: 0,
      dataSubjectGroupId: itemIds.dataSubjectGroup,
      channelId: itemIds.collectionChannel,
      storageSystemId: itemIds.storageSystem,
      destructionMethodId: itemIds.destructionMethod,
      note: `${marker} note`,
      uses: 1,
      sensitiveUses: 0,
    })
    .execute();
  await owner
    .insertInto('dataFlowAttributes')
    .values({
      workspaceId: ws,
      dataFlowId: flowId,
      attributeId,
      applicationId,
      purposeId,
      piiCategoryId,
      sensitive: false,
      retentionDays: 0,
    })
    .execute();
  await owner
    .insertInto('dataFlowApplications')
    .values({ workspaceId: ws, dataFlowId: flowId, applicationId })
    .execute();
  await owner
    .insertInto('dataFlowThirdParties')
    .values({ workspaceId: ws, dataFlowId: flowId, thirdPartyId })
    .execute();
  await owner
    .insertInto('countryAdequacy')
    .values({
      workspaceId: ws,
      country: 'JP',
      adequate: true,
      note: `${marker} adequacy`,
      decidedBy: people.DPO.personnelId,
    })
    .execute();
  await owner
    .insertInto('dataFlowPositions')
    .values({ workspaceId: ws, node: `application:${applicationId}`, x: 1, y: 2 })
    .execute();

  const exportFileId = await file(
    'register.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    Buffer.from(`xlsx ${marker}`),
  );
  const exported = async (more: {
    status: 'done' | 'failed';
    fileId?: string;
    fileName?: string;
    errorCode?: string;
  }) => {
    const id = randomUUIDv7();
    await owner
      .insertInto('exports')
      .values({
        workspaceId: ws,
        id,
        kind: 'application-ropa',
        format: 'xlsx',
        locale: 'th',
        subjectId: applicationId,
        subject: `${marker} application`,
        attempts: 1,
        requestedBy: people.Admin.personnelId,
        finishedAt: now,
        ...more,
      })
      .execute();
    return id;
  };
  const exportId = await exported({ status: 'done', fileId: exportFileId, fileName: `${marker} export.xlsx` });
  await giveFile({ owner }, exportDocument, exportId, exportFileId);
  const failedExportId = await exported({ status: 'failed', errorCode: 'export.failed' });
  const importId = randomUUIDv7();
  const importFileId = await file('register.csv', 'text/csv', Buffer.from(`name\n${marker}`));
  await giveFile({ owner }, importFiles.table, importId, importFileId);
  await owner
    .insertInto('imports')
    .values({
      workspaceId: ws,
      id: importId,
      kind: 'ropa',
      fileId: importFileId,
      fileName: `${marker} register.csv`,
      locale: 'th',
      status: 'checked',
      requestedBy: people.Admin.personnelId,
    })
    .execute();
  await owner
    .insertInto('importMappings')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      kind: 'ropa',
      headingsHash: marker,
      headings: JSON.stringify({ [`${marker} heading`]: 0 }),
      mapping: JSON.stringify({ note: marker }),
      usedBy: people.Admin.personnelId,
      usedAt: now,
    })
    .execute();

  const text = { th: marker, en: marker };
  const content: PurposeContent = {
    title: text,
    description: text,
    isPrimary: false,
    purposeCategory: { id: categoryId, name: text },
    dataSubjectGroups: [],
    piiCategories: [],
    lawfulBases: ['contract'],
    sensitiveExemptions: [],
    retention: { indefinite: false, amount: 1, unit: 'year', note: marker },
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
  await owner
    .insertInto('purposeVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      purposeId: freePurposeId,
      version: 1,
      content: JSON.stringify(content),
      sha256: 'a'.repeat(64),
      publishedBy: people.DPO.personnelId,
    })
    .execute();
  await owner.updateTable('purposes').set({ publishedVersion: 1 }).where('id', '=', freePurposeId).execute();
  const applicationContent = {
    name: marker,
    description: marker,
    dataController: {
      id: controllerId,
      name: text,
      contactPerson: marker,
      address: marker,
      country: 'TH',
      phone: '021234567',
      email: address('version'),
    },
    lineOfWork: null,
    dataSource: null,
    dataSubjectCount: 1,
    processingFrequency: null,
    purposes: [],
  };
  await owner
    .insertInto('applicationVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      applicationId: freeApplicationId,
      version: 1,
      content: JSON.stringify(applicationContent),
      sha256: 'b'.repeat(64),
      publishedBy: people.DPO.personnelId,
    })
    .execute();
  await owner
    .insertInto('reviewSettings')
    .values({ workspaceId: ws, months: 6, alertDays: [7] })
    .execute();
  await owner.updateTable('applications').set({ publishedVersion: 1 }).where('id', '=', freeApplicationId).execute();

  const logId = randomUUIDv7();
  await owner
    .insertInto('activityLogs')
    .values({
      workspaceId: ws,
      id: logId,
      module: 'BUSINESS',
      event: 'purpose.updated',
      entity: 'purpose',
      entityId: purposeId,
      actorId: people.Admin.personnelId,
      subject: `${marker} purpose`,
      changes: JSON.stringify([{ field: 'title', old: marker, new: marker }]),
    })
    .execute();
  await owner
    .insertInto('outbox')
    .values({
      workspaceId: ws,
      event: 'purpose.updated',
      entity: 'purpose',
      entityId: purposeId,
      actorId: people.Admin.personnelId,
    })
    .execute();
  await owner
    .insertInto('activityCounts')
    .values({ workspaceId: ws, day: '2020-01-01', module: '', entries: 1 })
    .execute();
  const mailId = randomUUIDv7();
  const letter = {
    to: people.Staff.email,
    locale: 'th',
    subject: `${marker} letter`,
    text: `${marker} text`,
    html: `<p>${marker}</p>`,
  };
  await owner
    .insertInto('mails')
    .values({
      id: mailId,
      workspaceId: ws,
      kind: 'invitation',
      status: 'kept',
      payload: deps.keyring.system.seal(MAIL_CONTEXT, mailId, JSON.stringify(letter)),
    })
    .execute();

  const consents = await buildConsentRecords(server, marker, people.Admin);
  const requests = await buildRequestRecords(server, marker, { ws, dataControllerId: controllerId, people });
  const approvals = await buildApprovalRecords(server, marker, people);
  const incidents = await buildIncidentRecords(server, marker, {
    ws,
    people,
    applicationId,
    purposeId,
    piiCategoryId,
    dataSubjectGroupId: itemIds.dataSubjectGroup,
    evidenceId: await file('evidence.pdf', 'application/pdf', pdf(`${marker} evidence`)),
  });

  const dpias = await buildDpiaRecords(server, marker, { ws, applicationId, people });
  const register = { ws, applicationId, purposeId, dataControllerId: controllerId };
  const notices = await buildNoticeRecords(server, marker, register);

  const world: World = {
    ...consents,
    ...dpias,
    ...notices,
    ...requests,
    ...incidents,
    ...approvals,
    marker,
    ws,
    name: workspace.name,
    organizationId,
    people,
    invitedId,
    suspendedId: suspended.personnelId,
    inactiveId: inactive.personnelId,
    idleId: idle.personnelId,
    colleagueEmail: colleague.email,
    emails: { admin: people.Admin.email },
    tokens: { invitation: invitation.token, reset: reset.token, signUp: signUp.token },
    controllerId,
    freeControllerId,
    fileId,
    photoId,
    itemIds,
    piiCategoryId,
    categoryId,
    freeCategoryId,
    applicationId,
    freeApplicationId,
    purposeId,
    freePurposeId,
    attributeId,
    freeAttributeId,
    subCategoryId,
    freeSubCategoryId,
    inactiveCategoryId,
    thirdPartyId,
    flowId,
    exportId,
    failedExportId,
    exportFileId,
    importId,
    mailId,
    logId,
  };
  for (const { fill } of MODULE_CONTRACTS) await fill?.(server, world);
  return world;
}

/** Tables with a column workspace_id, from the catalogue of Postgres. */
export async function workspaceTables(server: TestServer): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
    server.owner,
  );
  return rows.map(({ name }) => name);
}

/** A hash of all data of a workspace, by table, read as superuser. */
export async function hashesOf(server: TestServer, world: World): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const add = async (name: string, condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{
      hash: string;
    }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(name)} t where ${condition}`.execute(
      server.owner,
    );
    hashes[name] = rows[0]?.hash ?? '';
  };
  for (const table of await workspaceTables(server)) await add(table, sql`t.workspace_id = ${world.ws}`);
  await add('workspaces', sql`t.organization_id = ${world.organizationId}`);
  await add('organizations', sql`t.id = ${world.organizationId}`);
  await add('users', sql`t.id in (select user_id from personnel where workspace_id = ${world.ws})`);
  return hashes;
}

/** Every id of a world, however deep, except those of `people` who also belong elsewhere. */
export function idsOf(world: World): string[] {
  const found: string[] = [];
  JSON.stringify(world, (_key, value: unknown) => {
    if (typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) found.push(value);
    return value;
  });
  return [...new Set(found)];
}

/**
 * Calls that may change their world, without a world for each: a call is made in the world used by previous calls and,
 * if it is refused there (its record was deleted, its session ended), in the world as it was built.
 * @param unchanged checks what no call may have changed, before the database is restored
 */
export function worldInUse(server: TestServer, marker: string, unchanged?: () => Promise<void>) {
  let built: Promise<{ world: World; snapshot: Snapshot }> | undefined;
  const build = async () => ({ world: await buildWorld(server, marker), snapshot: await takeSnapshot(server) });
  return async <Result>(
    call: (world: World) => Promise<Result>,
    isAccepted: (result: Result) => boolean,
  ): Promise<Result> => {
    const { world, snapshot } = await (built ??= build());
    const result = await call(world);
    if (isAccepted(result)) return result;
    await unchanged?.();
    await snapshot.restore();
    return call(world);
  };
}
