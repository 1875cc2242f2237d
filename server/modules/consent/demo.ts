import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { appRouter } from '../../router.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** The consent forms of a demo workspace: one in force, and a draft. */
export const demo: DemoPart = async ({ next, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = next as () => Caller;
  const { collection: applications } = await call().application.list({ ws, pageSize: 100 });
  const applicationId = (name: string): string => {
    const found = applications.find((application) => application.name.endsWith(name));
    if (!found) throw new Error(`demo: no application "${name}"`);
    return found.id;
  };

  const created = await call().consent.create({
    ws,
    name: 'ความยินยอมบนเว็บจองนัด · Booking site',
    applicationId: applicationId('Appointments'),
  });
  const saved = await call().consent.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    name: created.name,
    ...created.draft,
    title: { th: 'เลือกเรื่องที่คุณยินยอม', en: 'Choose what you agree to' },
    description: {
      th: 'โรงพยาบาลสุขใจ (ตัวอย่าง) ขอใช้ข้อมูลของคุณเพื่อเรื่องด้านล่าง ไม่ยินยอมก็จองนัดและรักษาได้ตามปกติ และเปลี่ยนใจเมื่อใดก็ได้',
      en: 'Sukjai Hospital (demo) asks to use your data for the purposes below. You can book and be treated without agreeing, and change your mind at any time.',
    },
    purposes: created.draft.purposes.map(({ purposeId }, index) => ({
      purposeId,
      signals: index === 2 ? ['analytics_storage'] : index === 1 ? ['ad_storage', 'ad_user_data'] : [],
    })),
    showPrivacyPolicy: created.draft.privacyPolicyUrl !== '',
  });
  await call().consent.publish({ ws, id: saved.id, rowVersion: saved.rowVersion });

  const genetics = await call().consent.create({
    ws,
    name: 'ความยินยอมตรวจพันธุกรรม · Genetic tests',
    applicationId: applicationId('Laboratory'),
  });
  await call().consent.update({
    ws,
    id: genetics.id,
    rowVersion: genetics.rowVersion,
    name: genetics.name,
    ...genetics.draft,
    title: { th: 'ส่งสิ่งส่งตรวจไปวิเคราะห์พันธุกรรมในต่างประเทศ', en: 'Sending samples abroad for genetic analysis' },
    description: { th: 'ฉบับร่าง รอคณะกรรมการจริยธรรมตรวจข้อความ (ข้อมูลตัวอย่าง)', en: '' },
    askGuardian: true,
    layout: 'popup',
  });
};
