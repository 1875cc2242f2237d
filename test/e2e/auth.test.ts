import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import enLegal from '../../shared/locales/en/legal.ts';
import thLegal from '../../shared/locales/th/legal.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { settled } from './helpers/audit.ts';
import { navigate } from './helpers/pages.ts';
import { picture } from './helpers/picture.ts';
import { address, PASSWORD, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

let product: Product;
let admin: Person;

beforeAll(async () => {
  product = await startProduct({ SIGNUP: 'open' });
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const workspace = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
  admin = await buildPerson(product, { workspaceId: workspace.id, name: 'สมหญิง ดูแลดี' });
  await product.givePassword(admin);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** An address of nobody yet, in this try. */
const addressOf = (name: string) => `${name}.${admin.personnelId.slice(-6)}@auth.example`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function signInByHand(page: Page, email: string, password: string) {
  await page.getByLabel(/^อีเมล/).fill(email);
  await page.getByLabel(/^รหัสผ่าน/).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
}

/** Opens the newest stored mail with a subject, like an Admin, and returns the address of its link. */
async function linkInStoredMail(subject: RegExp): Promise<string> {
  const page = await product.open({ as: admin });
  await page.goto(address('/organization/personnel', { ws: admin.workspaceId }));
  await page.getByRole('button', { name: `บัญชีของ ${admin.email}` }).click();
  await page.getByRole('menuitem', { name: 'อีเมลที่ระบบเก็บไว้' }).click();
  await page.locator('main').getByRole('button', { name: subject }).first().click();
  const href = await page.getByRole('dialog').getByRole('link').first().getAttribute('href');
  await page.context().close();
  expect(href).toContain(product.address);
  return href!;
}

describe('sign-up', () => {
  test('describes in words what is missing or invalid', async () => {
    const page = await product.open();
    await page.goto('/signup');
    await walkForm(page.locator('main'), 'modules/auth/SignupPage');
  });

  test('sends a link, which creates an organisation and displays the first steps', async () => {
    const email = addressOf('first');
    const page = await product.open();
    await page.goto('/signup');
    await page.getByRole('button', { name: 'ส่งลิงก์ยืนยันอีเมล' }).click();
    await page.getByText('กรุณากรอกข้อมูล').nth(2).waitFor();
    await page.getByLabel(/^ชื่อองค์กร/).fill('สหกรณ์ร่มเย็น');
    await page.getByLabel(/^ชื่อพื้นที่ทำงานแรก/).fill('สำนักงานใหญ่');
    await page.getByLabel(/^ชื่อและนามสกุล/).fill('สมศรี เริ่มต้น');
    await page.getByLabel(/^อีเมล/).fill(email);
    await page.getByRole('button', { name: 'ส่งลิงก์ยืนยันอีเมล' }).click();
    await page.getByText(/กรุณาเปิดลิงก์ที่แสดงในหน้าต่างที่ใช้เริ่มระบบ/).waitFor();
    await picture(page, 'signup-sent-th');
    const token = tokenIn((await mailsOf(product, email))[0]);
    const reader = await product.open();
    await reader.goto(`/signup#token=${token}`);
    await reader.getByText(new RegExp(`ยืนยันอีเมล ${email} แล้ว .*สหกรณ์ร่มเย็น`)).waitFor();
    await picture(reader, 'signup-link-th');
    await reader.getByLabel(/^รหัสผ่าน/).fill('123456789012');
    await reader.getByRole('button', { name: 'สร้างบัญชีองค์กร' }).click();
    // The server's error about the password is displayed at its field.
    await reader.locator('input[name=password][aria-invalid=true]').waitFor();
    await reader.getByLabel(/^รหัสผ่าน/).fill(PASSWORD);
    await reader.getByRole('button', { name: 'สร้างบัญชีองค์กร' }).click();
    await reader.waitForURL(/\/business-function\/application\?workspace=/);
    await reader.getByRole('button', { name: /ปัจจุบันคือ สำนักงานใหญ่/ }).waitFor();
    await reader.getByText('ยังไม่มีผู้ควบคุมข้อมูล').first().waitFor();
    await reader.getByRole('link', { name: 'เพิ่มผู้ควบคุมข้อมูล' }).click();
    await heading(reader, 'ผู้ควบคุมข้อมูลส่วนบุคคล').waitFor();
    await reader.getByText('ยังไม่มีผู้ควบคุมข้อมูล').first().waitFor();
    await page.goto(`/signup#token=${token}`);
    await page.reload();
    await heading(page, 'ลิงก์สมัครใช้งานนี้ใช้ไม่ได้แล้ว').waitFor();
    await page.getByRole('button', { name: 'สมัครใหม่' }).click();
    await page.getByLabel(/^ชื่อองค์กร/).waitFor();
  });

  test('displays the same for an address with an account, whose owner receives a mail about it', async () => {
    const page = await product.open({ locale: 'en', width: 375, dark: true });
    await page.goto('/en/signup');
    await page.locator('[name=organizationName]').waitFor();
    await picture(page, 'signup-en');
    await page.locator('[name=organizationName]').fill('Twice Ltd');
    await page.locator('[name=workspaceName]').fill('Main');
    await page.locator('[name=name]').fill('Twice');
    await page.locator('[name=email]').fill(admin.email.toUpperCase());
    await page.getByRole('button', { name: 'Send confirmation link' }).click();
    await picture(page, 'signup-sent-en');
    await page.getByText(/Open the link shown in the window/).waitFor();
    expect((await mailsOf(product, admin.email)).map(({ kind }) => kind)).toEqual(['knownAddress']);
  });

  test('where anybody may sign up, an Admin reads who sets package and modules', async () => {
    const page = await product.open({ as: admin });
    await page.goto(address('/workspaces', { ws: admin.workspaceId }));
    await page.getByRole('button', { name: 'สร้างพื้นที่ทำงาน' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^ผู้ดูแลเครื่องแม่ข่ายเป็นผู้ตั้งแพ็กเกจ/).waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await picture(page, 'workspace-new-th', false);
    await dialog.getByLabel(/^ชื่อพื้นที่ทำงาน/).fill('สาขาสอง');
    await dialog.getByRole('button', { name: 'สร้างพื้นที่ทำงาน' }).click();
    await page.getByText('สร้างพื้นที่ทำงานแล้ว').first().waitFor();
  });
});

describe('sign-in', () => {
  test('a wrong password is reported, and the requested page is opened after sign-in', async () => {
    const page = await product.open();
    await page.goto(`${address('/organization/personnel', { ws: admin.workspaceId })}&status=ACTIVE`);
    await page.waitForURL(/\/login\?next=/);
    await signInByHand(page, admin.email, 'ไม่ใช่รหัสผ่านนี้แน่นอน');
    await page.getByRole('alert').filter({ hasText: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาลองใหม่ หรือตั้งรหัสผ่านใหม่' }).waitFor();
    // The input is preserved.
    expect(await page.getByLabel(/^อีเมล/).inputValue()).toBe(admin.email);
    await page.getByLabel(/^รหัสผ่าน/).fill(PASSWORD);
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await heading(page, 'บุคลากร').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('ACTIVE');
  });

  test('a forgotten password is reset once with the link in the mail', async () => {
    const person = await buildPerson(product, {
      workspaceId: admin.workspaceId,
      role: 'Staff',
      name: 'ขี้ลืม',
    });
    await product.givePassword(person);
    const page = await product.open();
    await page.goto('/login');
    await page.getByRole('link', { name: 'ลืมรหัสผ่าน' }).click();
    await page.getByLabel(/^อีเมล/).fill(person.email);
    await page.getByRole('button', { name: 'ส่งลิงก์ตั้งรหัสผ่าน' }).click();
    await heading(page, 'กรุณาตรวจสอบอีเมล').waitFor();
    const link = await linkInStoredMail(/รหัสผ่าน/);
    await page.goto(link);
    await heading(page, 'ตั้งรหัสผ่านใหม่').waitFor();
    await page.getByLabel(/^รหัสผ่านใหม่/).fill('สั้นไป');
    await page.getByRole('button', { name: 'บันทึกรหัสผ่านใหม่' }).click();
    await page.getByText('กรุณาใช้อย่างน้อย 12 ตัวอักษร').first().waitFor();
    const fresh = 'ประโยคใหม่ที่จำได้ง่ายกว่า';
    await page.getByLabel(/^รหัสผ่านใหม่/).fill(fresh);
    await page.getByRole('button', { name: 'บันทึกรหัสผ่านใหม่' }).click();
    await page.getByText('ตั้งรหัสผ่านใหม่แล้ว กรุณาเข้าสู่ระบบ').first().waitFor();
    await signInByHand(page, person.email, PASSWORD);
    await page.getByRole('alert').filter({ hasText: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาลองใหม่ หรือตั้งรหัสผ่านใหม่' }).waitFor();
    await signInByHand(page, person.email, fresh);
    await page.waitForURL(/workspace=/);
    // The link is used up.
    const again = await product.open();
    await again.goto(link);
    await again.getByLabel(/^รหัสผ่านใหม่/).fill(`${fresh}อีกครั้ง`);
    await again.getByRole('button', { name: 'บันทึกรหัสผ่านใหม่' }).click();
    await again.getByText('ลิงก์ตั้งรหัสผ่านนี้ใช้ไม่ได้แล้ว กรุณาขอลิงก์ใหม่').first().waitFor();
    await again.getByRole('link', { name: 'ขอลิงก์ใหม่' }).click();
    await heading(again, 'ลืมรหัสผ่าน').waitFor();
  });
});

describe('sign-out', () => {
  const signOutOf = /\/trpc\/auth\.signOut/;
  const failed = (page: Page) => heading(page, 'ออกจากระบบไม่สำเร็จ');

  test('a link from elsewhere asks first; a session that could not be ended is reported, and its drafts remain', async () => {
    const page = await product.open({ as: admin });
    await page.goto('/logout');
    await heading(page, 'ออกจากระบบ').waitFor();
    const [own, others] = [`pokpong_draft_${admin.userId}.form`, 'pokpong_draft_another.form'];
    const stored = () =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .filter((name) => name.includes('draft'))
          .sort(),
      );
    await page.evaluate((names) => names.forEach((name) => localStorage.setItem(name, '{}')), [own, others]);
    await page.route(signOutOf, (route) => route.abort());
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
    await failed(page).waitFor();
    expect(await stored()).toEqual([own, others].sort());
    await page.unroute(signOutOf);
    await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click();
    await page.waitForURL(/\/login$/);
    expect(await stored()).toEqual([others]);
    await heading(page, 'เข้าสู่ระบบ').waitFor();
  });

  test('leaves on the device what the privacy policy names, and nothing else', async () => {
    const page = await product.open({ as: admin });
    await page.goto('/logout');
    await heading(page, 'ออกจากระบบ').waitFor();
    const deleted = {
      [`pokpong_draft_${admin.userId}.form`]: '{}',
      [`pokpong.exports.${admin.workspaceId}.${admin.personnelId}`]: '[]',
      [`pokpong.opened.${admin.personnelId}`]: '[]',
    };
    const remaining = { pokpong_theme: 'light', pokpong_single_keys: 'off', pokpong_table_purpose: '{"compact":true}' };
    await page.evaluate(
      (stored) => Object.entries(stored).forEach(([name, value]) => localStorage.setItem(name, value)),
      { ...deleted, ...remaining },
    );
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
    await page.waitForURL(/\/login$/);
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(Object.keys(remaining).sort());
    for (const { body } of [thLegal.policy.cookies, enLegal.policy.cookies])
      expect(body).toMatch(
        /(โหมดสี|Colour mode).*(คอลัมน์|columns).*(ความหนาแน่น|density).*(แป้นพิมพ์ลัด|shortcuts).*\n.*\n.*(เอกสาร|documents)/,
      );
  });

  test('asks at an address that was opened from elsewhere, not at later sign-outs of the same tab', async () => {
    const page = await product.open({ as: admin });
    await page.goto('/logout');
    await heading(page, 'ออกจากระบบ').waitFor();
    // Another language is the same page.
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await heading(page, 'Sign out').waitFor();
    await page.getByRole('link', { name: 'Go home' }).click();
    await page.waitForURL(/\/business-function\/application\?workspace=/);
    await page.goBack();
    await page.waitForURL(/\/logout$/);
    await heading(page, 'Sign out').waitFor();
    await page.goForward();
    await page.getByRole('button', { name: new RegExp(admin.email) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login$/);
  });

  test('ends another tab too, which stores and promises no draft', async () => {
    const page = await product.open({ as: admin });
    const other = await page.context().newPage();
    await other.goto(address('/business-function/purpose/new', { ws: admin.workspaceId }));
    await other.getByRole('textbox').first().fill('พิมพ์ไว้ยังไม่บันทึก');
    await page.goto(address('/organization/personnel', { ws: admin.workspaceId }));
    await page.getByRole('button', { name: `บัญชีของ ${admin.email}` }).click();
    await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click();
    await page.waitForURL(/\/login$/);
    await other.waitForURL(/\/login\?next=/);
    await other.getByText('กรุณาเข้าสู่ระบบเพื่อใช้งาน').first().waitFor();
    expect(await other.getByText('เก็บเป็นร่างแล้ว').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('draft')))).toEqual([]);
  });

  test('asks about unsaved input first, and promises no draft of it', async () => {
    const page = await product.open({ as: admin });
    await page.goto(address('/business-function/purpose/new', { ws: admin.workspaceId }));
    await page.getByRole('textbox').first().fill('พิมพ์ไว้ยังไม่บันทึก');
    await page.getByRole('button', { name: `บัญชีของ ${admin.email}` }).click();
    await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click();
    const question = page.getByRole('dialog', { name: ui.form.leaveTitle });
    await question.getByText(ui.form.loss.none).waitFor();
    await question.getByRole('button', { name: ui.form.leave }).click();
    await page.waitForURL(/\/login$/);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('draft')))).toEqual([]);
  });

  test('input survives a session that expires, and a colleague who uses the browser meanwhile', async () => {
    const page = await product.open({ as: admin });
    const form = address('/business-function/purpose/new', { ws: admin.workspaceId });
    await page.goto(form);
    await page.getByRole('textbox').first().fill('พิมพ์ไว้ก่อนหมดเวลา');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).some((text) => String(text).includes('ก่อนหมดเวลา'))))
      .toBe(true);
    await page.context().clearCookies();
    const colleague = await buildPerson(product, { workspaceId: admin.workspaceId, role: 'DPO' });
    await product.signIn(page, colleague);
    await page.goto(form);
    expect(await page.getByRole('textbox').first().inputValue()).toBe('');
    await page.getByRole('button', { name: `บัญชีของ ${colleague.email}` }).click();
    await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click();
    await page.waitForURL(/\/login$/);
    await product.signIn(page, admin);
    await page.goto(form);
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('พิมพ์ไว้ก่อนหมดเวลา');
  });
});

describe('a session that another tab has begun', () => {
  test('leads on from the sign-in page', async () => {
    const page = await product.open();
    await page.goto(`/login?next=${encodeURIComponent(address('/organization/personnel', { ws: admin.workspaceId }))}`);
    await heading(page, 'เข้าสู่ระบบ').waitFor();
    await page.waitForLoadState('networkidle');
    await product.signIn(page, admin);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await heading(page, 'บุคลากร').waitFor();
    await page.goto('/login');
    await page.waitForURL(/\/business-function\/application\?workspace=/);
  });

  test('keeps a page whose live connection ended with the former session', async () => {
    const page = await product.open({ as: admin });
    const opened = page.waitForEvent('websocket');
    await page.goto(address('/organization/personnel', { ws: admin.workspaceId }));
    const socket = await opened;
    if (!socket.isClosed()) await socket.waitForEvent('framereceived');
    const checked = page.waitForResponse((answer) => answer.url().includes('/trpc/shell.start'));
    const again = await page.context().request.post('/trpc/auth.signIn', {
      headers: { origin: product.address, 'content-type': 'application/json' },
      data: { email: admin.email, password: PASSWORD },
    });
    expect(again.status()).toBe(200);
    await checked;
    await page.getByRole('searchbox').first().fill('สมหญิง');
    await page.getByRole('row').filter({ hasText: 'สมหญิง ดูแลดี' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/organization/personnel');
  });

  test('of another person ends the page, whose input remains a draft of the one who typed it', async () => {
    const colleague = await buildPerson(product, { workspaceId: admin.workspaceId, role: 'DPO' });
    await product.givePassword(colleague);
    const page = await product.open({ as: admin });
    const form = address('/business-function/purpose/new', { ws: admin.workspaceId });
    const opened = page.waitForEvent('websocket');
    await page.goto(form);
    const socket = await opened;
    if (!socket.isClosed()) await socket.waitForEvent('framereceived');
    await page.getByRole('textbox').first().fill('พิมพ์โดยคนแรก');
    const again = await page.context().request.post('/trpc/auth.signIn', {
      headers: { origin: product.address, 'content-type': 'application/json' },
      data: { email: colleague.email, password: PASSWORD },
    });
    expect(again.status()).toBe(200);
    await page.getByText('กรุณาเข้าสู่ระบบเพื่อใช้งาน').first().waitFor();
    // The sign-in page leads the colleague on to the same form.
    await page.getByRole('button', { name: `บัญชีของ ${colleague.email}` }).waitFor();
    await page.waitForURL(/\/purpose\/new/);
    expect(await page.getByRole('textbox').first().inputValue()).toBe('');
    await product.signIn(page, admin);
    await page.goto(form);
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('พิมพ์โดยคนแรก');
  });
});

describe('an account without a workspace', () => {
  const newcomer = async (email: string) => {
    const userId = randomUUIDv7();
    await product.owner
      .insertInto('users')
      .values({ id: userId, email, name: 'ยังไม่มีที่ทำงาน', emailVerifiedAt: new Date() })
      .execute();
    const page = await product.open();
    await product.signIn(page, { userId });
    return page;
  };

  test('reads so, and is signed out', async () => {
    const page = await newcomer(addressOf('nowhere'));
    await page.goto('/');
    await page.getByText('บัญชีนี้ยังไม่ได้เป็นบุคลากรของพื้นที่ทำงานใด').first().waitFor();
    await page.waitForURL(/\/login$/);
  });

  test('is offered its invitations', async () => {
    const { personnel } = await callerFor(product, admin);
    const email = addressOf('awaited');
    await personnel.create({
      ws: admin.workspaceId,
      name: 'ยังไม่มีที่ทำงาน',
      email,
      position: 'นิติกร',
      phone: '0812345678',
      role: 'DPO',
    } as never);
    const page = await newcomer(email);
    await page.goto('/');
    await heading(page, 'คุณได้รับคำเชิญ').waitFor();
    await page.getByRole('button', { name: 'เข้าร่วม โรงพยาบาลทดสอบ' }).waitFor();
  });
});

test('the home page without an answer of the server offers another try, not the sign-in', async () => {
  const page = await product.open({ as: admin });
  const start = /\/trpc\/[^?]*shell\.start/;
  const error = { error: { message: 'x', code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } } };
  await page.route(start, (route) => {
    const calls = new URL(route.request().url()).pathname.split(',').length;
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify(Array(calls).fill(error)),
    });
  });
  await page.goto('/');
  await heading(page, 'เกิดข้อผิดพลาด').waitFor();
  await page.unroute(start);
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click();
  await page.waitForURL(/\/business-function\/application\?workspace=/);
});

describe('invitations', () => {
  async function invite(page: Page, name: string, email: string) {
    await page.goto(address('/organization/personnel', { ws: admin.workspaceId }));
    await page.getByRole('button', { name: 'เชิญบุคลากร' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^ชื่อ-นามสกุล/).fill(name);
    await dialog.getByLabel(/^ตำแหน่ง/).fill('นิติกร');
    await dialog.getByLabel(/^โทรศัพท์/).fill('0812345678');
    await dialog.getByLabel(/^อีเมล/).fill(email);
    await dialog.getByLabel(/^บทบาท/).selectOption('DPO');
    await dialog.getByRole('button', { name: 'เชิญบุคลากร' }).click();
  }

  test('a new user sets a password with the link and is signed in; the directory of the Admin is updated', async () => {
    const page = await product.open({ as: admin });
    const email = addressOf('new');
    await invite(page, 'สมชาย มาใหม่', email);
    await page.getByText(`ส่งคำเชิญไปที่ ${email} แล้ว`).first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'สมชาย มาใหม่' });
    await row.getByText('รอตอบรับคำเชิญ').first().waitFor();
    // The record displays until when it can be accepted.
    await row.getByRole('button', { name: 'สมชาย มาใหม่', exact: true }).click();
    await page
      .getByText(/^คำเชิญใช้ได้ถึง/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'ยกเลิก' }).click();

    const guest = await product.open();
    await guest.goto(await linkInStoredMail(/โรงพยาบาลทดสอบ/));
    await guest
      .getByText(new RegExp(`โรงพยาบาลทดสอบ เชิญ ${email}`))
      .first()
      .waitFor();
    await picture(guest, 'invitation-th');
    await walkForm(guest.locator('main'), 'modules/auth/InvitationPage');
    await guest.reload();
    await guest.getByLabel(/^รหัสผ่านใหม่/).fill(PASSWORD);
    await guest.getByRole('button', { name: 'รับคำเชิญ' }).click();
    await guest.waitForURL(/\/business-function\/application\?workspace=/);
    await settled(guest);
    await guest.getByRole('button', { name: `บัญชีของ ${email}` }).waitFor();
    // Nobody reloaded this page.
    await row.getByText('ใช้งาน', { exact: true }).first().waitFor();
  });

  test('a user with an account accepts with its password', async () => {
    const elsewhere = await buildPerson(product, { role: 'Staff' });
    await product.givePassword(elsewhere);
    const page = await product.open({ as: admin });
    await invite(page, 'มีบัญชี อยู่แล้ว', elsewhere.email);
    await page.getByText(`ส่งคำเชิญไปที่ ${elsewhere.email} แล้ว`).first().waitFor();
    const guest = await product.open();
    // The Admin does not read the mail to somebody whose account opens other workspaces too.
    await guest.goto(`/invitation#token=${tokenIn((await mailsOf(product, elsewhere.email))[0])}`);
    await guest.getByText('อีเมลนี้มีบัญชีอยู่แล้ว กรอกรหัสผ่านของบัญชีเพื่อรับคำเชิญ').first().waitFor();
    await guest.getByLabel(/^รหัสผ่าน/).fill('ไม่ใช่รหัสผ่านนี้แน่นอน');
    await guest.getByRole('button', { name: 'รับคำเชิญ' }).click();
    await guest.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาลองใหม่ หรือตั้งรหัสผ่านใหม่').first().waitFor();
    await guest.getByLabel(/^รหัสผ่าน/).fill(PASSWORD);
    await guest.getByRole('button', { name: 'รับคำเชิญ' }).click();
    await guest.waitForURL(new RegExp(`workspace=${admin.workspaceId}`));
    await guest.getByRole('button', { name: /ปัจจุบันคือ โรงพยาบาลทดสอบ/ }).waitFor();
  });

  test('an address that exists in the directory is reported at its field', async () => {
    const page = await product.open({ as: admin });
    await invite(page, 'ซ้ำ', admin.email);
    const field = page.getByRole('dialog').getByLabel(/^อีเมล/);
    await page.getByRole('dialog').getByText('อีเมลนี้มีอยู่แล้วในพื้นที่ทำงานนี้ กรุณาใช้อีเมลอื่น').first().waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(
      await page
        .getByRole('dialog')
        .getByLabel(/^ชื่อ-นามสกุล/)
        .inputValue(),
    ).toBe('ซ้ำ');
  });

  test('an expired link is explained', async () => {
    const page = await product.open();
    await page.goto('/invitation#token=nothing-of-the-kind');
    await heading(page, 'คำเชิญนี้ใช้ไม่ได้แล้ว').waitFor();
    // Nobody is signed in, and no link was opened: nothing has expired.
    await navigate(page, '/invitation');
    await page.reload();
    await heading(page, 'ไม่มีคำเชิญที่รออยู่').waitFor();
  });
});

test('a link that is opened in the tab that displays its page is followed', async () => {
  const page = await product.open();
  const follow = (token: string) => page.evaluate((hash) => location.assign(hash), `#token=${token}`);
  for (const [to, without, by] of [
    ['/signup', 'สมัครใช้งานสำหรับองค์กร', 'ลิงก์สมัครใช้งานนี้ใช้ไม่ได้แล้ว'],
    ['/invitation', 'ไม่มีคำเชิญที่รออยู่', 'คำเชิญนี้ใช้ไม่ได้แล้ว'],
    ['/reset-password', 'ลิงก์นี้ไม่สมบูรณ์', 'ตั้งรหัสผ่านใหม่'],
  ] as const) {
    await page.goto(to);
    await heading(page, without).waitFor();
    await follow('nothing-of-the-kind-at-all');
    await heading(page, by).waitFor();
  }
  // What was typed for one link is not sent with another.
  await page.getByLabel(/^รหัสผ่านใหม่/).fill('รหัสผ่านยาวพอสมควร');
  await follow('another-link-of-the-kind');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=password]')?.value === '');
});
