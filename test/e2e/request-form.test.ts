import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enGuide from '../../shared/locales/en/requestGuide.ts';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enRight from '../../shared/locales/en/dataRight.ts';
import enForm from '../../shared/locales/en/requestForm.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thGuide from '../../shared/locales/th/requestGuide.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thRight from '../../shared/locales/th/dataRight.ts';
import thForm from '../../shared/locales/th/requestForm.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import { pageSnippet } from '../../shared/requestForm/snippets.ts';
import { requestFormPage } from '../../shared/requestSubmission/page.ts';
import { SDK_PLATFORMS, sdkArchive } from '../../shared/sdk.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { testsByTurns } from '../languages.ts';
import { settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: {
    texts: thForm,
    record: thRecord,
    guide: thGuide,
    kit: thEmbed,
    right: thRight,
    common: thCommon,
    ui: thUi,
    versioned: thVersioned,
  },
  en: {
    texts: enForm,
    record: enRecord,
    guide: enGuide,
    kit: enEmbed,
    right: enRight,
    common: enCommon,
    ui: enUi,
    versioned: enVersioned,
  },
};

let product: Product;
/** An external site; serves the content of `html`. */
let host: Server;
let html = '';
beforeAll(async () => {
  product = await startProduct();
  host = createServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => product.closePages());
afterAll(async () => {
  host?.closeAllConnections();
  host?.close();
  await product?.close();
});

const buildDpo = async (): Promise<Person> =>
  buildPerson(product, {
    workspaceId: (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id,
    name: 'สมปอง คุ้มครอง',
    role: 'DPO',
  });

async function open(as: Person, to: string, { locale = 'th', width = 1280 }: { locale?: Locale; width?: number } = {}) {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

describe.each(['th', 'en'] as const)('request forms, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, record, guide, kit, right, common, ui, versioned } = WORDS[locale];

  it('are created from the empty list, edited, refused with reasons, published, changed, compared, deactivated and deleted', async () => {
    const dpo = await buildDpo();
    const { applicationName } = await buildConsentPurposes(product, dpo, { name: 'แอปสมาชิก Members' });
    const page = await open(dpo, '/dsrm/request-form', { locale });
    await page.getByText(texts.empty.title).waitFor();
    await page.getByRole('button', { name: texts.add }).first().click();
    await page.getByRole('combobox', { name: kit.application }).click();
    await page.getByRole('option', { name: applicationName }).click();
    await expect.poll(() => page.locator('[name=name]').inputValue()).toBe(applicationName);
    await page.getByRole('button', { name: kit.form.submit }).click();
    await page.waitForURL(/\/dsrm\/request-form\/[0-9a-f-]{36}/);
    await page.getByText(versioned.missing.ready).waitFor();

    // The preview is the embed itself, and is updated with the input.
    const preview = page.frameLocator(`iframe[title="${texts.preview.frame}"]`);
    await page.locator(`[name="title.${locale}"]`).fill('ขอใช้สิทธิ · Use your rights');
    await preview.getByText('ขอใช้สิทธิ · Use your rights').first().waitFor();

    // Rights: removed, sorted, with an option and a fee.
    const rights = page.getByRole('list', { name: texts.field.rights });
    const names = () => rights.locator(':scope > li strong').allTextContents();
    const before = await names();
    expect(before).toHaveLength(7);
    await page.getByRole('button', { name: fill(ui.form.moveDown, { name: before[0]! }) }).click();
    await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
    await page.getByRole('button', { name: fill(ui.form.removeItem, { name: before[6]! }) }).click();
    await page.getByRole('button', { name: texts.right.choose }).click();
    const chooser = page.getByRole('dialog', { name: texts.right.choose });
    await chooser.getByRole('checkbox').last().check();
    await chooser.getByRole('button', { name: fill(texts.right.use, { number: 7 }) }).click();
    await expect.poll(names).toHaveLength(7);
    const first = rights.locator(':scope > li').first();
    await first.locator('summary').click();
    await first.getByRole('button', { name: texts.right.addOption }).click();
    await first.locator('[name="rightRequests.0.customRequests.0.th"]').fill('ข้อมูลการจองนัด');
    await first.locator('[name="rightRequests.0.fee"]').fill('1a50');
    await expect.poll(() => first.locator('[name="rightRequests.0.fee"]').inputValue()).toBe('150');
    await page.getByText(texts.right.feeOwn).first().waitFor();

    // An invisible colour; an option in one language only: each links to its field.
    await page.locator('[name=themeColor]').fill('#ffeeaa');
    await page.getByRole('button', { name: versioned.publish.action }).click();
    const refused = page.getByRole('dialog', { name: versioned.publish.missingTitle });
    await refused.getByRole('button', { name: texts.field.themeColor }).waitFor();
    await refused.getByRole('button', { name: fill(texts.missing.optionAt, { right: 1, number: 1 }) }).click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name))
      .toBe('rightRequests.0.customRequests.0.en');
    await page.locator('[name="rightRequests.0.customRequests.0.en"]').fill('Appointments');
    await page.locator('[name=themeColor]').fill('#0b6b5d');
    await page.getByText(versioned.missing.ready).waitFor();
    await picture(page, `request-form-editor-${locale}`, false);
    await page.getByRole('button', { name: versioned.publish.action }).click();
    await confirm(page, versioned.publish.action);
    await page
      .getByText(fill(versioned.live, { number: 1 }))
      .first()
      .waitFor();
    await page.getByRole('link', { name: texts.next.toChannels }).waitFor();

    const [form] = (await (await callerFor(product, dpo)).requestForm.list({ ws: dpo.workspaceId })).collection;
    expect(await page.getByRole('link', { name: texts.openForm }).getAttribute('href')).toBe(
      product.address + requestFormPage(dpo.workspaceId, form!.id),
    );

    // The page of the guide opens the form on an external site.
    const site = await product.open({ locale });
    html = pageSnippet({
      publicUrl: product.address,
      ws: dpo.workspaceId,
      formId: form!.id,
      version: 1,
      rightId: '',
      optionCount: 0,
      acceptsTokens: false,
    });
    await site.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
    await site.getByRole('button', { name: 'ขอใช้สิทธิเกี่ยวกับข้อมูลของฉัน' }).click();
    await expect.poll(() => site.locator('pokpong-request .panel input').first().inputValue()).toBe('สมชาย');

    // A change is a draft of the next version, compared by differences.
    await page.locator('[name="detail.en"]').fill('Entirely other words');
    await page.getByRole('button', { name: versioned.saveDraft }).click();
    await page
      .getByText(fill(record.draftOf, { number: 2 }))
      .first()
      .waitFor();
    await page.getByRole('link', { name: versioned.version.compareDraft }).click();
    await page.locator('dd ins').filter({ hasText: 'Entirely' }).first().waitFor();
    await picture(page, `request-form-difference-${locale}`, false);

    // Deactivated, undone from the notification.
    await page.getByRole('button', { name: ui.more }).click();
    await page.getByRole('menuitem', { name: texts.moves.deactivate }).click();
    await confirm(page, texts.moves.deactivate);
    await page.getByText(texts.moves.banner).waitFor();
    await page.getByRole('button', { name: texts.moves.undo }).click();
    await page.getByText(texts.moves.banner).waitFor({ state: 'detached' });

    // An unpublished one can be deleted; this one cannot.
    await page.getByRole('button', { name: ui.more }).click();
    await page.getByRole('menuitem', { name: texts.moves.deactivate }).waitFor();
    expect(await page.getByRole('menuitem', { name: common.remove }).count()).toBe(0);
    const { applicationId } = await buildConsentPurposes(product, dpo, { name: 'ระบบคลังยา Pharmacy' });
    const { id } = await (
      await callerFor(product, dpo)
    ).requestForm.create({ ws: dpo.workspaceId, name: 'จะลบ To be deleted', applicationId });
    await page.goto(address(`/dsrm/request-form/${id}`, { locale, ws: dpo.workspaceId }));
    await page.getByRole('button', { name: ui.more }).click();
    await page.getByRole('menuitem', { name: common.remove }).click();
    await confirm(page, common.remove);
    await page.waitForURL(/\/dsrm\/request-form(\?|$)/);
    await page.getByRole('link', { name: applicationName }).first().waitFor();
    await expect.poll(() => page.getByText('จะลบ To be deleted', { exact: true }).count()).toBe(0);
    await picture(page, `request-forms-${locale}`, false);
    expect(product.complaints).toEqual([]);
  });

  it('are outdated once a right changes; custom rights are added, sorted and deleted', async () => {
    const dpo = await buildDpo();
    const { applicationId } = await buildConsentPurposes(product, dpo, { name: 'แอปสมาชิก Members' });
    const api = await callerFor(product, dpo);
    const ws = dpo.workspaceId;
    const draft = await api.requestForm.create({ ws, name: 'แบบสมาชิก', applicationId });
    await api.requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
    const form = await open(dpo, `/dsrm/request-form/${draft.id}`, { locale });
    await form
      .getByText(fill(versioned.live, { number: 1 }))
      .first()
      .waitFor();
    const page = await open(dpo, '/dsrm/right', { locale, width: 375 });
    const list = page.getByRole('list', { name: right.list });
    const [access] = (await api.dataRight.list({ ws, sortBy: 'position', sortDirection: 'ASC' })).collection;
    const nameOfAccess = access!.name[locale];

    await page.getByRole('button', { name: fill(right.editOf, { name: nameOfAccess }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=days]').fill('45');
    await dialog.getByText(fill(right.overLaw_other, { number: 30 })).waitFor();
    await picture(page, `right-dialog-${locale}`, false);
    await dialog.locator('[name=days]').fill('25');
    await dialog.getByText(fill(right.overLaw_other, { number: 30 })).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: ui.save }).click();
    await list.getByText(fill(right.answerIn_other, { number: 25 })).waitFor();
    // The form's page is updated automatically.
    await form.getByText(texts.state.outdated, { exact: true }).waitFor();
    await form.getByText(fill(texts.outdated, { number: 1 })).waitFor();

    // A colleague who writes is named; conflicts are asked about, and no input is lost.
    const colleague = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมหมาย ดูแล' });
    const theirs = await callerFor(product, colleague);
    await theirs.presence.edit({ ws, entity: 'requestForm', id: draft.id, editing: true });
    await form.locator('[data-editors]').getByText('สมหมาย ดูแล').waitFor();
    await form.locator('[name="title.th"]').fill('ข้อความของฉัน');
    const current = await theirs.requestForm.get({ ws, id: draft.id });
    await theirs.requestForm.update({
      ws,
      id: draft.id,
      rowVersion: current.rowVersion,
      name: current.name,
      description: current.description,
      ...current.draft,
      title: { ...current.draft.title, th: 'ข้อความของเพื่อน' },
    });
    await form.getByText(record.stale.title).waitFor();
    await form.getByRole('button', { name: versioned.saveDraft }).click();
    const merge = form.getByRole('dialog', { name: record.stale.title });
    await merge.getByText('ข้อความของเพื่อน').first().waitFor();
    await merge.getByRole('radio', { name: record.merge.mine }).check();
    await merge.getByRole('button', { name: record.merge.save }).click();
    await merge.waitFor({ state: 'detached' });
    expect((await api.requestForm.get({ ws, id: draft.id })).draft.title.th).toBe('ข้อความของฉัน');

    await page.getByRole('button', { name: right.add, exact: true }).click();
    for (const [field, words] of [
      ['name.th', 'ติดต่อทางอีเมลเท่านั้น'],
      ['name.en', 'Email only'],
      ['description.th', 'ขอให้ติดต่อทางอีเมลเท่านั้น'],
      ['description.en', 'Ask to be contacted by email only.'],
    ] as const)
      await dialog.locator(`[name="${field}"]`).fill(words);
    await dialog.getByRole('button', { name: ui.save }).click();
    const own = locale === 'th' ? 'ติดต่อทางอีเมลเท่านั้น' : 'Email only';
    await list.getByText(own, { exact: true }).waitFor();
    await page.getByText(fill(right.used, { used: 1, limit: 20 })).waitFor();
    await page.getByRole('button', { name: fill(ui.form.moveUp, { name: own }) }).click();
    const order = async () =>
      (await api.dataRight.list({ ws, pageSize: 100, sortBy: 'position', sortDirection: 'ASC' })).collection.map(
        ({ code }) => code ?? 'own',
      );
    await expect.poll(async () => (await order()).slice(-2)).toEqual(['own', 'COMPLAINT']);
    // Pressed faster than it is saved, each press counts.
    for (let press = 0; press < 3; press += 1)
      await page.getByRole('button', { name: fill(ui.form.moveUp, { name: own }) }).click();
    await expect.poll(async () => (await order()).indexOf('own')).toBe(4);
    await picture(page, `rights-${locale}`, false);
    await page.getByRole('button', { name: fill(right.removeOf, { name: own }) }).click();
    await confirm(page, common.remove);
    await expect.poll(order).toHaveLength(8);
    await list.getByText(own, { exact: true }).waitFor({ state: 'detached' });

    // Channels: code to copy, switches that are saved immediately, a secret that is displayed once.
    const channels = await open(dpo, `/dsrm/request-form/${draft.id}?tab=channels`, { locale });
    await channels.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const settings = async () => (await api.requestForm.get({ ws, id: draft.id })).settings;
    await channels.getByRole('region', { name: guide.piece.init.title, exact: true }).click();
    await expect.poll(() => channels.evaluate(() => navigator.clipboard.readText())).toContain(draft.id);
    await picture(channels, `request-channels-web-${locale}`);
    await channels.getByRole('link', { name: guide.guide.page, exact: true }).click();
    const link = product.address + requestFormPage(ws, draft.id);
    expect(await channels.getByRole('textbox', { name: guide.ownPage.link }).inputValue()).toBe(link);
    await channels.getByRole('img', { name: guide.ownPage.qr }).waitFor();
    expect((await channels.request.get(link)).status()).toBe(200);
    await picture(channels, `request-channels-page-${locale}`);
    await channels.getByRole('link', { name: guide.guide.api }).click();
    await channels.getByRole('switch', { name: guide.channels.api }).click();
    await expect.poll(async () => (await settings()).channels.api).toBe(false);
    await channels.getByText(guide.closed).waitFor();
    await channels.getByLabel(kit.origins.label).fill('www.example.com/privacy');
    await channels.getByLabel(kit.origins.label).press('Enter');
    await expect.poll(async () => (await settings()).allowedOrigins).toEqual(['https://www.example.com']);
    const tokens = channels.getByRole('switch', { name: guide.token.accepts });
    expect(await tokens.isDisabled()).toBe(true);
    await channels.getByRole('button', { name: kit.token.make, exact: true }).click();
    await confirm(channels, kit.token.make);
    const secret = channels.getByRole('dialog').getByRole('region', { name: kit.token.secret });
    expect((await secret.textContent())!.trim()).toMatch(/^[\w-]{43}$/);
    await channels.getByRole('button', { name: kit.token.stored }).click();
    await expect.poll(() => tokens.isDisabled()).toBe(false);
    await tokens.click();
    await expect.poll(async () => (await settings()).jwtEnabled).toBe(true);
    await channels.getByRole('region', { name: guide.piece.node.title }).waitFor();
    await channels.getByRole('link', { name: guide.guide.sdk }).click();
    for (const platform of SDK_PLATFORMS) {
      const answer = await channels.request.get(product.address + sdkArchive('request', platform));
      expect((await answer.body()).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    }
    await picture(channels, `request-channels-sdk-${locale}`);
    // A save that conflicts with the colleague's gets 409, which the browser logs.
    expect(product.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
  });
});
