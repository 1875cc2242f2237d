import type { PageTitles } from '../../pageTitles.ts';

export default { accounts: 'บุคลากรและการเข้าสู่ระบบ' } satisfies PageTitles;
