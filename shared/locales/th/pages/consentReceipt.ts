import type { PageTitles } from '../../pageTitles.ts';

export default {
  userConsentReceipt: 'ค้นหาใบรับความยินยอม',
  consentReceipt: 'ใบรับความยินยอม',
  consentChoices: 'ความยินยอมของฉัน',
  receiptCheck: 'ตรวจสอบใบรับความยินยอม',
} satisfies PageTitles;
