import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';

// Invented organisations and people; every name says or means that this is a demo. Ids are fixed, so that two demos
// are alike and addresses of demo pages can be kept.
const uuid = (number: number) => `01920000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export const ORGANIZATIONS = [
  { key: 'hospital', id: uuid(0x10), name: 'โรงพยาบาลสุขใจ (ตัวอย่าง) · Sukjai Hospital (demo)' },
  { key: 'retailer', id: uuid(0x11), name: 'บ้านดีค้าปลีก (ตัวอย่าง) · Baandee Retail (demo)' },
  { key: 'other', id: uuid(0x12), name: 'ร้านเพื่อนบ้าน (ตัวอย่าง) · Neighbour Store (demo)' },
] as const;

// In Thai order the hospital comes first: that is where the first sign-in leads.
export const WORKSPACES = [
  { key: 'hospital', id: uuid(0x20), organization: 'hospital', name: 'โรงพยาบาลสุขใจ (ตัวอย่าง)', tier: 'Unlimit' },
  { key: 'clinic', id: uuid(0x21), organization: 'hospital', name: 'สุขใจคลินิก สาขาบางนา (ตัวอย่าง)', tier: 'Basic' },
  { key: 'retailer', id: uuid(0x22), organization: 'retailer', name: 'ห้างบ้านดี (ตัวอย่าง)', tier: 'Pro' },
  { key: 'other', id: uuid(0x23), organization: 'other', name: 'ร้านเพื่อนบ้าน (ตัวอย่าง)', tier: 'Standard' },
] as const satisfies readonly {
  key: string;
  id: string;
  organization: (typeof ORGANIZATIONS)[number]['key'];
  name: string;
  tier: Tier;
}[];
export type WorkspaceKey = (typeof WORKSPACES)[number]['key'];

/** Beginnings of the addresses of those who keep the demo's record. */
export type DemoPerson = 'admin' | 'dpo' | 'staff' | 'audit';

interface DemoUser {
  email: string;
  name: string;
  position: string;
  phone: string;
  role: Role;
  /** Workspaces they are personnel of. */
  in: readonly WorkspaceKey[];
}

const EVERYWHERE = ['hospital', 'clinic', 'retailer'] as const;

/** People who can sign in. */
export const USERS: readonly (DemoUser & { id: string })[] = [
  {
    id: uuid(0x30),
    email: 'admin@demo.example',
    name: 'อารีย์ ตัวอย่างดี',
    position: 'ผู้จัดการสารสนเทศ',
    phone: '0812000001',
    role: 'Admin',
    in: EVERYWHERE,
  },
  {
    id: uuid(0x31),
    email: 'dpo@demo.example',
    name: 'ดวงพร ตัวอย่างดี',
    position: 'เจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล',
    phone: '0812000002',
    role: 'DPO',
    in: EVERYWHERE,
  },
  {
    id: uuid(0x32),
    email: 'staff@demo.example',
    name: 'สมหญิง ตัวอย่างดี',
    position: 'เจ้าหน้าที่เวชระเบียน',
    phone: '0812000003',
    role: 'Staff',
    in: EVERYWHERE,
  },
  {
    id: uuid(0x33),
    email: 'audit@demo.example',
    name: 'วิชัย ตัวอย่างดี',
    position: 'กรรมการตรวจสอบ',
    phone: '0812000004',
    role: 'Top Management',
    in: EVERYWHERE,
  },
  {
    id: uuid(0x34),
    email: 'admin@other.example',
    name: 'เพ็ญศรี เพื่อนบ้าน',
    position: 'เจ้าของร้าน',
    phone: '0812000005',
    role: 'Admin',
    in: ['other'],
  },
];

/** People of the directory who have not signed in yet, so that lists and states are not empty. */
export const INVITED: readonly Omit<DemoUser, never>[] = [
  {
    email: 'nurse@demo.example',
    name: 'จันทร์เพ็ญ สมมติ',
    position: 'หัวหน้าพยาบาลผู้ป่วยนอก',
    phone: '0812000006',
    role: 'Staff',
    in: ['hospital'],
  },
  {
    email: 'lab@demo.example',
    name: 'ธนา สมมติ',
    position: 'หัวหน้าห้องปฏิบัติการ',
    phone: '0812000007',
    role: 'Staff',
    in: ['hospital'],
  },
  {
    email: 'marketing@demo.example',
    name: 'มาลี สมมติ',
    position: 'หัวหน้าการตลาด',
    phone: '0812000008',
    role: 'Staff',
    in: ['retailer'],
  },
];
