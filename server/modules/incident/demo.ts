import { HOUR, MINUTE } from '../../../shared/duration.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { SeverityAnswers } from '../../../shared/incident/severity.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';
import type { appRouter } from '../../router.ts';
import {
  CAMERA,
  CARD,
  EARLIER,
  FAX,
  GRAVE,
  LAPTOP,
  MODERATE,
  PHISHING,
  SLIGHT,
  type Story,
  TEST_DATA,
  WRONG_ADDRESS,
} from './demoStories.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
/** Calls as one of the demo's people at a moment, milliseconds since 1970. */
type CallAt = (who: DemoPerson, at: number) => Caller;

const iso = (at: number): string => new Date(at).toISOString();

const REPORTER = { firstName: 'สมหญิง', lastName: 'ตัวอย่างดี', phone: '0812000003', email: 'staff@demo.example' };
type Named = { id: string };
/** Records that incidents of the hospital refer to. */
interface Choices {
  readonly applications: readonly (Named & { name: string })[];
  readonly groups: readonly Named[];
  readonly staff: Named;
}

/** Moves incidents from stage to stage, each move at its own moment. */
class DemoIncidents {
  readonly #ws: string;
  readonly #call: CallAt;
  readonly #now: number;
  readonly #choices: Choices;

  constructor(ws: string, call: CallAt, now: number, choices: Choices) {
    this.#ws = ws;
    this.#call = call;
    this.#now = now;
    this.#choices = choices;
  }

  async report(story: Story): Promise<{ id: string; at: number }> {
    const at = this.#now - story.before;
    const { applications, groups } = this.#choices;
    const applicationIds = [(applications.find(({ name }) => name.endsWith(story.application)) ?? applications[0]!).id];
    const suggested = await this.#call('staff', at).incident.suggest({ ws: this.#ws, applicationIds });
    const { id } = await this.#call('staff', at).incident.create({
      ws: this.#ws,
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
  }

  async submit(story: Story) {
    const created = await this.report(story);
    await this.#call('staff', created.at + 10 * MINUTE).incident.submit({ ws: this.#ws, id: created.id });
    return created;
  }

  async accept(story: Story, riskLevel: RiskLevel, severity: SeverityAnswers) {
    const { id, at } = await this.submit(story);
    await this.#call('dpo', at + 50 * MINUTE).incident.accept({
      ws: this.#ws,
      id,
      riskLevel,
      severity,
      assigneeId: this.#choices.staff.id,
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
  }

  keep(id: string, at: number, phase: 'CONTAINMENT' | 'ERADICATION' | 'RECOVERY_ACTIVITIES', detail: string) {
    return this.#call('staff', at).incident.activities.add({ ws: this.#ws, id, phase, at: iso(at), detail });
  }

  async close(id: string, at: number) {
    await this.keep(id, at + 3 * HOUR, 'CONTAINMENT', 'จำกัดการเข้าถึงและขอให้ผู้รับลบข้อมูล');
    await this.keep(id, at + 9 * HOUR, 'ERADICATION', 'แก้ต้นเหตุและตรวจว่าไม่มีที่อื่นซ้ำ');
    await this.keep(id, at + 26 * HOUR, 'RECOVERY_ACTIVITIES', 'อบรมผู้เกี่ยวข้องและปรับขั้นตอนงาน');
    await this.#call('staff', at + 30 * HOUR).incident.resolve({
      ws: this.#ws,
      id,
      resolution: 'ดำเนินการครบตามแผนและไม่พบการนำข้อมูลไปใช้',
    });
  }

  notifyAuthority(id: string, at: number) {
    return this.#call('dpo', at).incidentNotification.create({
      ws: this.#ws,
      id,
      recipientGroup: 'DATA_PROTECTION_AUTHORITY',
      channel: 'OTHER',
      locale: 'th',
      recipients: [{ name: 'สำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล' }],
      subject: 'แจ้งเหตุการละเมิดข้อมูลส่วนบุคคล',
      message: 'แจ้งเหตุตามแบบของสำนักงานแล้ว (ข้อมูลตัวอย่าง)',
      notifiedAt: iso(at),
    });
  }

  notifySubjects(id: string, at: number) {
    return this.#call('dpo', at).incidentNotification.create({
      ws: this.#ws,
      id,
      recipientGroup: 'DATA_SUBJECT',
      channel: 'SMS',
      locale: 'th',
      recipients: [{ name: 'อาสาสมัครในทะเบียน 312 ราย (ตัวอย่าง)' }],
      message: 'โรงพยาบาลสุขใจขอแจ้งว่ากล่องจดหมายที่มีทะเบียนอาสาสมัครถูกเข้าถึงโดยมิชอบ โปรดระวังข้อความแอบอ้าง (ข้อมูลตัวอย่าง)',
      notifiedAt: iso(at),
    });
  }

  async finish(story: Story, riskLevel: RiskLevel, severity: SeverityAnswers) {
    const { id, at } = await this.accept(story, riskLevel, severity);
    if (riskLevel !== 'NO_RISK') await this.notifyAuthority(id, at + 20 * HOUR);
    if (riskLevel === 'HIGH_RISK') await this.notifySubjects(id, at + 22 * HOUR);
    await this.close(id, at);
    await this.#call('dpo', at + 32 * HOUR).incident.verify({ ws: this.#ws, id, note: 'ตรวจสอบแล้วครบถ้วน' });
  }
}

async function readChoices(call: CallAt, ws: string, now: number): Promise<Choices> {
  const { collection: applications } = await call('dpo', now).application.list({ ws, pageSize: 100 });
  const { collection: groups } = await call('dpo', now).catalogue.list({ ws, kind: 'dataSubjectGroup', pageSize: 100 });
  const { collection: people } = await call('dpo', now).personnel.list({ ws, pageSize: 100 });
  return { applications, groups, staff: people.find(({ email }) => email === REPORTER.email)! };
}

/** Incidents of the demo hospital in every stage, relative to now, so that there are always running deadlines. */
export const demo: DemoPart = async ({ at: callAt, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = callAt as CallAt;
  const now = Date.now();
  const incidents = new DemoIncidents(ws, call, now, await readChoices(call, ws, now));
  for (const story of [...EARLIER].reverse())
    await incidents.finish(
      story,
      story.cause === 'MALWARE' ? 'POSSIBLE_RISK' : 'NO_RISK',
      story.cause === 'MALWARE' ? MODERATE : SLIGHT,
    );
  await incidents.finish(PHISHING, 'HIGH_RISK', GRAVE);
  await incidents.finish(FAX, 'NO_RISK', SLIGHT);
  const rejected = await incidents.submit(TEST_DATA);
  await call('dpo', rejected.at + 2 * HOUR).incident.reject({
    ws,
    id: rejected.id,
    reason: 'ไม่ใช่ข้อมูลส่วนบุคคลจริง จึงไม่เป็นเหตุละเมิด',
  });
  const overdue = await incidents.accept(CAMERA, 'POSSIBLE_RISK', MODERATE);
  await incidents.keep(overdue.id, overdue.at + 2 * HOUR, 'CONTAINMENT', 'สมาชิกกลุ่มลบภาพแล้ว 11 จาก 14 คน');
  const running = await incidents.accept(WRONG_ADDRESS, 'POSSIBLE_RISK', MODERATE);
  await incidents.keep(running.id, running.at + 4 * HOUR, 'CONTAINMENT', 'ผู้รับยืนยันทางโทรศัพท์ว่าลบไฟล์แล้ว');
  await incidents.submit(LAPTOP);
  await incidents.report(CARD);
};
