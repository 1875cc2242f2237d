import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeSignUpLink } from '../../server/platform/auth/signUp.ts';
import { LOCALES } from '../../shared/locale.ts';
import { withLocale } from '../../shared/registry/routeMatch.ts';
import { buildPerson, buildWorkspace, callerFor } from '../factories.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { picture } from './helpers/picture.ts';
import { PASSWORD, type Product, startProduct } from './helpers/product.ts';

/** Wide and light in Thai, narrow and dark in English. */
const LOOK = { th: { width: 1280 }, en: { width: 375, dark: true } } as const;

let product: Product;
afterEach(() => product.closePages());

describe('if sign-up is closed', () => {
  beforeAll(async () => void (product = await startProduct({})));
  afterAll(() => product.close());

  test.each(LOCALES)('the page explains what to do, and a link of the operator opens it: %s', async (locale) => {
    const page = await product.open({ locale, ...LOOK[locale] });
    await page.goto(withLocale(locale, '/signup'));
    await page.getByText('npm run admin -- signup-link').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await picture(page, `signup-closed-${locale}`);

    const { url } = await makeSignUpLink(product.deps, { whileEmpty: false });
    await page.goto(withLocale(locale, `/signup${new URL(url).hash}`));
    await page.reload();
    await page.locator('[name=organizationName]').waitFor();
    await picture(page, `signup-operator-${locale}`);
    await page.locator('[name=organizationName]').fill('สหกรณ์ร่มเย็น');
    await page.locator('[name=workspaceName]').fill('สำนักงานใหญ่');
    await page.locator('[name=name]').fill('สมศรี เริ่มต้น');
    // Another one in a retry.
    await page.locator('[name=email]').fill(`${randomUUID()}@first.example`);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(/\/business-function\/application\?workspace=/);
  });
});

describe('an invitation', () => {
  beforeAll(async () => void (product = await startProduct()));
  afterAll(() => product.close());

  test.each(LOCALES)('displays the workspace, the role and the expiry: %s', async (locale) => {
    const workspace = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
    const admin = await buildPerson(product, { workspaceId: workspace.id });
    const email = `new.${locale}.${admin.personnelId.slice(-6)}@invited.example`;
    const { personnel } = await callerFor(product, admin, { locale });
    await personnel.create({
      ws: workspace.id,
      name: 'สมชาย มาใหม่',
      email,
      phone: '0812345678',
      position: 'Officer',
      role: 'DPO',
    });
    const page = await product.open({ locale, ...LOOK[locale] });
    await page.goto(withLocale(locale, `/invitation#token=${tokenIn((await mailsOf(product, email))[0])}`));
    await page.getByText(new RegExp(`โรงพยาบาลทดสอบ .*${email}`)).waitFor();
    await page.locator('[name=password]').waitFor();
    expect(await page.locator('[name=name]').inputValue()).toBe('สมชาย มาใหม่');
    await picture(page, `invitation-${locale}`);
  });
});

describe('if the identity provider is the only way to sign in', () => {
  beforeAll(
    async () =>
      void (product = await startProduct({
        OIDC_ISSUER: 'http://127.0.0.1:1',
        OIDC_CLIENT_ID: 'pokpong',
        OIDC_NAME: 'Somchai ID',
        OIDC_ONLY: 'true',
      })),
  );
  afterAll(() => product.close());

  test.each(LOCALES)('no page renders a password form: %s', async (locale) => {
    const page = await product.open({ locale, ...LOOK[locale] });
    for (const path of [
      '/login',
      '/forgot-password',
      '/reset-password',
      '/reset-password#token=x',
      '/invitation#token=x',
    ]) {
      await page.goto(withLocale(locale, path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (!path.startsWith('/invitation')) await page.getByRole('link', { name: /Somchai ID/ }).waitFor();
      expect(await page.locator('input').count(), path).toBe(0);
      await picture(page, `provider-only${path.replace(/\W/g, '-')}-${locale}`);
    }
    await page.goto(withLocale(locale, '/signup'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('signup-link').count()).toBe(0);
  });
});
