import type { PageTitles } from '../../pageTitles.ts';

export default {
  approvalLine: 'สายการอนุมัติ',
  approvalLineSettings: 'ตั้งค่าสายการอนุมัติ',
  approvalCheck: 'ตรวจสอบเอกสารที่อนุมัติ',
} satisfies PageTitles;
