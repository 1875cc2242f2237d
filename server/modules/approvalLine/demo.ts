import { DAY, HOUR } from '../../../shared/duration.ts';
import { runExport } from '../../platform/exports/run.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';
import type { appRouter } from '../../router.ts';

type CallAt = (who: DemoPerson, at: number) => ReturnType<typeof appRouter.createCaller>;

/**
 * Approval lines of the demo hospital: one that awaits the DPO after the first approver has acted, one that was
 * approved by all, one that was sent back. Their documents are real exports.
 */
export const demo: DemoPart = async ({ deps, at: callAt, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = callAt as CallAt;
  const now = Date.now();
  const { collection: applications } = await call('admin', now).application.list({ ws, pageSize: 100 });
  const { collection: people } = await call('admin', now).personnel.list({ ws, pageSize: 100 });
  const idOf = (who: string): string => people.find(({ email }) => email === `${who}@demo.example`)!.id;
  const approverIds = [idOf('staff'), idOf('dpo'), idOf('audit')];
  await call('dpo', now - 12 * DAY).approvalLine.defaults.update({
    ws,
    rowVersion: 0,
    ROPA: approverIds,
    DPIA: [idOf('dpo'), idOf('audit')],
    remindAfterDays: 2,
  });

  const ask = async (ending: string, description: string, at: number): Promise<string> => {
    const application = applications.find(({ name }) => name.endsWith(ending)) ?? applications[0]!;
    const started = await call('admin', at).export.start({
      ws,
      kind: 'application-ropa',
      format: 'pdf',
      locale: 'th',
      subjectId: application.id,
    });
    await runExport(deps, ws, started.id, new AbortController().signal);
    const line = await call('admin', at + HOUR / 2).approvalLine.create({
      ws,
      reportType: 'ROPA',
      applicationId: application.id,
      approverIds,
      description,
    });
    return line.id;
  };
  const approved = await ask('Appointments', 'บันทึกรายการฉบับทบทวนประจำปี (ข้อมูลตัวอย่าง)', now - 9 * DAY);
  await call('staff', now - 8 * DAY).approvalLine.act({
    ws,
    id: approved,
    status: 'APPROVED',
    comment: 'ตรวจกับขั้นตอนจริงแล้ว',
  });
  await call('dpo', now - 7 * DAY).approvalLine.act({
    ws,
    id: approved,
    status: 'APPROVED',
    comment: 'ฐานทางกฎหมายและระยะเวลาเก็บครบถ้วน',
  });
  await call('audit', now - 6 * DAY).approvalLine.act({ ws, id: approved, status: 'APPROVED' });

  const back = await ask('CCTV', 'ขออนุมัติบันทึกรายการของกล้องวงจรปิด (ข้อมูลตัวอย่าง)', now - 4 * DAY);
  await call('staff', now - 3 * DAY).approvalLine.act({
    ws,
    id: back,
    status: 'REWORKED',
    comment: 'ยังไม่ระบุวิธีทำลายภาพเมื่อครบกำหนด',
  });

  const waiting = await ask('Laboratory', 'เพิ่มการส่งสิ่งส่งตรวจไปห้องปฏิบัติการภายนอก (ข้อมูลตัวอย่าง)', now - 20 * HOUR);
  await call('staff', now - 3 * HOUR).approvalLine.act({
    ws,
    id: waiting,
    status: 'APPROVED',
    comment: 'ข้อมูลตรงกับงานจริง',
  });
};
