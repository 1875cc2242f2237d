import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enCommon from '../../shared/locales/en/common.ts';
import enTexts from '../../shared/locales/en/schedule.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thTexts from '../../shared/locales/th/schedule.ts';
import { LOCALES } from '../../shared/locale.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { testsByTurns } from '../languages.ts';
import { hand } from '../debian.ts';
import { delivered, type Sshd, startSshd } from '../sshd.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { ...thTexts, common: thCommon }, en: { ...enTexts, common: enCommon } };
const NAME = 'ส่งทุกคืนไปคลังข้อมูล';
const RENAMED = 'ส่งทุกคืนไปคลังข้อมูลกลาง';
const ROWS = 12;

let product: Product;
let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd();
  product = await startProduct({ SFTP_ON_PRIVATE_NETWORK: 'true' });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await product?.close();
  await sshd?.close();
});

describe.each(LOCALES)('a scheduled export to an external server, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('is created, tested, delivered, paused, changed, cancelled and deleted', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const form = await buildConsentForm(product, admin, { purposes: 1 });
    await recordChoices(
      product,
      form,
      Array.from({ length: ROWS }, (_, place) => ({ uid: `p${place}@example.com` })),
    );
    const folder = join(sshd.folder, locale);
    mkdirSync(folder);
    hand(folder);
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins/schedules/add', { locale, ws }));
    await page.locator('[name=name]').fill(NAME);
    await page.getByRole('combobox', { name: texts.field.consentIds }).fill(form.name.slice(-6));
    await page.getByRole('option', { name: form.name }).click();
    await page.keyboard.press('Escape');
    // Invalid input is reported at its field.
    await page.locator('[name=host]').fill('sftp://127.0.0.1');
    await page.locator('[name=host]').blur();
    await page.getByText(texts.refusal.host).waitFor();
    await page.locator('[name=host]').fill('127.0.0.1');
    await page.getByText(texts.refusal.host).waitFor({ state: 'detached' });
    await page.locator('[name=port]').fill(String(sshd.port));
    await page.locator('[name=username]').fill(sshd.username);
    await page.locator('select[name=signIn]').selectOption('key');
    await page.locator('[name=privateKey]').fill(sshd.privateKey);
    await page.locator('[name=folder]').fill(folder);

    const dialog = page.getByRole('dialog');
    await button(page, texts.test.open).click();
    await dialog.getByText(sshd.hostKey, { exact: true }).waitFor();
    expect(sshd.output()).not.toContain('Accepted');
    await dialog.getByRole('button', { name: texts.test.confirm, exact: true }).click();
    await dialog.getByText(texts.test.ready).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();

    await button(page, texts.run).click();
    const history = page.getByRole('table', { name: texts.history });
    await history.getByText(texts.taskState.delivered, { exact: true }).waitFor();
    await history.getByRole('button', { name: form.name, exact: true }).click();
    const [file] = delivered({ ...sshd, folder }).filter((name) => name.endsWith('.csv'));
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, file!)))
      .digest('hex');
    await dialog.getByText(sha256, { exact: true }).waitFor();
    await dialog.getByText(String(ROWS), { exact: true }).waitFor();
    await dialog.getByText(texts.step.uploading, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await history.getByRole('row').nth(1).getByRole('button').last().click();
    const [copy] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: texts.download, exact: true }).click(),
    ]);
    expect(
      createHash('sha256')
        .update(readFileSync(await copy.path()))
        .digest('hex'),
    ).toBe(sha256);

    await button(page, texts.pause).click();
    await page.getByText(texts.noRuns.inactive).waitFor();
    await button(page, texts.resume).click();
    await page.getByText(texts.noRuns.inactive).waitFor({ state: 'detached' });

    // A selected form is displayed by name, and neither password nor key is requested again.
    await page.getByText(form.name, { exact: true }).first().waitFor();
    await page.locator('[name=name]').fill(RENAMED);
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: RENAMED, level: 1 }).waitFor();

    await sshd.cut();
    await button(page, texts.run).click();
    await history.getByText(texts.taskState.waiting, { exact: true }).waitFor();
    await history.getByText('SFTP-103', { exact: false }).first().waitFor();
    await history.getByRole('row').nth(1).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: texts.cancel, exact: true }).click();
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await question.getByRole('button', { name: texts.cancel, exact: true }).click();
    await history.getByText(texts.taskState.cancelled, { exact: true }).waitFor();
    await sshd.start();

    await page.goto(address('/admins/schedules', { locale, ws }));
    const row = page.getByRole('row', { name: new RegExp(RENAMED) });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: texts.common.remove, exact: true }).click();
    await question.getByRole('button', { name: texts.common.remove, exact: true }).click();
    await page.getByText(texts.emptyTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });
});
