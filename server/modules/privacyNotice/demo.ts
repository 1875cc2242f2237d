import { draftOf } from '../../../shared/purpose/fields.ts';
import type { NoticeDraft, NoticeKind } from '../../../shared/privacyNotice/draft.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { DAY } from '../../../shared/duration.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { appRouter } from '../../router.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** The context in which the demo's notices are created. */
interface Office {
  readonly call: (before: number) => Caller;
  readonly ws: string;
  readonly dataControllerId: string;
}

/**
 * Privacy notices of the hospital: one that matches the register, one that is outdated since a purpose was published
 * again, and a draft whose application has not been published yet.
 */
export const demo: DemoPart = async ({ at, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const now = Date.now();
  const call: Office['call'] = (before) => at('dpo', now - before * DAY) as Caller;
  const [controller] = await call(50).dataController.pick({ ws });
  const office: Office = { call, ws, dataControllerId: controller!.id };

  const patients = await startNotice(office, 50, 'customer', 'ประกาศความเป็นส่วนตัวสำหรับผู้ป่วย (ตัวอย่าง) · Patients (demo)');
  await publish(office, 45, patients, { reviewOn: bangkokDay(new Date(now + 320 * DAY)) });

  const employees = await startNotice(
    office,
    40,
    'employee',
    'ประกาศความเป็นส่วนตัวสำหรับบุคลากร (ตัวอย่าง) · Employees (demo)',
  );
  // Appointments also name relatives, whom this notice does not address.
  const payroll = employees.applications.find(({ name }) => name.includes('HR'))!;
  await publish(office, 35, employees, {
    applications: employees.draft.applications.filter(({ id }) => id === payroll.id),
    reviewOn: bangkokDay(new Date(now + 20 * DAY)),
  });
  await rewordPurpose(office, 2, payroll.purposes[0]!.id);

  const visitors = await startNotice(
    office,
    5,
    'visitor',
    'ประกาศกล้องวงจรปิดและผู้มาติดต่อ (ตัวอย่าง) · Visitors and CCTV (demo)',
  );
  const { collection } = await call(5).application.pick({ ws, query: 'CCTV', pageSize: 1 });
  await call(5).privacyNotice.update({
    ws,
    id: visitors.id,
    rowVersion: visitors.rowVersion,
    ...visitors.draft,
    applications: collection.map(({ id }) => ({ id, groupIds: [], bases: [] })),
  });
};

const startNotice = ({ call, ws, dataControllerId }: Office, before: number, kind: NoticeKind, name: string) =>
  call(before).privacyNotice.create({ ws, name, kind, dataControllerId });

/** Consequences of not providing the data, of purposes that are based on a contract or an act. */
const CONSEQUENCE = {
  th: 'โรงพยาบาลอาจให้บริการหรือปฏิบัติตามกฎหมายไม่ได้ (ตัวอย่าง)',
  en: 'the hospital may be unable to provide the service or comply with the law (demo).',
};

async function publish(
  { call, ws }: Office,
  before: number,
  { id, rowVersion, draft, gaps }: Notice,
  more: Partial<NoticeDraft>,
): Promise<void> {
  const owed = gaps.filter(({ field }) => field === 'provision');
  const saved = await call(before).privacyNotice.update({
    ws,
    id,
    rowVersion,
    ...draft,
    organization: { ...draft.organization, acronym: 'SKH' },
    dpo: { ...draft.dpo, email: draft.dpo.email || 'dpo@demo.example', phone: draft.dpo.phone || '020000000' },
    provisions: owed.map((gap) => ({ purposeId: gap.id, required: true, consequence: CONSEQUENCE })),
    ageAcknowledged: true,
    sensitiveAcknowledged: true,
    approver: { name: 'นพ.สมมติ ตัวอย่าง', position: 'ผู้อำนวยการโรงพยาบาล (ตัวอย่าง)' },
    ...more,
  });
  await call(before).privacyNotice.publish({ ws, id, rowVersion: saved.rowVersion });
}

/** Changes the description of a purpose and publishes it, after the notice was published. */
async function rewordPurpose({ call, ws }: Office, before: number, purposeId: string): Promise<void> {
  const api = call(before);
  const { rowVersion, content } = await api.purpose.get({ ws, id: purposeId });
  const description = {
    th: `${content.description.th} รวมถึงสวัสดิการรักษาพยาบาลของครอบครัว (ตัวอย่าง)`,
    en: `${content.description.en} This includes family medical benefits (demo).`,
  };
  const saved = await api.purpose.update({ ws, id: purposeId, rowVersion, ...draftOf(content), description });
  await api.purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
}
