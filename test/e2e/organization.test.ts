import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import files from '../../shared/locales/th/files.ts';
import organization from '../../shared/locales/th/organization.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { pdf, png } from '../helpers/samples.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication, buildDraftPurpose } from './helpers/records.ts';

let product: Product;
let admin: Person;
let dpo: Person;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const workspace = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
  admin = await buildPerson(product, { workspaceId: workspace.id, name: 'สมหญิง ดูแลดี' });
  dpo = await buildPerson(product, { workspaceId: workspace.id, name: 'สมปอง คุ้มครอง', role: 'DPO' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const open = async (path: string, person: Person = admin, locale: 'th' | 'en' = 'th') => {
  const page = await product.open({ as: person, locale });
  await page.goto(address(path, { locale, ws: person.workspaceId }));
  return page;
};
const field = (page: Page, name: string) => page.locator(`[role=dialog] [name="${name}"]`);
const rowMenu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `การดำเนินการกับ ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

describe('data controllers', () => {
  test('every mistake is reported at its field in plain words, and a corrected form is saved with its logo', async () => {
    const page = await open('/organization/data-controller');
    await page.getByRole('button', { name: 'เพิ่มผู้ควบคุมข้อมูล' }).first().click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'บันทึก', exact: true });
    await save.click();
    await dialog.getByText('กรุณากรอกข้อมูล').nth(4).waitFor();
    // Thai name, contact, address, phone number, e-mail; the first is focused.
    expect(await dialog.locator('[aria-invalid=true]').count()).toBe(5);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name.th');

    await field(page, 'name.th').fill('บริษัท ร่มเย็น จำกัด');
    await field(page, 'contactPerson').fill('สมศรี ใจดี');
    await field(page, 'address').fill('1 ถนนพระราม 4 กรุงเทพฯ');
    await field(page, 'phone').fill('0212345678');
    await field(page, 'email').fill('not-an-address');
    await field(page, 'website').fill('www.example.co.th');
    await field(page, 'privacyPolicyUrl').fill('ftp://example.co.th');
    await save.click();
    await dialog
      .getByText(/^หมายเลขโทรศัพท์ไม่ถูกต้อง/)
      .first()
      .waitFor();
    await dialog.getByText('รูปแบบอีเมลไม่ถูกต้อง เช่น name@example.com').first().waitFor();
    expect(await dialog.getByText(/^ที่อยู่เว็บไซต์ไม่ถูกต้อง/).count()).toBe(2);

    await field(page, 'phone').fill('021234567');
    await field(page, 'email').fill('dpo@romyen.example');
    await field(page, 'website').fill('https://www.example.co.th');
    await field(page, 'privacyPolicyUrl').fill('https://www.example.co.th/privacy');
    const file = dialog.locator('input[type=file]');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png() });
    await dialog.getByText('ไม่รองรับไฟล์ชนิดนี้ กรุณาใช้ PDF').first().waitFor();
    // A picture named like a PDF: the server checks the content.
    await file.setInputFiles({ name: 'picture.pdf', mimeType: 'application/pdf', buffer: png() });
    await dialog
      .getByText(/ไฟล์ PDF|ไม่ใช่ PDF|ไม่รองรับ/)
      .last()
      .waitFor();
    expect(await dialog.getByRole('link', { name: /picture\.pdf/ }).count()).toBe(0);
    await file.setInputFiles({ name: 'ตราบริษัท.pdf', mimeType: 'application/pdf', buffer: pdf('Romyen') });
    await dialog.getByRole('link', { name: /ตราบริษัท\.pdf/ }).waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('เพิ่มผู้ควบคุมข้อมูลแล้ว').first().waitFor();

    // The list displays the input too, with a link to the logo.
    const row = page.getByRole('row').filter({ hasText: 'บริษัท ร่มเย็น จำกัด' });
    expect(await row.getByRole('link', { name: 'www.example.co.th' }).getAttribute('href')).toBe(
      'https://www.example.co.th',
    );
    expect(await row.getByRole('link', { name: 'ประกาศความเป็นส่วนตัว' }).getAttribute('href')).toBe(
      'https://www.example.co.th/privacy',
    );
    const listed = await page.request.get((await row.getByRole('link', { name: 'โลโก้' }).getAttribute('href'))!);
    expect((await listed.body()).equals(pdf('Romyen'))).toBe(true);
    await page.getByRole('button', { name: 'บริษัท ร่มเย็น จำกัด', exact: true }).click();
    const logo = page.getByRole('dialog').getByRole('link', { name: /ตราบริษัท\.pdf/ });
    const answer = await page.request.get((await logo.getAttribute('href'))!);
    expect(answer.headers()['content-type']).toContain('application/pdf');
    expect((await answer.body()).equals(pdf('Romyen'))).toBe(true);
  });

  test('one that a privacy notice names is in use: its deletion lists the notice in place of the question', async () => {
    const { id: dataControllerId } = await buildDataController(product, admin.workspaceId, {
      nameTh: 'โรงพยาบาลปกป้อง',
    });
    const { privacyNotice } = await callerFor(product, dpo);
    await privacyNotice.create({ ws: admin.workspaceId, name: 'ประกาศคู่ค้า', kind: 'vendor', dataControllerId });
    const page = await open('/organization/data-controller');
    await page.getByText('ใช้ในประกาศความเป็นส่วนตัว 1 รายการ').waitFor();
    await rowMenu(page, 'โรงพยาบาลปกป้อง', 'ลบ');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^ลบไม่ได้ เพราะประกาศความเป็นส่วนตัว 1 รายการ/).waitFor();
    await dialog.getByRole('link', { name: 'ประกาศคู่ค้า' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'ลบ', exact: true }).count()).toBe(0);
  });

  test('an invalid file is refused in the language of the page', async () => {
    const page = await open('/organization/data-controller', admin, 'en');
    await page.getByRole('button', { name: 'Add data controller' }).first().click();
    const file = page.getByRole('dialog').locator('input[type=file]');
    await file.setInputFiles({ name: 'picture.pdf', mimeType: 'application/pdf', buffer: png() });
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .or(page.getByRole('dialog').getByText(/not a .*PDF|PDF/i))
      .last()
      .waitFor();
    const words = await page.getByRole('dialog').locator('li').filter({ hasText: 'picture.pdf' }).innerText();
    expect(words).toMatch(/pdf/i);
    expect(words).not.toMatch(/[\u0E00-\u0E7F]/);
  });

  test('two browsers edit one record: no input is lost', async () => {
    await buildDataController(product, admin.workspaceId, { nameTh: 'สองมือ' });
    const first = await open('/organization/data-controller');
    const second = await open('/organization/data-controller', dpo);
    for (const page of [first, second]) await page.getByRole('button', { name: 'สองมือ', exact: true }).click();
    await field(first, 'address').fill('ที่อยู่ที่คนแรกพิมพ์');
    await field(second, 'contactPerson').fill('ผู้ติดต่อที่คนที่สองพิมพ์');
    await first.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click();
    await first.getByText('บันทึกผู้ควบคุมข้อมูลแล้ว').first().waitFor();
    // The live event of the first must not discard the second's input.
    await second.getByText('เมื่อสักครู่').first().waitFor({ state: 'attached' });
    expect(await field(second, 'contactPerson').inputValue()).toBe('ผู้ติดต่อที่คนที่สองพิมพ์');
    await second.getByRole('dialog').getByRole('button', { name: 'บันทึก', exact: true }).click();
    const conflict = second.getByRole('dialog', { name: 'มีผู้อื่นบันทึกข้อมูลนี้หลังจากที่คุณเปิด' });
    // Nothing was changed by both: the source of each field is displayed, and one press saves both.
    await conflict.getByText('ไม่มีข้อขัดแย้ง', { exact: false }).waitFor();
    expect(await conflict.getByRole('radio').count()).toBe(0);
    await conflict.getByText('ดูสิ่งที่ผู้อื่นแก้').click();
    await conflict.getByText('ที่อยู่ที่คนแรกพิมพ์').first().waitFor();
    await conflict.getByRole('button', { name: 'บันทึกตามที่เลือก' }).click();
    await second.getByText('บันทึกผู้ควบคุมข้อมูลแล้ว').first().waitFor();
    const saved = await product.owner
      .selectFrom('dataControllers')
      .select(['contactPerson', 'address', 'rowVersion'])
      .where('workspaceId', '=', admin.workspaceId)
      .where('nameTh', '=', 'สองมือ')
      .executeTakeFirstOrThrow();
    expect(saved).toEqual({ contactPerson: 'ผู้ติดต่อที่คนที่สองพิมพ์', address: 'ที่อยู่ที่คนแรกพิมพ์', rowVersion: 3 });
  });

  test('a logo that is no longer there is reported at its field, and the record can still be saved', async () => {
    await buildDataController(product, admin.workspaceId, { nameTh: 'โลโก้หาย' });
    const page = await open('/organization/data-controller');
    await page.getByRole('button', { name: 'โลโก้หาย', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const upload = async (name: string) => {
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(name) });
      await dialog.getByRole('link', { name }).waitFor();
    };
    const save = () => dialog.getByRole('button', { name: 'บันทึก', exact: true }).click();
    await upload('logo.pdf');
    // As the sweep does with files that no record has after a day, while the form waits as a draft.
    await product.owner.deleteFrom('files').where('workspaceId', '=', admin.workspaceId).execute();
    await save();
    await dialog.getByRole('group', { name: 'โลโก้' }).getByText(files.notFound).waitFor();
    // The record itself is there: nothing says that it was deleted.
    expect(await page.getByRole('dialog').count()).toBe(1);
    await upload('logo-again.pdf');
    await save();
    await page.getByText('บันทึกผู้ควบคุมข้อมูลแล้ว').first().waitFor();
  });

  test('one in use is not deleted and names the applications; an unused one is deleted after a confirmation', async () => {
    const used = await buildDataController(product, admin.workspaceId, { nameTh: 'ใช้อยู่' });
    await buildDataController(product, admin.workspaceId, { nameTh: 'ว่างอยู่' });
    const application = await buildApplication(product, {
      workspaceId: admin.workspaceId,
      dataControllerId: used.id,
      name: 'ทะเบียนผู้ป่วย',
    });
    const page = await open('/organization/data-controller');
    await rowMenu(page, 'ใช้อยู่', 'ลบ');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ลบไม่ได้ เพราะ 1 แอปพลิเคชันใช้ผู้ควบคุมข้อมูลนี้อยู่').first().waitFor();
    const link = dialog.getByRole('link', { name: 'ทะเบียนผู้ป่วย' });
    expect(await link.getAttribute('href')).toContain(`/business-function/application/${application.id}`);
    await dialog.getByRole('button', { name: 'ปิด' }).last().click();
    await dialog.waitFor({ state: 'detached' });

    await rowMenu(page, 'ว่างอยู่', 'ลบ');
    await page.getByRole('dialog').getByText('ลบผู้ควบคุมข้อมูล “ว่างอยู่” หรือไม่').first().waitFor();
    // Assigned between the question and the answer.
    const free = await product.owner
      .selectFrom('dataControllers')
      .select('id')
      .where('workspaceId', '=', admin.workspaceId)
      .where('nameTh', '=', 'ว่างอยู่')
      .executeTakeFirstOrThrow();
    const late = await buildApplication(product, {
      workspaceId: admin.workspaceId,
      dataControllerId: free.id,
      name: 'มาทีหลัง',
    });
    await page.getByRole('dialog').getByRole('button', { name: 'ลบ', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'มาทีหลัง' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'ยกเลิก' }).click();
    await product.owner.deleteFrom('applications').where('id', '=', late.id).execute();
    await page.reload();
    await rowMenu(page, 'ว่างอยู่', 'ลบ');
    await page.getByRole('dialog').getByRole('button', { name: 'ลบ', exact: true }).click();
    await page.getByText('ลบผู้ควบคุมข้อมูลแล้ว').first().waitFor();
    await page.getByRole('button', { name: 'ว่างอยู่', exact: true }).waitFor({ state: 'detached' });
  });
});

describe('personnel', () => {
  test("a suspension asks who takes over, and the person's page signs out automatically", async () => {
    const staff = await buildPerson(product, { workspaceId: admin.workspaceId, name: 'สมศักดิ์ พักงาน', role: 'Staff' });
    await buildDraftPurpose(product, {
      workspaceId: admin.workspaceId,
      personnelId: staff.personnelId,
      title: 'งานที่ค้างอยู่',
    });
    const { id } = await buildDraftPurpose(product, {
      workspaceId: admin.workspaceId,
      personnelId: staff.personnelId,
      title: 'งานที่เผยแพร่แล้ว',
    });
    await product.owner
      .updateTable('purposes')
      .set({ status: 'published', publishedVersion: 1 })
      .where('id', '=', id)
      .execute();
    const theirs = await open('/consent', staff);
    await theirs.getByRole('heading', { level: 1 }).waitFor();
    const page = await open('/organization/personnel');
    await rowMenu(page, 'สมศักดิ์ พักงาน', 'ระงับ');
    const dialog = page.getByRole('dialog', { name: 'ระงับการใช้งานของ สมศักดิ์ พักงาน' });
    await dialog.getByText('ยังมีงานที่ไม่เสร็จ 1 รายการ กรุณาเลือกผู้รับงานต่อก่อน').first().waitFor();
    // Nobody takes over what is published: it is named.
    await dialog.getByRole('link', { name: 'งานที่เผยแพร่แล้ว', exact: true }).waitFor();
    await dialog.getByLabel(/^เหตุผลที่ระงับ/).fill('อยู่ระหว่างสอบข้อเท็จจริง');
    await dialog.getByRole('button', { name: 'ระงับ', exact: true }).click();
    // Refused without a successor, at the field.
    await dialog.locator('select[aria-invalid=true]').waitFor();
    await dialog.getByLabel(/^ผู้รับงานต่อ/).selectOption({ label: 'สมปอง คุ้มครอง' });
    await dialog.getByRole('button', { name: 'ระงับ', exact: true }).click();
    await page.getByText('ระงับการใช้งานแล้ว').first().waitFor();
    await theirs.waitForURL(/\/login/);

    const purpose = await product.owner
      .selectFrom('purposes')
      .select('responsiblePersonnelId')
      .where('workspaceId', '=', admin.workspaceId)
      .where('titleTh', '=', 'งานที่ค้างอยู่')
      .executeTakeFirstOrThrow();
    expect(purpose.responsiblePersonnelId).toBe(dpo.personnelId);
    // The record displays the reason.
    await page.getByRole('button', { name: 'สมศักดิ์ พักงาน', exact: true }).click();
    await page.getByRole('dialog').getByText('อยู่ระหว่างสอบข้อเท็จจริง').first().waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^ระงับตั้งแต่/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'ยกเลิก' }).click();
    await rowMenu(page, 'สมศักดิ์ พักงาน', 'ยกเลิกการระงับ');
    await page.getByText('ยกเลิกการระงับแล้ว').first().waitFor();
  });

  test('the last Admin cannot be removed, and a DPO cannot grant the Admin role', async () => {
    const page = await open('/organization/personnel');
    await rowMenu(page, 'สมหญิง ดูแลดี', 'ปิดใช้งาน');
    await page.getByRole('dialog').getByRole('button', { name: 'ปิดใช้งาน', exact: true }).click();
    await page.getByRole('dialog').getByText('พื้นที่ทำงานต้องมีผู้ดูแลระบบที่ใช้งานอยู่อย่างน้อย 1 คน').first().waitFor();
    const other = await open('/organization/personnel', dpo);
    await other.getByRole('button', { name: 'เชิญบุคลากร' }).click();
    await other
      .getByRole('dialog')
      .getByLabel(/^บทบาท/)
      .waitFor();
    expect(
      await other
        .getByRole('dialog')
        .getByLabel(/^บทบาท/)
        .locator('option')
        .allInnerTexts(),
    ).not.toContain('ผู้ดูแลระบบ');
  });

  test('an Admin is displayed to a DPO as what they are, with who can change them', async () => {
    const page = await open('/organization/personnel', dpo);
    await page.getByRole('button', { name: 'การดำเนินการกับ สมหญิง ดูแลดี' }).click();
    await page.getByRole('menuitem', { name: organization.personnel.tasks, exact: true }).waitFor();
    const { suspend, deactivate } = organization.personnel;
    for (const name of [suspend, deactivate])
      expect(await page.getByRole('menuitem', { name, exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'สมหญิง ดูแลดี', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(organization.personnel.adminOnly).waitFor();
    const role = field(page, 'role');
    expect(await role.locator('option:checked').textContent()).toBe(organization.role.Admin);
    expect(await role.isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'บันทึก', exact: true }).count()).toBe(0);
  });

  test('search, role and status filter the directory, and are stored in the address', async () => {
    await buildPerson(product, { workspaceId: admin.workspaceId, name: 'วิชัย ตรวจสอบ', role: 'Top Management' });
    const page = await open('/organization/personnel');
    await page.getByLabel('บทบาท', { exact: true }).selectOption('Top Management');
    await page.getByRole('button', { name: 'สมปอง คุ้มครอง', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'วิชัย ตรวจสอบ', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'วิชัย ตรวจสอบ', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('ไม่มีใครชื่อนี้');
    await page.getByText('ไม่พบรายการที่ตรงกับเงื่อนไข').first().waitFor();
  });
});
