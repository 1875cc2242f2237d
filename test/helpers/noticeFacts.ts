import type { NoticeFacts, PurposeFacts } from '../../shared/privacyNotice/text/facts.ts';

export const words = (th: string, en: string) => ({ th, en });

/** A purpose of which a notice has nothing particular to say. */
export const plain: PurposeFacts = {
  id: 'p1',
  version: 3,
  title: words('จัดส่งสินค้า', 'Delivering goods'),
  groups: [{ id: 'g1', name: words('ลูกค้า', 'Customers') }],
  bases: ['contract'],
  sensitiveData: [],
  exemptions: [],
  data: [words('ที่อยู่', 'Address')],
  periods: [{ key: '', words: words('5 ปี', '5 years'), days: 1825, months: 60, data: [words('ที่อยู่', 'Address')] }],
  disclosed: false,
  recipients: [],
  controllers: [],
  storage: [],
  children: false,
  marketing: false,
  description: words('', ''),
  provision: { required: false, consequence: words('', '') },
  detail: {
    mandate: words('', ''),
    interest: words('', ''),
    whose: words('', ''),
    law: words('', ''),
    researchMeasures: words('', ''),
    withdrawalEffect: words('', ''),
    recipientKinds: words('', ''),
    letters: [],
    researchKinds: [],
  },
};

/** Facts of a notice over one application with these purposes. */
export const factsOf = (purposes: readonly PurposeFacts[] = [plain]): NoticeFacts => ({
  id: 'n1',
  kind: 'customer',
  controller: {
    id: 'c1',
    name: words('โรงพยาบาลร่มเย็น', 'Romyen Hospital'),
    address: 'กรุงเทพฯ',
    email: 'info@romyen.example',
    phone: '021234567',
    representative: null,
  },
  organization: { name: words('', ''), acronym: '', address: '' },
  dpo: { name: '', email: '', phone: '', sameAddress: true, address: '' },
  applications: [
    {
      id: '01890000-0000-7000-8000-000000000001',
      version: 1,
      name: 'ระบบจัดส่ง',
      dataControllerId: 'c1',
      source: { name: words('เจ้าของข้อมูล', 'The data subject'), direct: true },
      purposes,
    },
  ],
  rights: { codes: [], custom: [] },
  measures: [],
  elsewhere: [],
  requestForms: [],
  effective: null,
});
