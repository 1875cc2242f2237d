import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import enIncident from '../../shared/locales/en/incident.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import { referenceOf } from '../../shared/incident/reference.ts';
import {
  buildDataController,
  buildOrganization,
  buildPerson,
  buildWorkspace,
  callerFor,
  type Person,
} from '../factories.ts';
import { looksIn, looksRight, settled, wear } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let dpo: Person;
let token: string;

beforeAll(async () => {
  product = await startProduct({});
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const organization = await buildOrganization(product, { name: 'โรงพยาบาลทดสอบ' });
  const workspace = await buildWorkspace(product, { organizationId: organization.id, name: 'พื้นที่ทำงานลับ' });
  dpo = await buildPerson(product, { workspaceId: workspace.id, role: 'DPO', name: 'วิภา ดูแล' });
  await buildDataController(product, workspace.id, { nameTh: 'โรงพยาบาลร่มเย็น', nameEn: 'Romyen Hospital' });
  token = await setForm(true);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function setForm(on: boolean): Promise<string> {
  const call = await callerFor(product, dpo);
  const { publicUrl: _, ...fields } = await call.incident.settings.get({ ws: dpo.workspaceId });
  const { publicUrl } = await call.incident.settings.update({ ws: dpo.workspaceId, ...fields, publicForm: on });
  return publicUrl ? new URL(publicUrl).hash : '';
}
const incidents = () =>
  product.owner
    .selectFrom('incidents')
    .selectAll()
    .where('workspaceId', '=', dpo.workspaceId)
    .orderBy('number')
    .execute();

const INCIDENT = { th: thIncident, en: enIncident };
const WORDS = {
  th: {
    title: 'รายงานเหตุละเมิดข้อมูลส่วนบุคคล',
    short: /^สรุปเหตุ/,
    intro: /^รายละเอียดของเหตุ/,
    systems: /^ระบบ เอกสาร/,
    found: /^ทราบเหตุเมื่อ/,
    same: 'ใช้เวลาเดียวกับที่ทราบเหตุ',
    first: /^ชื่อ/,
    last: /^นามสกุล/,
    phone: /^โทรศัพท์/,
    email: /^อีเมล/,
    send: 'ส่งรายงาน',
    done: 'ได้รับรายงานแล้ว ขอบคุณที่แจ้ง',
    expired: 'ลิงก์รายงานเหตุนี้ใช้ไม่ได้',
    day: '20/11/2569',
  },
  en: {
    title: 'Report a personal data breach',
    short: /^Summary/,
    intro: /^Details/,
    systems: /^Systems, documents/,
    found: /^Became aware/,
    same: 'Same as became aware',
    first: /^First name/,
    last: /^Last name/,
    phone: /^Phone/,
    email: /^Email/,
    send: 'Send report',
    done: 'Report received, thank you',
    expired: 'This report link does not work',
    day: '20/11/2026',
  },
} as const;

/** Fills in what happened and when. */
async function fillIn(page: Page, locale: 'th' | 'en', title: string): Promise<void> {
  const words = WORDS[locale];
  await page.getByRole('textbox', { name: words.short }).fill(title);
  await page.getByRole('textbox', { name: words.intro }).fill('ได้รับผลตรวจของผู้ป่วยอีกคน');
  await page.getByRole('textbox', { name: words.systems }).fill('อีเมลแผนกทะเบียน');
  const day = page.locator('input[name=discoveredAt]');
  await day.fill(words.day);
  await day.press('Tab');
  const time = page.getByLabel(locale === 'th' ? 'เวลา' : 'Time', { exact: true }).first();
  await time.fill('09:30');
  await time.press('Tab');
  await page.getByRole('button', { name: words.same }).click();
}
async function introduce(page: Page, locale: 'th' | 'en'): Promise<void> {
  const words = WORDS[locale];
  await page.getByRole('textbox', { name: words.first }).fill('สมหญิง');
  await page.getByRole('textbox', { name: words.last }).fill('คนนอก');
  await page.getByRole('textbox', { name: words.phone }).fill('0898765432');
  await page.getByRole('textbox', { name: words.email }).fill('outsider@example.com');
}

describe('the public report form', () => {
  it.each(['th', 'en'] as const)(
    'accepts a report from somebody without an account, in every layout (%s)',
    async (locale) => {
      const words = WORDS[locale];
      const page = await product.open({ locale });
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await page.goto(address(`/report-incident${token}`, { locale }));
      await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('โรงพยาบาลทดสอบ');
      expect(text).not.toContain('พื้นที่ทำงานลับ');
      const controller = locale === 'th' ? 'โรงพยาบาลร่มเย็น' : 'Romyen Hospital';
      for (const contact of [controller, 'dpo@controller.example', dpo.email]) expect(text).toContain(contact);
      expect(text).not.toContain('วิภา ดูแล');
      await looksRight(page, locale, 'report-form', { looks: looksIn(locale) });
      await wear(page, { width: 1280, dark: false });

      // Validated during input, and nothing is sent while something is invalid.
      await page.getByRole('textbox', { name: words.phone }).fill('12');
      await page.getByRole('textbox', { name: words.phone }).blur();
      await expect
        .poll(() => page.getByRole('textbox', { name: words.phone }).getAttribute('aria-invalid'))
        .toBe('true');
      const before = (await incidents()).length;
      await page.getByRole('button', { name: words.send }).click();
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBeGreaterThan(4);
      await looksRight(page, locale, 'report-wrong', { looks: looksIn(locale) });
      await wear(page, { width: 1280, dark: false });
      expect(await incidents()).toHaveLength(before);

      await fillIn(page, locale, `ผลตรวจส่งผิดคน ${locale}`);
      await introduce(page, locale);
      await page.getByRole('button', { name: words.send }).click();
      await page.getByRole('heading', { level: 1, name: words.done }).waitFor();
      const row = (await incidents()).at(-1)!;
      expect(row).toMatchObject({ title: `ผลตรวจส่งผิดคน ${locale}`, status: 'PENDING', reporterId: null });
      expect(await page.locator('[data-report-reference]').innerText()).toBe(referenceOf(row.id));
      expect(row.reporterAwareAt).toBe(row.occurredAt);
      expect(new Date(row.reporterAwareAt!).toISOString()).toBe('2026-11-20T02:30:00.000Z');
      expect(await page.locator('main').innerText()).toContain(dpo.email);
      await looksRight(page, locale, 'report-thanks', { looks: looksIn(locale) });
      // No address sent to a server contains the token.
      expect(addresses.filter((one) => one.includes(token.slice(7)))).toEqual([]);
      expect(product.complaints).toEqual([]);
    },
  );

  it('stores a draft in the browser without the reporter, and deletes it once it is sent', async () => {
    const page = await product.open();
    await page.goto(address(`/report-incident${token}`));
    await fillIn(page, 'th', 'ร่างที่ค้างไว้');
    await introduce(page, 'th');
    const stored = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('pokpong_draft_'))
          .map(([key, value]) => `${key} ${value}`)
          .join(),
      );
    await expect.poll(stored).toContain('ร่างที่ค้างไว้');
    expect(await stored()).not.toMatch(/outsider|0898765432|คนนอก/);
    expect(await stored()).not.toContain(token.slice(7));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'ทิ้งร่าง' }).waitFor();
    const title = page.getByRole('textbox', { name: WORDS.th.short });
    await expect.poll(() => title.inputValue()).toBe('ร่างที่ค้างไว้');
    expect(await page.getByRole('textbox', { name: WORDS.th.last }).inputValue()).toBe('');
    await introduce(page, 'th');
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByRole('heading', { level: 1, name: WORDS.th.done }).waitFor();
    await expect.poll(stored).toBe('');
    await page.getByRole('button', { name: 'รายงานเหตุอื่น' }).click();
    await expect.poll(() => title.inputValue()).toBe('');
  });

  it('reports once however often it is sent while the response is lost', async () => {
    const page = await product.open();
    await page.goto(address(`/report-incident${token}`));
    await fillIn(page, 'th', 'คำตอบหาย');
    await introduce(page, 'th');
    let lost = 0;
    await page.route(/\/trpc\/incidentReport\.submit/, async (route) => {
      // Accepted by the server; the response is lost.
      if (lost++ === 0) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByRole('heading', { level: 1, name: WORDS.th.done }).waitFor();
    expect((await incidents()).filter(({ title }) => title === 'คำตอบหาย')).toHaveLength(1);
  });

  it('informs somebody whose browser filled in the honeypot, and accepts the next press', async () => {
    const page = await product.open();
    await page.goto(address(`/report-incident${token}`));
    await fillIn(page, 'th', 'กรอกโดยเบราว์เซอร์');
    await introduce(page, 'th');
    await page.evaluate(
      () => ((document.querySelector('input[name=website]') as HTMLInputElement).value = 'https://autofill.example'),
    );
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByText(/กรอกโดยโปรแกรม/).waitFor();
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByRole('heading', { level: 1, name: WORDS.th.done }).waitFor();
  });

  it('alerts the DPO immediately, who finds it by the returned reference', async () => {
    const officer = await product.open({ as: dpo });
    await officer.goto(address('/data-breach/incident-management', { ws: dpo.workspaceId }));
    await settled(officer);
    const page = await product.open();
    await page.goto(address(`/report-incident${token}`));
    await fillIn(page, 'th', 'เรื่องด่วนจากข้างนอก');
    await introduce(page, 'th');
    await page.getByRole('button', { name: WORDS.th.send }).click();
    await page.getByRole('heading', { level: 1, name: WORDS.th.done }).waitFor();
    await officer.getByRole('button', { name: /การแจ้งเตือน/ }).click();
    await officer
      .getByText(/เรื่องด่วนจากข้างนอก/)
      .first()
      .waitFor();
    const reference = await page.locator('[data-report-reference]').innerText();
    await officer.goto(address(`/data-breach/incident-management?query=${reference}`, { ws: dpo.workspaceId }));
    await officer
      .getByRole('link', { name: /เรื่องด่วนจากข้างนอก/ })
      .first()
      .click();
    await officer.getByText(reference, { exact: true }).waitFor();
  });

  it.each(['th', 'en'] as const)(
    'beyond its limits, reports wait for a review by the DPO, and continue once they are submitted (%s)',
    async (locale) => {
      const title = `แจ้งพร้อมกันหลายคน ${locale}`;
      const outside = await callerFor(product, null, { ip: locale === 'th' ? '10.77.0.1' : '10.77.0.2' });
      const send = (nth: number) =>
        outside.incidentReport.submit({
          token: new URLSearchParams(token.slice(1)).get('token')!,
          key: randomUUID(),
          title: `${title} ${nth}`,
          reporter: { firstName: 'สมหญิง', lastName: 'คนนอก', phone: '0898765432', email: 'outsider@example.com' },
          affectedSystems: 'อีเมล',
          description: 'ได้รับผลตรวจของผู้อื่น',
          discoveredAt: '2026-11-20T02:00:00Z',
          occurredAt: '2026-11-20T01:00:00Z',
        });
      for (let nth = 1; nth <= 21; nth += 1) await send(nth);
      const last = (await incidents()).at(-1)!;
      expect(last).toMatchObject({ title: `${title} 21`, status: 'WAITING' });

      const page = await product.open({ as: dpo, locale });
      await page.goto(address(`/data-breach/incident-management/${last.id}`, { ws: dpo.workspaceId, locale }));
      await settled(page);
      await page.getByText(locale === 'th' ? /มีรายงานมากผิดปกติ/ : /an unusual number of reports/).waitFor();
      // It waits for a review: nobody is editing it.
      await page.getByText(INCIDENT[locale].public.waits, { exact: true }).first().waitFor();
      expect(await page.getByText(INCIDENT[locale].status.WAITING, { exact: true }).count()).toBe(0);
      await looksRight(page, locale, 'report-excess', { looks: looksIn(locale) });
      const words = { th: 'ส่งให้ DPO', en: 'Submit to the DPO' }[locale];
      await page.getByRole('button', { name: words }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: words }).click();
      await expect.poll(async () => (await incidents()).at(-1)!.status).toBe('PENDING');
    },
  );

  it.each(['th', 'en'] as const)(
    'explains that a link does not work: unknown, incomplete, switched off (%s)',
    async (locale) => {
      const page = await product.open({ locale });
      const kinds = ['', '#token=short', `#token=${'x'.repeat(32)}`];
      for (const hash of kinds) {
        await page.goto('about:blank');
        await page.goto(address(`/report-incident${hash}`, { locale }));
        await page.getByText(WORDS[locale].expired).waitFor();
      }
      await setForm(false);
      await page.goto('about:blank');
      await page.goto(address(`/report-incident${token}`, { locale }));
      await page.getByText(WORDS[locale].expired).waitFor();
      await settled(page);
      await looksRight(page, locale, 'report-gone', { looks: looksIn(locale) });
      expect(await setForm(true)).toBe(token);
    },
  );
});
