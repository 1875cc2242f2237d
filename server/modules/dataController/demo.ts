import { randomUUIDv7 } from 'node:crypto';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { WorkspaceKey } from '../../platform/demo/people.ts';
import { transact } from '../../platform/trpc/context.ts';

const DATA_CONTROLLERS: Record<
  WorkspaceKey,
  readonly { th: string; en: string; contact: string; address: string; phone: string; email: string; website: string }[]
> = {
  hospital: [
    {
      th: 'บริษัท โรงพยาบาลสุขใจ (ตัวอย่าง) จำกัด',
      en: 'Sukjai Hospital (Demo) Co., Ltd.',
      contact: 'ดวงพร ตัวอย่างดี',
      address: '99 ถนนตัวอย่าง แขวงสมมติ เขตบางรัก กรุงเทพมหานคร 10500',
      phone: '020000001',
      email: 'privacy@sukjai-hospital.example',
      website: 'https://sukjai-hospital.example',
    },
    {
      th: 'มูลนิธิสุขใจเพื่อผู้ป่วย (ตัวอย่าง)',
      en: 'Sukjai Foundation for Patients (demo)',
      contact: 'อารีย์ ตัวอย่างดี',
      address: '101 ถนนตัวอย่าง แขวงสมมติ เขตบางรัก กรุงเทพมหานคร 10500',
      phone: '020000002',
      email: 'privacy@sukjai-foundation.example',
      website: 'https://sukjai-foundation.example',
    },
  ],
  clinic: [
    {
      th: 'บริษัท คลินิกสุขใจ (ตัวอย่าง) จำกัด',
      en: 'Sukjai Clinic (Demo) Co., Ltd.',
      contact: 'ดวงพร ตัวอย่างดี',
      address: '12 ถนนบางนาสมมติ เขตบางนา กรุงเทพมหานคร 10260',
      phone: '020000003',
      email: 'privacy@sukjai-clinic.example',
      website: 'https://sukjai-clinic.example',
    },
  ],
  retailer: [
    {
      th: 'บริษัท บ้านดีค้าปลีก (ตัวอย่าง) จำกัด',
      en: 'Baandee Retail (Demo) Co., Ltd.',
      contact: 'ดวงพร ตัวอย่างดี',
      address: '55 ถนนการค้าสมมติ อำเภอเมือง เชียงใหม่ 50000',
      phone: '053000001',
      email: 'privacy@baandee.example',
      website: 'https://baandee.example',
    },
  ],
  other: [
    {
      th: 'ร้านเพื่อนบ้าน (ตัวอย่าง)',
      en: 'Neighbour Store (demo)',
      contact: 'เพ็ญศรี เพื่อนบ้าน',
      address: '7 ถนนข้างบ้านสมมติ อำเภอเมือง ขอนแก่น 40000',
      phone: '043000001',
      email: 'privacy@neighbour.example',
      website: 'https://neighbour.example',
    },
  ],
};

/**
 * Inserts a workspace's data controllers: they are there from the start, as its people are, and nobody recorded them.
 */
export const demo: DemoPart = async ({ deps, workspace: { id: workspaceId, key } }) => {
  const at = deps.now();
  await transact(deps, { workspaceId }, (trx) =>
    trx
      .insertInto('dataControllers')
      .values(
        DATA_CONTROLLERS[key].map(({ th, en, contact, ...rest }) => ({
          workspaceId,
          id: randomUUIDv7(),
          nameTh: th,
          nameEn: en,
          contactPerson: contact,
          ...rest,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .execute(),
  );
};
