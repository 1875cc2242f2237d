import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import thUi from '../../shared/locales/th/ui.ts';
import { buildOrganization, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { looksRight } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, PASSWORD, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let ws: string;
let admin: Person;
let dpo: Person;

beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  const organizationId = (await buildOrganization(product, { name: 'โรงพยาบาลปกป้อง' })).id;
  ws = (await buildWorkspace(product, { organizationId, name: 'สาขาภูเก็ต' })).id;
  const other = (await buildWorkspace(product, { organizationId, name: 'สำนักงานกลาง' })).id;
  admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'อารี ดูแลดี' });
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'ธิดา คุ้มครอง' });
  await buildPerson(product, { workspaceId: other, role: 'Admin', userId: admin.userId, email: admin.email });
  await product.givePassword(admin);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const TEXTS = {
  th: {
    actions: 'การดำเนินการกับ สาขาภูเก็ต',
    remove: 'ลบพื้นที่ทำงาน',
    name: /^พิมพ์ชื่อพื้นที่ทำงาน/,
    password: 'รหัสผ่านของคุณ',
    wrong: 'รหัสผ่านไม่ถูกต้อง กรุณาลองใหม่',
    closed: '“สาขาภูเก็ต” ปิดแล้วและรอการลบ',
    by: 'คุณอารี ดูแลดี สั่งลบ',
    undo: 'ยกเลิกการลบ',
    undone: 'ยกเลิกการลบแล้ว',
    deleted: 'พื้นที่ทำงานที่ลบ',
    waiting: 'รอลบ',
    consents: 'แบบความยินยอม',
  },
  en: {
    actions: 'Actions for สาขาภูเก็ต',
    remove: 'Delete workspace',
    name: /^Type the workspace name/,
    password: 'Your password',
    wrong: 'The password is wrong. Try again.',
    closed: '“สาขาภูเก็ต” is closed and will be deleted',
    by: 'อารี ดูแลดี asked on',
    undo: 'Cancel deletion',
    undone: 'Deletion cancelled',
    deleted: 'Deleted workspaces',
    waiting: 'To be deleted',
    consents: 'Consent forms',
  },
} as const;

test.each(languagesFrom('th'))(
  'an Admin asks for a deletion, everybody sees the closed page at once, and it is undone (%s)',
  async (locale) => {
    const text = TEXTS[locale];
    const theirs = await product.open({ as: dpo, locale });
    await theirs.goto(address('/consent', { ws, locale }));
    await theirs.getByRole('heading', { level: 1, name: text.consents }).waitFor();

    const page = await product.open({ as: admin, locale });
    await page.goto(address('/workspaces', { ws, locale }));
    await page.getByRole('button', { name: text.actions }).click();
    await page.getByRole('menuitem', { name: text.remove }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text.name).fill('สาขาภูเก็ต');
    await dialog.getByLabel(text.password, { exact: false }).first().fill('ไม่ใช่รหัสนี้แน่นอน');
    await picture(page, `ask-${locale}`, false);
    await dialog.getByRole('button', { name: text.remove }).click();
    await dialog.getByText(text.wrong).first().waitFor();
    await dialog.getByLabel(text.password, { exact: false }).first().fill(PASSWORD);
    await dialog.getByRole('button', { name: text.remove }).click();

    for (const one of [page, theirs]) {
      await one.getByRole('heading', { level: 1, name: text.closed }).waitFor();
      await one.getByText(text.by).waitFor();
    }
    expect(await theirs.getByRole('button', { name: text.undo }).count()).toBe(0);
    const { dueAt } = await product.owner
      .selectFrom('workspaceDeletions')
      .select('dueAt')
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    const year = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok', year: 'numeric' }).format(new Date(dueAt)),
    );
    await page
      .getByText(new RegExp(String(locale === 'th' ? year + 543 : year)))
      .first()
      .waitFor();

    await looksRight(page, locale, 'closed-admin');
    await looksRight(theirs, locale, 'closed-member');

    await page.getByRole('button', { name: text.undo }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.undo }).click();
    await page.getByText(text.undone).first().waitFor();
    await page.getByRole('heading', { level: 1, name: text.closed }).waitFor({ state: 'detached' });
    // Without any action on their side.
    await theirs.getByRole('heading', { level: 1, name: text.consents }).waitFor();
  },
);

test('the organisation sees what is being deleted, the progress, and the log that is retained', async () => {
  const page = await product.open({ as: admin });
  const organization = await product.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const other = await product.owner
    .selectFrom('workspaces')
    .select('id')
    .where('organizationId', '=', organization.organizationId)
    .where('id', '<>', ws)
    .executeTakeFirstOrThrow();
  await page.goto(address('/workspaces', { ws: other.id }));
  await page.getByRole('button', { name: TEXTS.th.actions }).click();
  await page.getByRole('menuitem', { name: TEXTS.th.remove }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(TEXTS.th.name).fill('สาขาภูเก็ต');
  await dialog.getByLabel(TEXTS.th.password, { exact: false }).first().fill(PASSWORD);
  await dialog.getByRole('button', { name: TEXTS.th.remove }).click();
  await page.getByRole('link', { name: TEXTS.th.deleted }).first().click();
  await page.getByRole('heading', { level: 1, name: TEXTS.th.deleted }).waitFor();
  await page.getByText(TEXTS.th.waiting, { exact: true }).waitFor();
  await page.getByText('ยังไม่มีบันทึก').waitFor();
  await picture(page, 'deleted-waiting');

  await product.owner
    .updateTable('workspaceDeletions')
    .set({ dueAt: new Date(Date.now() - 1000), remindedAt: new Date(Date.now() - 86_400_000) })
    .where('id', '=', ws)
    .execute();
  const { deletionSchedule } = await import('../../server/modules/workspace/deletionJob.ts');
  await deletionSchedule.run(product.deps, new AbortController().signal);
  // The page is updated automatically.
  await page.getByText('ลบแล้ว', { exact: true }).waitFor();
  await page.getByText('สั่งลบพื้นที่ทำงาน “สาขาภูเก็ต”').first().waitFor();
  const finished = page.getByText('ลบพื้นที่ทำงาน “สาขาภูเก็ต” เสร็จสิ้น').first();
  // Where the log was displayed before its last line came, that one waits.
  const show = page.getByRole('button', { name: thUi.table.showPending, exact: true });
  await finished.or(show).first().waitFor();
  if (!(await finished.isVisible())) await show.click();
  await finished.waitFor();
  await looksRight(page, 'th', 'deleted');
});

test('a public page of it displays that it is closed', async () => {
  const { incident } = await callerFor(product, dpo);
  const { rowVersion, publicUrl: _, ...settings } = await incident.settings.get({ ws });
  const { publicUrl } = await incident.settings.update({ ws, ...settings, rowVersion, publicForm: true });
  await (await callerFor(product, admin)).workspace.remove({ ws, confirmation: 'สาขาภูเก็ต', password: PASSWORD });
  for (const [locale, title] of [
    ['th', 'หน้านี้ปิดแล้ว'],
    ['en', 'This page is closed'],
  ] as const) {
    const page = await product.open({ locale, width: 375 });
    await page.goto(`${address('/report-incident', { locale })}${new URL(publicUrl!).hash}`);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await picture(page, `public-${locale}`);
  }
});

test('who is only in a workspace that is being deleted sees its dates after signing in, not the sign-in again', async () => {
  await (await callerFor(product, admin)).workspace.remove({ ws, confirmation: 'สาขาภูเก็ต', password: PASSWORD });
  const page = await product.open({ as: dpo });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: TEXTS.th.closed }).waitFor();
  expect(new URL(page.url()).searchParams.get('workspace')).toBe(ws);
});
