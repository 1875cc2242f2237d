import type { IncidentCause } from '../../../shared/incident/schema.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { SeverityAnswers } from '../../../shared/incident/severity.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';
import type { appRouter } from '../../router.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
/** Calls as one of the demo's people at a moment, milliseconds since 1970. */
type CallAt = (who: DemoPerson, at: number) => Caller;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();

const REPORTER = { firstName: 'สมหญิง', lastName: 'ตัวอย่างดี', phone: '0812000003', email: 'staff@demo.example' };
const MODERATE: SeverityAnswers = {
  dataKinds: ['sensitive'],
  adjustments: ['harmless'],
  identification: 'significant',
  confidentiality: 'limited',
  integrity: 'none',
  availability: 'none',
  malicious: false,
};
const GRAVE: SeverityAnswers = {
  dataKinds: ['simple', 'sensitive'],
  adjustments: ['volume'],
  identification: 'maximum',
  confidentiality: 'severe',
  integrity: 'none',
  availability: 'none',
  malicious: true,
};
const SLIGHT: SeverityAnswers = {
  dataKinds: ['simple'],
  adjustments: [],
  identification: 'negligible',
  confidentiality: 'limited',
  integrity: 'none',
  availability: 'none',
  malicious: false,
};

interface Story {
  title: string;
  cause: IncidentCause;
  application: string;
  description: string;
  actionsTaken: string;
  subjectCount: number | null;
  sensitive: boolean;
  /** When it is recorded, before now. */
  before: number;
}

const WRONG_ADDRESS: Story = {
  title: 'ส่งผลตรวจเลือดทางอีเมลผิดคน · Blood results e-mailed to the wrong person',
  cause: 'MISDELIVERY',
  application: 'Laboratory',
  description: 'ไฟล์ผลตรวจของผู้ป่วย 23 รายถูกส่งไปยังคู่ค้ารายอื่นที่ชื่ออีเมลคล้ายกัน (ข้อมูลตัวอย่าง)',
  actionsTaken: 'โทรแจ้งผู้รับให้ลบไฟล์ และขอหนังสือยืนยันการลบ',
  subjectCount: 23,
  sensitive: true,
  before: 55 * HOUR,
};
const LAPTOP: Story = {
  title: 'โน้ตบุ๊กแผนกเวชระเบียนหาย · Laptop of the records department lost',
  cause: 'LOST_OR_STOLEN',
  application: 'Appointments',
  description: 'โน้ตบุ๊กหายระหว่างเดินทาง เครื่องตั้งรหัสผ่านแต่ยังไม่ทราบว่าเข้ารหัสดิสก์หรือไม่ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'แจ้งความและสั่งล้างเครื่องจากระยะไกล',
  subjectCount: null,
  sensitive: false,
  before: 2 * HOUR,
};
const CAMERA: Story = {
  title: 'ภาพกล้องวงจรปิดถูกแชร์ในกลุ่มไลน์ · Camera footage shared in a chat group',
  cause: 'INSIDER',
  application: 'CCTV',
  description: 'พนักงานรักษาความปลอดภัยถ่ายภาพหน้าจอผู้มาติดต่อแล้วส่งในกลุ่มไลน์ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'ขอให้ลบภาพ และระงับสิทธิเข้าห้องควบคุม',
  subjectCount: 4,
  sensitive: false,
  before: 75 * HOUR,
};
const PHISHING: Story = {
  title: 'บัญชีอีเมลฝ่ายวิจัยถูกหลอกเอารหัสผ่าน · Research mailbox taken over by phishing',
  cause: 'PHISHING',
  application: 'Clinical research',
  description: 'ผู้ไม่หวังดีเข้ากล่องจดหมายได้ 40 นาที มีทะเบียนอาสาสมัครในกล่อง (ข้อมูลตัวอย่าง)',
  actionsTaken: 'เปลี่ยนรหัสผ่าน ตัดการเชื่อมต่อ และเปิดยืนยันตัวสองชั้น',
  subjectCount: 312,
  sensitive: true,
  before: 40 * DAY,
};
const FAX: Story = {
  title: 'โทรสารใบนัดไปผิดหมายเลข · Appointment slip faxed to a wrong number',
  cause: 'HUMAN_ERROR',
  application: 'Appointments',
  description: 'ใบนัดหนึ่งใบไม่มีข้อมูลสุขภาพ ผู้รับเป็นคลินิกในเครือ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'คลินิกทำลายเอกสารและยืนยันกลับ',
  subjectCount: 1,
  sensitive: false,
  before: 20 * DAY,
};
const TEST_DATA: Story = {
  title: 'พบไฟล์ทดสอบในโฟลเดอร์สาธารณะ · Test file found in a public folder',
  cause: 'SYSTEM_FAILURE',
  application: 'Laboratory',
  description: 'ไฟล์มีแต่ข้อมูลที่สร้างขึ้นเพื่อทดสอบ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'ย้ายไฟล์ออก',
  subjectCount: 0,
  sensitive: false,
  before: 10 * DAY,
};
const CARD: Story = {
  title: 'บัตรผู้ป่วยวางทิ้งที่เคาน์เตอร์ · Patient cards left on a counter',
  cause: 'HUMAN_ERROR',
  application: 'Appointments',
  description: '',
  actionsTaken: 'เก็บบัตรคืนแล้ว กำลังนับจำนวน',
  subjectCount: null,
  sensitive: false,
  before: 35 * MINUTE,
};
/** Earlier ones, so that the dashboard has months to tell of. */
const EARLIER: readonly Story[] = [
  { ...FAX, title: 'พิมพ์ใบเสร็จสลับคน · Receipts mixed up', before: 75 * DAY },
  {
    ...PHISHING,
    title: 'เครื่องลงทะเบียนติดมัลแวร์ · Malware on a registration kiosk',
    cause: 'MALWARE',
    application: 'Appointments',
    subjectCount: 80,
    before: 110 * DAY,
  },
  {
    ...FAX,
    title: 'ส่งเอกสารประกันผิดบริษัท · Insurance papers to a wrong company',
    cause: 'MISDELIVERY',
    before: 150 * DAY,
  },
  { ...FAX, title: 'ผู้รับจ้างทำฮาร์ดดิสก์หาย · A contractor lost a disk', cause: 'THIRD_PARTY', before: 230 * DAY },
];

/** Incidents of the demo hospital in every stage, told from now on back: whenever one looks, clocks run. */
export const demo: DemoPart = async ({ at: callAt, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = callAt as CallAt;
  const now = Date.now();
  const { collection: applications } = await call('dpo', now).application.list({ ws, pageSize: 100 });
  const { collection: groups } = await call('dpo', now).catalogue.list({ ws, kind: 'dataSubjectGroup', pageSize: 100 });
  const { collection: people } = await call('dpo', now).personnel.list({ ws, pageSize: 100 });
  const staff = people.find(({ email }) => email === REPORTER.email)!;

  const report = async (story: Story): Promise<{ id: string; at: number }> => {
    const at = now - story.before;
    const applicationIds = [(applications.find(({ name }) => name.endsWith(story.application)) ?? applications[0]!).id];
    const suggested = await call('staff', at).incident.suggest({ ws, applicationIds });
    const { id } = await call('staff', at).incident.create({
      ws,
      title: story.title,
      reporter: REPORTER,
      applicationIds,
      dataSubjectGroupIds: [(suggested.dataSubjectGroups[0] ?? groups[0]!).id],
      purposeIds: suggested.purposes.slice(0, 2).map((one) => one.id),
      piiCategoryIds: suggested.piiCategories.slice(0, 3).map((one) => one.id),
      discoveredAt: iso(at - 40 * MINUTE),
      occurredAt: iso(at - 5 * HOUR),
      description: story.description,
      actionsTaken: story.actionsTaken,
      consequences: story.sensitive ? 'ผู้ได้รับผลกระทบอาจอับอายหรือถูกแอบอ้าง' : '',
      cause: story.cause,
      breachKinds: ['CONFIDENTIALITY'],
      subjectCount: story.subjectCount,
      recordCount: story.subjectCount,
      sensitive: story.sensitive,
    });
    return { id, at };
  };
  const submit = async (story: Story) => {
    const created = await report(story);
    await call('staff', created.at + 10 * MINUTE).incident.submit({ ws, id: created.id });
    return created;
  };
  const accept = async (story: Story, riskLevel: RiskLevel, severity: SeverityAnswers) => {
    const { id, at } = await submit(story);
    await call('dpo', at + 50 * MINUTE).incident.accept({
      ws,
      id,
      riskLevel,
      severity,
      assigneeId: staff.id,
      riskDescription:
        riskLevel === 'NO_RISK' ? 'ข้อมูลเล็กน้อย ผู้รับเชื่อถือได้ และทำลายแล้ว' : 'ข้อมูลระบุตัวบุคคลได้ และยังยืนยันไม่ได้ว่าไม่มีผู้อื่นเห็น',
      factors:
        riskLevel === 'NO_RISK'
          ? [
              { factor: 'natureOfData', finding: 'ชื่อและวันนัด ไม่มีข้อมูลสุขภาพ' },
              { factor: 'recipients', finding: 'ผู้รับอยู่ในเครือและมีหน้าที่รักษาความลับ' },
              { factor: 'mitigation', finding: 'ทำลายเอกสารและยืนยันเป็นลายลักษณ์อักษร' },
            ]
          : [],
    });
    return { id, at };
  };
  const keep = (id: string, at: number, phase: 'CONTAINMENT' | 'ERADICATION' | 'RECOVERY_ACTIVITIES', detail: string) =>
    call('staff', at).incident.activities.add({ ws, id, phase, at: iso(at), detail });
  const close = async (id: string, at: number) => {
    await keep(id, at + 3 * HOUR, 'CONTAINMENT', 'จำกัดการเข้าถึงและขอให้ผู้รับลบข้อมูล');
    await keep(id, at + 9 * HOUR, 'ERADICATION', 'แก้ต้นเหตุและตรวจว่าไม่มีที่อื่นซ้ำ');
    await keep(id, at + 26 * HOUR, 'RECOVERY_ACTIVITIES', 'อบรมผู้เกี่ยวข้องและปรับขั้นตอนงาน');
    await call('staff', at + 30 * HOUR).incident.resolve({
      ws,
      id,
      resolution: 'ดำเนินการครบตามแผนและไม่พบการนำข้อมูลไปใช้',
    });
  };
  const notifyAuthority = (id: string, at: number) =>
    call('dpo', at).incidentNotification.create({
      ws,
      id,
      recipientGroup: 'DATA_PROTECTION_AUTHORITY',
      channel: 'OTHER',
      locale: 'th',
      recipients: [{ name: 'สำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล' }],
      subject: 'แจ้งเหตุการละเมิดข้อมูลส่วนบุคคล',
      message: 'แจ้งเหตุตามแบบของสำนักงานแล้ว (ข้อมูลตัวอย่าง)',
      notifiedAt: iso(at),
    });
  const notifySubjects = (id: string, at: number) =>
    call('dpo', at).incidentNotification.create({
      ws,
      id,
      recipientGroup: 'DATA_SUBJECT',
      channel: 'SMS',
      locale: 'th',
      recipients: [{ name: 'อาสาสมัครในทะเบียน 312 ราย (ตัวอย่าง)' }],
      message: 'โรงพยาบาลสุขใจขอแจ้งว่ากล่องจดหมายที่มีทะเบียนอาสาสมัครถูกเข้าถึงโดยมิชอบ โปรดระวังข้อความแอบอ้าง (ข้อมูลตัวอย่าง)',
      notifiedAt: iso(at),
    });
  const finish = async (story: Story, riskLevel: RiskLevel, severity: SeverityAnswers) => {
    const { id, at } = await accept(story, riskLevel, severity);
    if (riskLevel !== 'NO_RISK') await notifyAuthority(id, at + 20 * HOUR);
    if (riskLevel === 'HIGH_RISK') await notifySubjects(id, at + 22 * HOUR);
    await close(id, at);
    await call('dpo', at + 32 * HOUR).incident.verify({ ws, id, note: 'ตรวจสอบแล้วครบถ้วน' });
  };

  for (const story of [...EARLIER].reverse())
    await finish(
      story,
      story.cause === 'MALWARE' ? 'POSSIBLE_RISK' : 'NO_RISK',
      story.cause === 'MALWARE' ? MODERATE : SLIGHT,
    );
  await finish(PHISHING, 'HIGH_RISK', GRAVE);
  await finish(FAX, 'NO_RISK', SLIGHT);
  const rejected = await submit(TEST_DATA);
  await call('dpo', rejected.at + 2 * HOUR).incident.reject({
    ws,
    id: rejected.id,
    reason: 'ไม่ใช่ข้อมูลส่วนบุคคลจริง จึงไม่เป็นเหตุละเมิด',
  });
  const overdue = await accept(CAMERA, 'POSSIBLE_RISK', MODERATE);
  await keep(overdue.id, overdue.at + 2 * HOUR, 'CONTAINMENT', 'สมาชิกกลุ่มลบภาพแล้ว 11 จาก 14 คน');
  const running = await accept(WRONG_ADDRESS, 'POSSIBLE_RISK', MODERATE);
  await keep(running.id, running.at + 4 * HOUR, 'CONTAINMENT', 'ผู้รับยืนยันทางโทรศัพท์ว่าลบไฟล์แล้ว');
  await submit(LAPTOP);
  await report(CARD);
};
