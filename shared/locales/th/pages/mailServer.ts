import type { PageTitles } from '../../pageTitles.ts';

export default {
  mailServers: 'เซิร์ฟเวอร์อีเมล',
} satisfies PageTitles;
