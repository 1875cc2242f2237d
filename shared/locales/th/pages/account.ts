import type { PageTitles } from '../../pageTitles.ts';

export default { accounts: 'บุคคลและการเข้าสู่ระบบ' } satisfies PageTitles;
