import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let admin: Person;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const { id: workspaceId } = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
  admin = await buildPerson(product, { workspaceId, name: 'สมหญิง ดูแลดี' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const open = async (locale: 'th' | 'en', query = '') => {
  const page = await product.open({ as: admin });
  await page.goto(`${address(pageAddress('securityLogs'), { locale, ws: admin.workspaceId })}${query}`);
  return page;
};

test('displays that nothing is logged yet, then who did what to whom, with search and filters', async () => {
  const ws = admin.workspaceId;
  const empty = await open('th');
  await empty.getByText('ยังไม่มีบันทึก').waitFor();
  await picture(empty, 'security-log-empty-th');

  const caller = await callerFor(product, admin);
  await caller.personnel.create({
    ws,
    name: 'สมชาย ตั้งใจ',
    position: 'นิติกร',
    phone: '0812345678',
    email: `somchai.${admin.personnelId.slice(-6)}@security.example`,
    role: 'Staff',
  });
  const { data } = await caller.crypto.encrypt({ workspace: ws, data: 1 });
  await caller.crypto.decrypt({ workspace: ws, data });

  const narrow = await product.open({ as: admin, width: 375, dark: true, locale: 'en' });
  await narrow.goto(address(pageAddress('securityLogs'), { locale: 'en', ws }));
  await narrow.getByText('Decrypted data through the API').first().waitFor();
  await picture(narrow, 'security-log-en');

  const page = await open('en');
  const rows = page.locator('tbody tr');
  await rows.filter({ hasText: 'Invited a member' }).filter({ hasText: 'สมชาย ตั้งใจ' }).waitFor();
  await rows.filter({ hasText: 'Decrypted data through the API' }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByRole('searchbox').fill('สมชาย');
  await expect.poll(() => rows.count()).toBe(1);

  const narrowed = await open('th', '&topic=data');
  await narrowed.locator('tbody tr').filter({ hasText: 'ถอดรหัสข้อมูลผ่าน API' }).waitFor();
  expect(await narrowed.locator('tbody tr').count()).toBe(1);
  await narrowed.goto(address(pageAddress('securityLogs'), { locale: 'th', ws }));
  await narrowed.locator('tbody tr').nth(1).waitFor();
  await picture(narrowed, 'security-log-th');
  await narrowed.getByRole('button', { name: /ส่งออก/ }).first().waitFor();
});
