import type { PageTitles } from '../../pageTitles.ts';

export default {
  encryptionKeys: 'กุญแจเข้ารหัส',
} satisfies PageTitles;
