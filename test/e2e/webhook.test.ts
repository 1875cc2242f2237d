import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enTexts from '../../shared/locales/en/webhook.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thTexts from '../../shared/locales/th/webhook.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const EMBEDS = { th: thEmbed, en: enEmbed };
const UI = { th: thUi, en: enUi };
const WORDS = { th: thTexts, en: enTexts };

let product: Product;
let status = 500;
const received: string[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  received.push(body);
  response.writeHead(status).end(status === 500 ? 'the store is full' : 'thank you');
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  product = await startProduct({ CALLBACKS_TO_PRIVATE_NETWORK: 'true' });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await product?.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe.each(['th', 'en'] as const)('webhooks of a workspace, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('are created, tested, repaired, sent again, turned off and deleted', async () => {
    const { id: ws } = await buildWorkspace(product);
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const page = await product.open({ as: admin, locale });
    const dialog = page.getByRole('dialog');
    const looked = async (name: string) => {
      for (const look of looksIn(locale)) {
        await wear(page, look);
        await picture(page, `${name}-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
        expect(await faultsOf(page), `${name} ${look.width} ${look.dark}`).toEqual([]);
        expect(await elementsTooWide(page)).toEqual([]);
      }
      await wear(page, { width: 1280, dark: false });
    };
    status = 500;
    await page.goto(address('/integrations', { locale, ws }));
    await settled(page);
    await page.getByRole('link', { name: texts.tab.webhooks, exact: true }).click();
    await page.getByText(texts.emptyTitle).waitFor();
    await looked('webhooks-empty');

    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    await dialog.locator('[name=name]').fill('CRM');
    await dialog.locator('[name=url]').fill('ftp://example.com/');
    await dialog.getByText(texts.fault.scheme).waitFor();
    await dialog.locator('[name=url]').fill('https://somebody:secret@example.com/');
    await dialog.getByText(texts.fault.credentials).waitFor();
    await dialog.locator('[name=url]').fill(url);
    await dialog.getByText(texts.goodAddress).waitFor();
    await dialog.getByRole('searchbox', { name: texts.searchEvents }).fill('purposeCategory');
    await dialog.locator('[value="purposeCategory.created"]').check();
    await looked('webhook-form');
    await dialog.locator('[type=submit]').click();
    await dialog.getByText(texts.secretBody).waitFor();
    const secret = (await dialog.locator('pre').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await looked('webhook-secret');
    await dialog.getByRole('button', { name: EMBEDS[locale].token.stored }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByText(texts.noDeliveries).waitFor();
    await page.getByRole('button', { name: texts.sendTest, exact: true }).click();
    // The response appears automatically.
    await dialog.getByText('the store is full').waitFor();
    await dialog.getByText(texts.answered.replace('{{status}}', '500')).waitFor();
    await dialog.getByText(/webhook-id: /).waitFor();
    expect(await dialog.textContent()).not.toContain(secret);
    await looked('webhook-delivery');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: new RegExp(texts.testEvent) });
    await row.getByText(texts.retrying).waitFor();
    await looked('webhook-failing');

    // A completed delivery is sent again manually.
    await product.owner
      .updateTable('webhookDeliveries')
      .set({ status: 'failed', nextAt: null })
      .where('workspaceId', '=', ws)
      .execute();
    status = 200;
    await page.reload();
    await row.getByText(texts.status.failed).waitFor();
    await page.getByLabel(texts.statusLabel).selectOption(texts.status.delivered);
    await row.waitFor({ state: 'detached' });
    await page.getByLabel(texts.statusLabel).selectOption(texts.status.failed);
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: texts.replay, exact: true }).click();
    await page.getByLabel(texts.statusLabel).selectOption({ index: 0 });
    await row.getByText(texts.status.delivered).waitFor();
    expect(received.map((body) => (JSON.parse(body) as { type: string }).type)).toContain('webhook.tested');
    await looked('webhook');

    const more = async (action: string) => {
      await page.getByRole('button', { name: UI[locale].more, exact: true }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await more(texts.rotate);
    await dialog.getByRole('button', { name: texts.rotate, exact: true }).click();
    await dialog.getByText(texts.secretBody).waitFor();
    expect(await dialog.locator('pre').textContent()).not.toBe(secret);
    await dialog.getByRole('button', { name: EMBEDS[locale].token.stored }).click();
    await more(texts.turnOff);
    await page.getByText(texts.state.paused, { exact: true }).waitFor();
    await row
      .getByRole('button', { name: new RegExp(texts.testEvent) })
      .first()
      .click();
    await dialog.getByText(/webhook-id: /).waitFor();
    expect(await dialog.getByRole('button', { name: texts.replay, exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await more(texts.turnOn);
    await page.getByText(texts.state.active, { exact: true }).waitFor();
    await more(locale === 'th' ? 'ลบ' : 'Delete');
    await dialog.getByRole('button', { name: locale === 'th' ? 'ลบ' : 'Delete', exact: true }).click();
    await page.getByText(texts.emptyTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });
});
