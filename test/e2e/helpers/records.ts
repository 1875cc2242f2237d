import { randomUUIDv7 } from 'node:crypto';
import { consentDraft } from '../../../shared/consent/schema.ts';
import { consentSettings } from '../../../shared/consent/settings.ts';
import { requestFormDraft } from '../../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../../shared/requestForm/settings.ts';
import type { World } from '../../factories.ts';
import { buildActivity, buildIncident } from '../../helpers/incidents.ts';

interface Owner {
  workspaceId: string;
  dataControllerId: string;
  personnelId: string;
}

/** An application that names a data controller, written without row-level security. */
export async function buildApplication(
  world: World,
  { workspaceId, dataControllerId, name }: Omit<Owner, 'personnelId'> & { name: string },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await world.owner
    .insertInto('applications')
    .values({ workspaceId, id, name, dataControllerId, description: 'ทะเบียนที่ใช้ทดสอบ' })
    .execute();
  return { id };
}

/** A draft purpose with a responsible person. */
export async function buildDraftPurpose(
  world: World,
  { workspaceId, personnelId, title }: Omit<Owner, 'dataControllerId'> & { title: string },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await world.owner
    .insertInto('purposes')
    .values({
      workspaceId,
      id,
      titleTh: title,
      titleEn: 'Purpose',
      descriptionTh: 'คำอธิบาย',
      descriptionEn: 'Description',
      responsiblePersonnelId: personnelId,
    })
    .execute();
  return { id };
}

/** A consent form with a purpose that was never published. */
async function buildDraftConsent(
  world: World,
  { workspaceId, applicationId, purposeId }: { workspaceId: string; applicationId: string; purposeId: string },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const draft = consentDraft.parse({
    title: { th: 'ขอความยินยอม', en: 'Your consent' },
    description: { th: 'เราขอใช้ข้อมูลของท่าน', en: '' },
    purposes: [{ purposeId }],
  });
  const row = {
    workspaceId,
    id,
    applicationId,
    name: 'แบบความยินยอมของผู้ป่วย',
    content: JSON.stringify(draft),
    settings: JSON.stringify(consentSettings.parse({})),
  };
  await world.owner.insertInto('consents').values(row).execute();
  await world.owner.insertInto('consentCounters').values({ workspaceId, consentId: id }).execute();
  return { id };
}

/** A request form with the rights of the act that was never published. */
async function buildDraftRequestForm(
  world: World,
  { workspaceId, applicationId }: { workspaceId: string; applicationId: string },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const rights = await world.owner
    .selectFrom('dataRights')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .orderBy('position')
    .execute();
  const draft = requestFormDraft.parse({
    title: { th: 'คำขอใช้สิทธิ', en: 'Your request' },
    detail: { th: 'ขอใช้สิทธิเกี่ยวกับข้อมูลของท่าน', en: '' },
    rightRequests: rights.map((right) => ({
      rightRequestId: right.id,
      customRequests: [{ th: 'ข้อมูลสมาชิก', en: 'Membership' }],
      fee: 20,
    })),
  });
  const row = {
    workspaceId,
    id,
    applicationId,
    name: 'แบบคำขอของผู้ป่วย',
    description: '',
    content: JSON.stringify(draft),
    settings: JSON.stringify(requestFormSettings.parse({})),
  };
  await world.owner.insertInto('requestForms').values(row).execute();
  return { id };
}

/** One of each record with its own page; by the id of the page's route. */
export async function buildRecord(
  world: World,
  { workspaceId, dataControllerId, personnelId }: Owner,
): Promise<Record<string, string>> {
  const application = await buildApplication(world, { workspaceId, dataControllerId, name: 'ทะเบียนผู้ป่วย' });
  const purpose = await buildDraftPurpose(world, { workspaceId, personnelId, title: 'ให้บริการรักษาพยาบาล' });
  await world.owner
    .insertInto('applicationPurposes')
    .values({ workspaceId, applicationId: application.id, purposeId: purpose.id, position: 0 })
    .execute();
  const category = await world.owner
    .selectFrom('purposeCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .limit(1)
    .executeTakeFirst();
  const pii = await world.owner
    .selectFrom('piiCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const consent = await buildDraftConsent(world, { workspaceId, applicationId: application.id, purposeId: purpose.id });
  const requestForm = await buildDraftRequestForm(world, { workspaceId, applicationId: application.id });
  const incident = await buildIncident(world, workspaceId, {
    title: 'ส่งผลตรวจผิดคน',
    status: 'ACTIVE',
    reporterId: personnelId,
    assigneeId: personnelId,
    riskLevel: 'HIGH_RISK',
    applicationIds: [application.id],
    purposeIds: [purpose.id],
    subjectCount: 120,
    sensitive: true,
  });
  await buildActivity(world, workspaceId, incident.id, { detail: 'ขอให้ผู้รับลบอีเมล', by: personnelId });
  const template = await world.owner
    .selectFrom('answerTemplates')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', 'accessCompleted')
    .executeTakeFirst();
  return {
    ...(template && { answerTemplate: template.id }),
    incident: incident.id,
    incidentNotification: incident.id,
    consent: consent.id,
    requestForm: requestForm.id,
    application: application.id,
    purpose: purpose.id,
    ...(category && { purposeCategory: category.id }),
    ...(pii && { piiCategory: pii.id }),
  };
}
