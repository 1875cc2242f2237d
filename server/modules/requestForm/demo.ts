import type { appRouter } from '../../router.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** Options of the demo form's rights, by the rights' codes. */
const OPTIONS: Readonly<Record<string, readonly { th: string; en: string }[]>> = {
  ACCESS: [
    { th: 'ประวัติการรักษา', en: 'Medical records' },
    { th: 'ผลตรวจทางห้องปฏิบัติการ', en: 'Laboratory results' },
    { th: 'ประวัติการจองนัด', en: 'Appointment history' },
  ],
  OBJECTION: [
    { th: 'ข่าวสารทางอีเมล', en: 'News by email' },
    { th: 'ข้อเสนอทางโทรศัพท์', en: 'Offers by telephone' },
  ],
  RECTIFICATION: [
    { th: 'ชื่อหรือนามสกุล', en: 'First or last name' },
    { th: 'ที่อยู่หรือเบอร์โทรศัพท์', en: 'Address or telephone number' },
  ],
};

/**
 * The request forms of a demo workspace: one in force, in both languages, and a draft. Both state that they are of the
 * demo.
 */
export const demo: DemoPart = async ({ next, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = next as () => Caller;
  const { collection: applications } = await call().application.list({ ws, pageSize: 100 });
  const applicationId = (name: string): string => {
    const found = applications.find((application) => application.name.endsWith(name));
    if (!found) throw new Error(`demo: no application "${name}"`);
    return found.id;
  };

  const created = await call().requestForm.create({
    ws,
    name: 'คำขอใช้สิทธิของผู้ป่วย · Patients’ requests',
    description: 'แบบหลักบนเว็บจองนัด (ข้อมูลตัวอย่าง)',
    applicationId: applicationId('Appointments'),
  });
  const codeOf = new Map(created.rights.map((right) => [right.id, right.code]));
  const saved = await call().requestForm.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    name: created.name,
    description: created.description,
    ...created.draft,
    title: { th: 'ขอใช้สิทธิเกี่ยวกับข้อมูลของท่าน (ตัวอย่าง)', en: 'Requests about your data (demo)' },
    detail: {
      th: 'แบบตัวอย่างของโรงพยาบาลสุขใจ (ข้อมูลสมมติ) ท่านขอดู แก้ไข ลบ หรือระงับการใช้ข้อมูลของท่านได้ โรงพยาบาลจะขอยืนยันตัวตนก่อน เพื่อไม่ให้ผู้อื่นขอข้อมูลของท่านไปได้',
      en: 'A demo form of Sukjai Hospital, which is invented. You may see, correct, erase or restrict your data. The hospital confirms who you are first, so that no one else can get your data.',
    },
    terms: {
      th: 'ข้อความในคำขอเป็นความจริง และท่านเป็นเจ้าของข้อมูลหรือผู้มีอำนาจกระทำแทน (ตัวอย่าง)',
      en: 'What the request says is true, and you are the data subject or may act for them (demo).',
    },
    submittedTitle: { th: 'รับคำขอแล้ว (ตัวอย่าง)', en: 'Request received (demo)' },
    submittedDetail: {
      th: 'โปรดเปิดอีเมลเพื่อยืนยันตัวตน เมื่อยืนยันแล้วโรงพยาบาลจะแจ้งวันที่จะตอบ',
      en: 'Please open your email to confirm who you are. The hospital then notifies you by when it responds.',
    },
    rightRequests: created.draft.rightRequests.map((right) => ({
      ...right,
      customRequests: [...(OPTIONS[codeOf.get(right.rightRequestId) ?? ''] ?? [])],
    })),
    expiryDays: 15,
    themeColor: '#0b6b5d',
    customApiDescription: 'เคาน์เตอร์เวชระเบียนส่งคำขอที่รับด้วยตนเองทาง API (ตัวอย่าง)',
  });
  await call().requestForm.publish({ ws, id: saved.id, rowVersion: saved.rowVersion });

  await call().requestForm.create({
    ws,
    name: 'คำขอเรื่องผลตรวจ · Laboratory requests',
    description: 'ฉบับร่าง รอฝ่ายกฎหมายตรวจข้อความ (ข้อมูลตัวอย่าง)',
    applicationId: applicationId('Laboratory'),
  });
};
