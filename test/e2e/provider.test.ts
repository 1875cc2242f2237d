import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newToken } from '../../server/platform/auth/tokens.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { buildPerson, buildWorkspace, type Person, type World } from '../factories.ts';
import { CLIENT, startProvider, type TestProvider } from '../provider.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let person: Person;
let provider: TestProvider;
/** In the link of the last invitation's mail. */
let token: string;

/** Invites an address to a new workspace. Returns the token of the mail's link. */
async function invite(at: World, name: string, email: string): Promise<string> {
  const { id: workspaceId } = await buildWorkspace(at, { name });
  const id = crypto.randomUUID();
  const link = newToken();
  await at.owner
    .insertInto('personnel')
    .values({ workspaceId, id, email, name: 'ผู้ได้รับเชิญ', role: 'Staff', status: 'invited' })
    .execute();
  await at.owner
    .insertInto('invitations')
    .values({
      workspaceId,
      personnelId: id,
      email,
      tokenHash: link.hash,
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return link.token;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const oidc = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'บัญชีสุขใจ',
});

beforeAll(async () => {
  // The provider logs that it is one for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const port = await freePort();
  product = await startProduct({
    ...oidc(`http://127.0.0.1:${port}`),
    OIDC_ONLY: 'true',
  });
  // It only redirects to the product, whose address is known by now.
  provider = await startProvider(`${product.address}/oauth/callback`, { port });
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  const before = await buildWorkspace(product, { name: 'ที่เดิม' });
  person = await buildPerson(product, { workspaceId: before.id, role: 'Staff' });
  await product.owner
    .updateTable('users')
    .set({ emailVerifiedAt: new Date() })
    .where('id', '=', person.userId)
    .execute();
  for (const name of ['โรงพยาบาลสุขใจ', 'คลินิกสุขใจ บางนา']) token = await invite(product, name, person.email);
});
afterEach(() => product.closePages());
afterAll(async () => {
  vi.restoreAllMocks();
  await product?.close();
  await provider?.close();
});

/** From the button of the product through the pages of the provider. */
async function signInAtProvider(page: Page): Promise<void> {
  const account = `somjai-${person.personnelId.slice(-6)}`;
  provider.accounts.set(account, { email: person.email, email_verified: true, name: 'สมใจ' });
  await page.getByRole('link', { name: 'เข้าสู่ระบบด้วย บัญชีสุขใจ' }).click();
  await page.locator('input[name=login]').fill(account);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  // The provider asks for consent to share the identity.
  await page.locator('button[type=submit]').click();
}

test('if the provider is the only way to sign in, the sign-in page has its button and no input', async () => {
  const page = await product.open();
  await page.goto(address(pageAddress('login'), { locale: 'th' }));
  await page.getByRole('link', { name: 'เข้าสู่ระบบด้วย บัญชีสุขใจ' }).waitFor();
  expect(await page.locator('input').count()).toBe(0);
  await picture(page, 'provider-only-th');
});

test('an invited user is asked for each workspace, and joins the selected one', async () => {
  const narrow = await product.open({ as: person, width: 375, dark: true, locale: 'en' });
  await narrow.goto(address(pageAddress('invitation'), { locale: 'en' }));
  await narrow.getByRole('button', { name: 'Join โรงพยาบาลสุขใจ' }).waitFor();
  await picture(narrow, 'invitations-en');

  const page = await product.open({ as: person });
  await page.goto(address(pageAddress('invitation'), { locale: 'th' }));
  await page.getByRole('button', { name: 'เข้าร่วม คลินิกสุขใจ บางนา' }).waitFor();
  await picture(page, 'invitations-th');
  await page.getByRole('button', { name: 'เข้าร่วม โรงพยาบาลสุขใจ' }).click();
  await page.getByText('รับคำเชิญแล้ว').waitFor();
  await page.waitForURL(/\/business-function/);
  const joined = await product.owner
    .selectFrom('personnel as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspaceId')
    .select(['w.name', 'p.status'])
    .where('p.email', '=', person.email)
    .orderBy('w.name')
    .execute();
  expect(joined).toEqual([
    { name: 'คลินิกสุขใจ บางนา', status: 'invited' },
    { name: 'ที่เดิม', status: 'active' },
    { name: 'โรงพยาบาลสุขใจ', status: 'active' },
  ]);
});

test('a user signs in at the provider and returns to the product, at their own address', async () => {
  const page = await product.open();
  await page.goto(address(pageAddress('login'), { locale: 'th' }));
  await signInAtProvider(page);
  await page.getByRole('button', { name: new RegExp(person.email) }).waitFor();
  expect(new URL(page.url()).origin).toBe(product.address);
  expect((await page.context().cookies()).some(({ httpOnly }) => httpOnly)).toBe(true);
});

test('a member of another workspace returns from the provider to the invitation whose link they opened', async () => {
  const page = await product.open();
  await page.goto(`${address(pageAddress('invitation'), { locale: 'th' })}#token=${token}`);
  await page.getByText('คลินิกสุขใจ บางนา').first().waitFor();
  await signInAtProvider(page);
  await page.getByRole('button', { name: 'เข้าร่วม คลินิกสุขใจ บางนา' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/invitation');
  // They are in a workspace: they can go there without signing out.
  const home = page.getByRole('link', { name: 'กลับหน้าแรก' });
  await home.waitFor();
  const later = page.getByRole('link', { name: 'ออกจากระบบ เข้าร่วมภายหลัง' });
  expect(await later.count()).toBe(0);
  await home.click();
  await page.getByRole('button', { name: new RegExp(person.email) }).waitFor();

  // Without invitations, too; and whoever is in none can only sign out.
  const inNone = await product.open({ as: person });
  const mine = product.owner.updateTable('personnel').where('id', '=', person.personnelId);
  await mine.set({ status: 'inactive' }).execute();
  await inNone.goto(address(pageAddress('invitation'), { locale: 'th' }));
  await inNone.getByRole('link', { name: 'ออกจากระบบ เข้าร่วมภายหลัง' }).waitFor();
  expect(await inNone.getByRole('link', { name: 'กลับหน้าแรก' }).count()).toBe(0);
  await mine.set({ status: 'active' }).execute();
  await product.owner.deleteFrom('invitations').execute();
  await inNone.reload();
  await inNone.getByRole('heading', { name: 'ไม่มีคำเชิญที่รออยู่' }).waitFor();
  await inNone.getByRole('link', { name: 'กลับหน้าแรก' }).waitFor();
});

test('where passwords count too, an invitation offers what the account signs in with', async () => {
  const both = await startProduct(oidc(provider.issuer));
  try {
    const known = await buildPerson(both, { role: 'Staff' });
    const page = await both.open();
    const open = async (email: string) => {
      const link = await invite(both, 'โรงพยาบาลสุขใจ', email);
      await page.goto(`${address(pageAddress('invitation'), { locale: 'th' })}#token=${link}`);
      await page.reload();
      await page.getByRole('link', { name: 'เข้าสู่ระบบด้วย บัญชีสุขใจ' }).waitFor();
    };
    // Without a password: the provider first; a password may be set, and no name is asked for.
    await open(known.email);
    await page.getByText('อีเมลนี้มีบัญชีอยู่แล้ว แต่ยังไม่มีรหัสผ่าน').waitFor();
    expect(await page.locator('input[name=name]').count()).toBe(0);
    const mainOnes = page.locator('main [data-look=main]');
    expect(await mainOnes.allTextContents()).toEqual(['เข้าสู่ระบบด้วย บัญชีสุขใจ']);
    await picture(page, 'invitation-provider-th');
    await both.givePassword(known);
    await open(known.email);
    await page.locator('input[autocomplete=current-password]').waitFor();
    expect(await mainOnes.allTextContents()).toEqual(['รับคำเชิญ']);
    await open('new@test.example');
    await page.locator('input[name=name]').waitFor();
    expect(await mainOnes.allTextContents()).toEqual(['รับคำเชิญ']);
  } finally {
    await both.close();
  }
});
