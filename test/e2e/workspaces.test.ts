import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TIER_LIMITS } from '../../shared/registry/tiers.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let admin: Person;
let organizationId: string;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const workspace = await buildWorkspace(product, { name: 'สำนักงานใหญ่', tier: 'Pro' });
  ({ organizationId } = workspace);
  admin = await buildPerson(product, { workspaceId: workspace.id, name: 'สมหญิง ดูแลดี' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const workspaces = async () => {
  const page = await product.open({ as: admin });
  await page.goto(address('/workspaces', { ws: admin.workspaceId }));
  await page.getByRole('button', { name: 'สำนักงานใหญ่', exact: true }).waitFor();
  return page;
};
const flagsOf = async (name: string) =>
  (await product.owner
    .selectFrom('workspaces')
    .select(['package', 'flags', 'activityMonths', 'consentMonths'])
    .where('organizationId', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()) as
    | { package: string; flags: Record<string, boolean>; activityMonths: number | null; consentMonths: number | null }
    | undefined;

test('one is created, renamed, given another tier and its flags, entered, and closed for deletion by typing its name', async () => {
  const page = await workspaces();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'สร้างพื้นที่ทำงาน' }).first().click();
  await dialog.getByRole('button', { name: 'สร้างพื้นที่ทำงาน' }).click();
  await dialog.getByText('กรุณากรอกข้อมูล').first().waitFor();
  await dialog.getByLabel(/^ชื่อพื้นที่ทำงาน/).fill('สาขาเชียงใหม่');
  await dialog.getByRole('radio', { name: /^Basic/ }).check();
  await dialog.getByRole('button', { name: 'สร้างพื้นที่ทำงาน' }).click();
  await page.getByText('สร้างพื้นที่ทำงานแล้ว').first().waitFor();
  expect((await flagsOf('สาขาเชียงใหม่'))?.flags).toMatchObject({ dsrmEnabled: false, consentEnabled: true });

  await page.getByRole('button', { name: 'สาขาเชียงใหม่', exact: true }).click();
  await dialog.getByLabel(/^ชื่อพื้นที่ทำงาน/).fill('สาขาภาคเหนือ');
  await dialog.getByRole('radio', { name: /^Standard/ }).check();
  await dialog.getByRole('button', { name: 'ใช้โมดูลเริ่มต้นของแพ็กเกจนี้' }).click();
  await dialog.getByRole('switch', { name: 'ความยินยอม', exact: true }).click();
  await dialog.getByLabel('เก็บบันทึกการใช้งานระบบ').selectOption('5 ปี');
  await dialog.getByLabel('เก็บประวัติความยินยอม').selectOption('10 ปี');
  await dialog.getByLabel('เก็บประวัติความยินยอม').selectOption('ไม่กำหนดเวลา');
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click();
  // What would be deleted is asked about first; the input stays.
  const question = page.getByRole('dialog', { name: 'ลดระยะเวลาเก็บหรือไม่' });
  await question.getByText('ระบบจะลบบันทึกการใช้งานระบบที่เก่ากว่า 5 ปี อย่างถาวร กู้คืนไม่ได้').waitFor();
  await question.getByRole('button', { name: 'ยกเลิก', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  expect(await flagsOf('สาขาเชียงใหม่')).toMatchObject({ activityMonths: null });
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click();
  await question.getByRole('button', { name: 'ลดระยะเวลาเก็บ', exact: true }).click();
  await page.getByText('บันทึกพื้นที่ทำงานแล้ว').first().waitFor();
  expect(await flagsOf('สาขาภาคเหนือ')).toMatchObject({
    package: 'Standard',
    flags: { dsrmEnabled: true, consentEnabled: false },
    activityMonths: 60,
    consentMonths: null,
  });

  await page.getByRole('button', { name: 'การดำเนินการกับ สาขาภาคเหนือ' }).click();
  await page.getByRole('menuitem', { name: 'ลบพื้นที่ทำงาน' }).click();
  const confirm = dialog.getByRole('button', { name: 'ลบพื้นที่ทำงาน' });
  await dialog.getByRole('textbox').fill('สาขาภาคใต้');
  await confirm.click();
  await dialog.getByText('ชื่อที่พิมพ์ไม่ตรงกับชื่อพื้นที่ทำงาน กรุณาพิมพ์ใหม่').waitFor();
  await dialog.getByRole('textbox').fill('สาขาภาคเหนือ');
  await confirm.click();
  await page.getByText('ปิดพื้นที่ทำงานแล้ว').first().waitFor();
  await page.getByText('รอลบ', { exact: true }).first().waitFor();
});

test('the only workspace cannot be deleted, and a tier that is too small is refused with the numbers', async () => {
  for (let count = 0; count < TIER_LIMITS.Basic.personnel; count += 1)
    await buildPerson(product, { workspaceId: admin.workspaceId, role: 'Staff' });
  const page = await workspaces();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'สำนักงานใหญ่', exact: true }).click();
  await dialog.getByRole('radio', { name: /^Basic/ }).check();
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click();
  await dialog.getByText('แพ็กเกจ Basic เล็กกว่าที่ใช้อยู่').first().waitFor();
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click();
  await dialog.getByRole('button', { name: 'ปิดโดยไม่บันทึก' }).click();
  await page.getByRole('button', { name: 'การดำเนินการกับ สำนักงานใหญ่' }).click();
  await page.getByRole('menuitem', { name: 'ลบพื้นที่ทำงาน' }).click();
  await dialog.getByRole('textbox').fill('สำนักงานใหญ่');
  await dialog.getByRole('button', { name: 'ลบพื้นที่ทำงาน' }).click();
  await dialog.getByText('ลบไม่ได้ เพราะเป็นพื้นที่ทำงานเดียวที่คุณใช้งานอยู่ กรุณาสร้างพื้นที่ทำงานอื่นก่อน').first().waitFor();
});

test('a module that is switched off disappears from an open page of a colleague', async () => {
  const colleague = await buildPerson(product, { workspaceId: admin.workspaceId, role: 'DPO', name: 'เพื่อนร่วมงาน' });
  const theirs = await product.open({ as: colleague });
  await theirs.goto(address('/consent', { ws: admin.workspaceId }));
  await theirs.getByRole('heading', { level: 1, name: 'แบบความยินยอม' }).waitFor();
  const page = await workspaces();
  await page.getByRole('button', { name: 'สำนักงานใหญ่', exact: true }).click();
  await page.getByRole('switch', { name: 'ความยินยอม', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click();
  await page.getByText('บันทึกพื้นที่ทำงานแล้ว').first().waitFor();
  await theirs.getByRole('heading', { level: 1, name: /^พื้นที่ทำงานนี้ยังไม่ได้เปิดใช้/ }).waitFor();
});
