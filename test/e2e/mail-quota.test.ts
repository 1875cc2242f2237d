import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../shared/locale.ts';
import { buildPerson } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { settled } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ MAILS_PER_DAY: '10', RECIPIENTS_PER_NOTIFICATION: '15', INVITATIONS_PER_DAY: '0' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const LOOK = { th: { width: 1280 }, en: { width: 375, dark: true } } as const;
const WORDS = {
  th: {
    write: 'เขียนการแจ้ง',
    paste: 'วางหลายราย',
    list: 'รายชื่อ',
    add: /^เพิ่ม \d+ ราย/,
    later: 'วันนี้ส่งได้อีก 9 ฉบับ อีก 6 ฉบับจะส่งตั้งแต่เที่ยงคืน',
    room: 'เพิ่มได้ไม่เกิน 15 ราย',
    send: 'ส่งการแจ้ง',
    quotaReached: /^วันนี้ส่งอีเมลครบแล้ว/,
  },
  en: {
    write: 'Write a notification',
    paste: 'Paste many',
    list: 'Recipients',
    add: /^Add \d+/,
    later: '9 emails can be sent today; the other 6 follow after midnight.',
    room: 'At most 15 recipients',
    send: 'Send',
    quotaReached: /^Today’s email limit is reached/,
  },
} as const;

test.each(LOCALES)(
  'writing to more recipients than the daily quota permits is explained before and after sending: %s',
  async (locale) => {
    const words = WORDS[locale];
    const dpo = await buildPerson(product, { role: 'DPO', name: 'วิภา ดูแล' });
    const { id } = await buildIncident(product, dpo.workspaceId, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
    const page = await product.open({ as: dpo, locale, ...LOOK[locale] });
    await page.goto(address(`/data-breach/incident-notification/${id}?tab=subject`, { ws: dpo.workspaceId, locale }));
    await settled(page);
    await page.getByRole('button', { name: words.write, exact: true }).click();
    await page.getByRole('button', { name: words.paste, exact: true }).click();
    const dialog = page.getByRole('dialog').last();
    const lines = Array.from({ length: 17 }, (_, number) => `คนที่ ${number}, p${number}@crowd.example`);
    await dialog.getByLabel(words.list, { exact: true }).fill(lines.join('\n'));
    await dialog.getByText(words.room).waitFor();
    await dialog.getByRole('button', { name: words.add }).click();
    const banner = page.getByRole('status').filter({ hasText: words.later });
    await banner.waitFor();
    expect(await page.locator('[data-recipient-count]').textContent()).toContain('15');
    await banner.scrollIntoViewIfNeeded();
    await picture(page, `mail-quota-${locale}`, false);
    await page.locator('input[name=subject]').fill('ข้อมูลของท่าน');
    await page.locator('textarea[name=message]').fill('ขออภัยในเหตุที่เกิดขึ้น');
    await page.getByRole('button', { name: words.send, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.send, exact: true }).click();
    await page.getByText(words.quotaReached).waitFor();
    await picture(page, `mail-quota-${locale}`);
  },
);
