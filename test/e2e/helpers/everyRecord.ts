import { randomUUIDv7 } from 'node:crypto';
import { buildDataController, callerFor, type Person, type World } from '../../factories.ts';
import { buildConsentForm } from '../../helpers/consents.ts';
import { buildPublishedDpia } from '../../helpers/publishedDpias.ts';
import { buildRequestForm } from '../../helpers/requestForms.ts';
import { buildRecord } from './records.ts';

/**
 * One of each record with its own page, including those created by calls; by the id of the page's route; also the end
 * of the public report form's link.
 */
export async function buildEveryRecord(world: World, admin: Person): Promise<Record<string, string>> {
  const { workspaceId } = admin;
  const { organizationId } = await world.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const controller = await buildDataController(world, workspaceId, { nameTh: 'บริษัท ตัวอย่าง จำกัด' });
  const ids = await buildRecord(world, {
    workspaceId,
    dataControllerId: controller.id,
    personnelId: admin.personnelId,
  });
  const form = await buildRequestForm(world, admin);
  const { request } = await callerFor(world, admin);
  const requested = {
    ws: workspaceId,
    requestFormId: form.id,
    receivedAt: world.deps.now().toISOString(),
    channel: 'COUNTER' as const,
    subject: { firstName: 'มาลี', lastName: 'รักดี', email: 'malee@test.example', telephone: '', uid: '' },
    rights: [{ rightRequestId: form.rightIds['ACCESS']!, requestDetail: 'ขอสำเนาเวชระเบียน' }],
    verified: true,
  };
  const entered = await request.create(requested);
  // Of the same person.
  await request.create(requested);
  const { privacyNotice, requestTask, treatmentPlan } = await callerFor(world, admin);
  const task = await requestTask.add({
    ws: workspaceId,
    requestId: entered.id,
    rightId: entered.rights[0]!.id,
    title: 'ค้นแฟ้มกระดาษ',
    assigneeId: admin.personnelId,
  });
  const plan = { title: 'ข้อมูลรั่วไหล', responsibleId: admin.personnelId, expectedOn: '2099-01-31' };
  const assessed = { ws: workspaceId, applicationId: ids['application']!, plans: [plan] };
  const dpia = await buildPublishedDpia(world, assessed);
  const older = await buildPublishedDpia(world, { ...assessed, variant: 'OLDER' });
  const [{ id: planId } = { id: '' }] = (await treatmentPlan.listOf({ ws: workspaceId, id: dpia.id })).collection;
  const notice = await privacyNotice.create({
    ws: workspaceId,
    name: 'ประกาศสำหรับลูกค้า',
    kind: 'customer',
    dataControllerId: controller.id,
  });
  const consentForm = await buildConsentForm(world, admin, { purposes: 1 });
  const { schedule, webhook } = await callerFor(world, admin);
  const delivery = await schedule.create({
    ws: workspaceId,
    name: 'ส่งทุกคืน',
    workspaceIds: [workspaceId],
    consentIds: [consentForm.id],
    frequency: 'Weekly',
    day: 1,
    hour: 2,
    host: 'sftp.example.com',
    port: 22,
    username: 'drop',
    password: 'correct horse',
    folder: '/in',
    hostKey: `SHA256:${'A'.repeat(43)}`,
  });
  await world.owner
    .insertInto('exportScheduleTasks')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      organizationId,
      scheduleId: delivery.id,
      consentId: consentForm.id,
      runAt: new Date(),
      manual: false,
      state: 'failed',
      attempts: 8,
      problem: 'full',
      createdAt: new Date(),
      finishedAt: new Date(),
    })
    .execute();
  const hook = await webhook.create({
    ws: workspaceId,
    name: 'CRM',
    url: 'https://example.com/hook',
    events: ['application.created'],
  });
  await world.owner
    .insertInto('webhookDeliveries')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      webhookId: hook.id,
      event: 'application.created',
      entity: 'application',
      entityId: ids['application']!,
      occurredAt: new Date(),
      status: 'failed',
      attempts: 3,
      until: new Date(),
      answerStatus: 503,
      createdAt: new Date(),
    })
    .execute();
  const reportToken = `anybody-may-report-${randomUUIDv7()}`;
  await world.owner
    .insertInto('incidentSettings')
    .values({
      workspaceId,
      publicForm: true,
      publicToken: reportToken,
      updatedBy: admin.personnelId,
      updatedAt: new Date(),
    })
    .execute();
  return {
    ...ids,
    reportIncident: reportToken,
    schedule: delivery.id,
    webhook: hook.id,
    request: entered.id,
    requestTask: task.id,
    privacyNotice: notice.id,
    dpia: dpia.id,
    dpiaVersion1: older.id,
    treatmentPlan: planId,
  };
}
