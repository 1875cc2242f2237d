import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enAnswer from '../../shared/locales/en/requestAnswer.ts';
import enDashboard from '../../shared/locales/en/requestDashboard.ts';
import enEmbed from '../../shared/locales/en/requestEmbed.ts';
import enIdentity from '../../shared/locales/en/requestIdentity.ts';
import enPage from '../../shared/locales/en/requestPage.ts';
import enScreen from '../../shared/locales/en/requestScreen.ts';
import enTask from '../../shared/locales/en/requestTask.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thAnswer from '../../shared/locales/th/requestAnswer.ts';
import thDashboard from '../../shared/locales/th/requestDashboard.ts';
import thEmbed from '../../shared/locales/th/requestEmbed.ts';
import thIdentity from '../../shared/locales/th/requestIdentity.ts';
import thPage from '../../shared/locales/th/requestPage.ts';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import thTask from '../../shared/locales/th/requestTask.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { FRESH_MINUTES } from '../../shared/requestAnswer/person.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { buildPerson, buildWorkspace, callerFor, type Person, signInAgain } from '../factories.ts';
import { publishRegister } from '../helpers/publishedRegister.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';
import { openWithSevenZip } from '../helpers/sevenZip.ts';
import { testsByTurns } from '../languages.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { faultsOf, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { type HostSite, startHostSite } from './helpers/hostPage.ts';
import { navigate } from './helpers/pages.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const WORDS = {
  th: {
    answer: thAnswer,
    dashboard: thDashboard,
    embed: thEmbed,
    identity: thIdentity,
    subject: thPage,
    screen: thScreen,
    task: thTask,
    ui: thUi,
    access: /เข้าถึง/,
  },
  en: {
    answer: enAnswer,
    dashboard: enDashboard,
    embed: enEmbed,
    identity: enIdentity,
    subject: enPage,
    screen: enScreen,
    task: enTask,
    ui: enUi,
    access: /[Aa]ccess/,
  },
};

const STAFF = 'วิภา เวชระเบียน';
const SECRET = '1103700123456';

let product: Product;
let site: HostSite;
beforeAll(async () => {
  product = await startProduct();
  site = await startHostSite(product.address);
});
afterEach(() => product.closePages());
afterAll(async () => {
  await site?.close();
  await product?.close();
});

/** A workspace that accepts requests, and whose published register names Staff as responsible for the data. */
async function buildOffice() {
  const workspaceId = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  const staff = await buildPerson(product, { workspaceId, name: STAFF, role: 'Staff' });
  const form = await buildRequestForm(product, dpo);
  await publishRegister(product, dpo, form.applicationId, { responsiblePersonnelId: staff.personnelId });
  return { dpo, staff, form };
}

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  await leaveAlone(page);
  return page;
}

/** From now on the page must not be reloaded. */
const leaveAlone = (page: Page) => page.evaluate(() => void Object.assign(window, { untouched: true }));
const isUntouched = (page: Page) => page.evaluate(() => 'untouched' in window);

/** The data subject returns to the page: it then polls immediately. */
const lookAgain = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog').last();
const attach = (within: Page | Locator, name: string, content: string) =>
  within
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(content) })
    .then(() => within.getByText(name).waitFor());

/** Blocks uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/files-api/v1/upload?**', (route) => promise.then(() => route.continue()));
  return resolve;
}

async function codeTo(email: string): Promise<string> {
  const mail = (await mailsOf(product, email)).findLast(({ kind }) => kind === 'requestCode');
  return /^\d{6}$/m.exec(mail!.text)![0];
}

describe.each(['th', 'en'] as const)('a request of a data subject, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { answer, dashboard, embed, identity, subject, screen, task, ui, access } = WORDS[locale];
  const email = `somying.${locale}@test.example`;

  it('runs from another site through all steps to the opened answer, without a reload', async () => {
    const { dpo, staff, form } = await buildOffice();
    const desk = await open(dpo, pageAddress('requestDashboard'), locale);
    await desk.getByText(dashboard.emptyTitle).waitFor();
    const work = await open(staff, pageAddress('requestTasks'), locale);
    await work.getByText(task.list.emptyTitle).waitFor();
    const phone = await product.open({ locale, width: 375 });

    await submit(phone, form);
    await followFromDashboard(desk);
    await confirmByMail(phone);
    await assignAndPlan(desk);
    await doTasks(work, staff);
    await askAndExtend(desk, work, phone);
    await prepareAnswer(work);
    const password = await approveAndRelease(desk);
    await readAnswer(phone, form.workspaceId, password);

    await desk.getByText(answer.read.DOWNLOAD).waitFor();
    // The proof of delivery outlives the package.
    await press(desk, answer.withdraw);
    await press(desk.getByRole('alertdialog').or(desk.getByRole('dialog')), answer.withdraw);
    await desk.getByText(answer.status.WITHDRAWN).waitFor();
    await desk.getByText(answer.read.DOWNLOAD).waitFor();
    await navigate(desk, address(pageAddress('requestDashboard'), { locale, ws: form.workspaceId }));
    await desk.getByText(fill(dashboard.figure.onTime, { number: 1, answered: 1 })).waitFor();
    await picture(desk, `journey-dashboard-${locale}`);
    expect(await Promise.all([desk, work, phone].map(isUntouched))).toEqual([true, true, true]);
    expect(product.complaints).toEqual([]);
  });

  /** The data subject, on a phone, on an external site. */
  async function submit(phone: Page, form: BuiltRequestForm): Promise<void> {
    const options = { workspaceUUID: form.workspaceId, dsrmFormId: form.id, defaultValues: { firstName: 'สมหญิง' } };
    await site.visit(phone, null, {
      root: '/dsrm',
      lang: locale,
      before: `PokpongRequest.init(${JSON.stringify(options)});`,
      after:
        "addEventListener('DOMContentLoaded', () => document.getElementById('settings').onclick = () => PokpongRequest.show());",
    });
    await phone.locator('#settings').click();
    const panel = phone.locator('pokpong-request .panel');
    await panel.locator('#who-lastName').fill('รักไทย');
    await panel.locator('#who-email').fill(email);
    await press(panel, embed.next);
    await panel.getByLabel(embed.age.ADULT).check();
    await press(panel, embed.next);
    await panel.getByLabel(access).first().check();
    await press(panel, embed.next);
    await panel.locator('#wish-0-detail').fill('สำเนาเวชระเบียนปี 2568');
    await press(panel, embed.next);
    await press(panel, embed.send);
    await panel.getByText(/DSR-\d{6}/).waitFor();
  }

  /** The officer sees it arrive, and follows links from the chart to the list to the request. */
  async function followFromDashboard(desk: Page): Promise<void> {
    await desk.getByRole('main').getByRole('link', { name: access }).click();
    await desk.getByRole('link', { name: /DSR-\d{6}/ }).click();
    await desk.getByRole('status').getByRole('button', { name: screen.act.verify }).waitFor();
  }

  async function enterCode(phone: Page): Promise<void> {
    await press(phone, identity.send);
    await phone.getByRole('textbox', { name: identity.code }).waitFor();
    await phone.getByRole('textbox', { name: identity.code }).fill(await codeTo(email));
    await press(phone, identity.open);
  }

  async function confirmByMail(phone: Page): Promise<void> {
    const token = tokenIn((await mailsOf(product, email)).find(({ kind }) => kind === 'requestReceived'));
    await phone.goto(`${product.address}${address('/request-status', { locale })}#token=${token}`);
    await leaveAlone(phone);
    await enterCode(phone);
    await phone.getByText(subject.stage.ASSIGN).waitFor();
  }

  async function assignAndPlan(desk: Page): Promise<void> {
    await desk.getByRole('status').getByRole('button', { name: screen.act.assign }).click();
    await dialog(desk).getByRole('combobox', { name: screen.field.assignee }).selectOption({ label: STAFF });
    await press(dialog(desk), screen.act.assign);
    await dialog(desk).waitFor({ state: 'detached' });
    await press(desk, task.panel.plan);
    await press(dialog(desk), task.plan.apply);
    await desk.getByRole('link', { name: task.kind.EXPORT }).waitFor();
  }

  /** Staff complete one task with its proof manually; the other is of the same kind, and completed by its call. */
  async function doTasks(work: Page, staff: Person): Promise<void> {
    const { requestTask } = await callerFor(product, await signInAgain(product, staff));
    const ws = staff.workspaceId;
    const { collection } = await requestTask.list({ ws });
    const search = collection.find(({ kind }) => kind === 'SEARCH')!;
    await requestTask.finish({ ws, id: search.id, proof: { method: 'ค้นด้วย HN ในระบบเวชระเบียน', count: 12 } });
    await work.getByRole('link', { name: new RegExp(task.kind.EXPORT) }).click();
    await work.getByRole('textbox', { name: task.method.EXPORT }).fill('select * from records where hn = 42');
    await work.getByRole('textbox', { name: task.field.count }).fill('12');
    const arrive = await holdUploads(work);
    await attach(work, 'proof.pdf', 'log');
    const done = work.getByRole('button', { name: task.action.finish, exact: true });
    await done.click();
    // The task cannot be submitted without the proof that is still being uploaded.
    await expect.poll(() => done.getAttribute('aria-busy')).toBe('true');
    arrive();
    await work.getByRole('button', { name: task.action.reopen }).waitFor();
    await picture(work, `journey-task-${locale}`);
    await work.getByRole('link', { name: task.action.openRequest }).click();
    await work.getByText(screen.waits.WORK_mine).waitFor();
  }

  async function choose(desk: Page, move: keyof typeof screen.act): Promise<void> {
    await press(desk.getByRole('main'), ui.more);
    await desk.getByRole('menuitem', { name: screen.act[move], exact: true }).click();
  }

  /** The officer asks and extends; staff and the data subject see it on their open pages. */
  async function askAndExtend(desk: Page, work: Page, phone: Page): Promise<void> {
    await choose(desk, 'ask');
    await dialog(desk).getByRole('textbox', { name: screen.field.question }).fill('ขอเลขบัตรโรงพยาบาล');
    await press(dialog(desk), screen.act.ask);
    await work.getByText(screen.waits.WAITING).waitFor();
    await lookAgain(phone);
    await phone.getByText(subject.question.title).waitFor();
    await phone.getByRole('textbox', { name: subject.messages.answer }).fill('HN-0042');
    await picture(phone, `journey-question-${locale}`);
    await press(phone, subject.messages.sendAnswer);
    await work.getByText('HN-0042').waitFor();
    await work.getByText(screen.waits.WORK_mine).waitFor();

    await choose(desk, 'extend');
    await dialog(desk).getByRole('textbox', { name: screen.field.reason }).fill('เวชระเบียนมี 12 เล่ม');
    await press(dialog(desk), screen.act.extend);
    await dialog(desk).waitFor({ state: 'detached' });
    await lookAgain(phone);
    await phone.getByText(subject.steps.extend).waitFor();
  }

  /** Staff write the letter, add a file, redact a part of it and submit. */
  async function prepareAnswer(work: Page): Promise<void> {
    await press(work, answer.edit);
    await walkForm(dialog(work), 'modules/requestAnswer/Letter');
    await dialog(work).getByRole('textbox', { name: answer.withheld }).fill('');
    await dialog(work).getByRole('textbox', { name: answer.message }).fill('ส่งสำเนาเวชระเบียน 12 หน้า');
    // The server seals the letter: this browser keeps no draft of it, and promises none.
    await work.keyboard.press('Escape');
    const question = work.getByRole('dialog', { name: ui.form.closeTitle });
    await question.getByText(ui.form.loss.none).waitFor();
    await question.getByRole('button', { name: ui.cancel, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await press(dialog(work), ui.save);
    await dialog(work).waitFor({ state: 'detached' });
    await press(work, answer.addFiles);
    await walkForm(dialog(work), 'modules/requestAnswer/AnswerFiles');
    await attach(dialog(work), 'record.pdf', SECRET);
    await press(dialog(work), answer.addFiles);
    await dialog(work).waitFor({ state: 'detached' });

    await press(work, answer.redact.action);
    const page = dialog(work).getByRole('img');
    await page.waitFor();
    const { x, y, width, height } = (await page.boundingBox())!;
    await work.mouse.move(x + width * 0.05, y + height * 0.4);
    await work.mouse.down();
    await work.mouse.move(x + width * 0.95, y + height * 0.6);
    await work.mouse.up();
    await dialog(work)
      .getByRole('button', { name: fill(answer.redact.box, { number: 1 }) })
      .waitFor();
    // The focus of a removed box goes on to the one that stays.
    const box = (number: number) => dialog(work).getByRole('button', { name: fill(answer.redact.box, { number }) });
    await press(dialog(work), answer.redact.add);
    await box(2).press('Delete');
    await box(2).waitFor({ state: 'detached' });
    expect(await box(1).evaluate((button) => button === document.activeElement)).toBe(true);
    await picture(work, `journey-redact-${locale}`);
    await press(dialog(work), answer.redact.save);
    await work.getByText(answer.redacted, { exact: true }).waitFor();

    await work.getByRole('status').getByRole('button', { name: screen.act.submit }).click();
    await dialog(work).getByRole('textbox', { name: screen.field.resolution }).fill('ส่งสำเนาเวชระเบียน');
    await press(dialog(work), screen.act.submit);
    await work.getByText(screen.waits.APPROVE).waitFor();
  }

  /** @returns the password, as the officer reads it out by phone */
  async function approveAndRelease(desk: Page): Promise<string> {
    await desk.getByText(screen.waits.APPROVE_mine).waitFor();
    await desk.getByRole('status').getByRole('button', { name: screen.act.approve }).click();
    await press(dialog(desk), screen.act.approve);
    await dialog(desk).waitFor({ state: 'detached' });
    // The card of the answer has the same button.
    await desk.getByRole('status').getByRole('button', { name: answer.release.action }).click();
    await walkForm(dialog(desk), 'modules/requestAnswer/ReleaseDialog');
    await dialog(desk).locator('[name=expiryDays]').fill('14');
    await dialog(desk).locator('[name=downloadLimit]').fill('5');
    await press(dialog(desk), answer.release.confirm);
    const password = await dialog(desk).locator('[data-password]').innerText();
    await press(dialog(desk), answer.password.done);
    await desk.getByText(answer.status.READY).waitFor();
    const [archive] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: answer.download, exact: true }).click(),
    ]);
    expect((await openWithSevenZip(await readFile(await archive.path()), password)).isWell).toBe(true);
    await picture(desk, `journey-released-${locale}`);
    // Proof of delivery cannot be deleted: it is asked about first, and not recorded here.
    await press(desk, answer.handedOver);
    const question = desk.getByRole('dialog', { name: answer.handedOverTitle });
    await question.getByText(answer.handedOverBody).waitFor();
    await press(question, ui.cancel);
    await question.waitFor({ state: 'detached' });
    await desk.getByText(answer.noReads).waitFor();
    return password;
  }

  /** The previous code has expired: the data subject enters another, reads the letter and saves the archive. */
  async function readAnswer(phone: Page, workspaceId: string, password: string): Promise<void> {
    await sql`
      update request_sessions set expires_at = expires_at - make_interval(mins => ${FRESH_MINUTES + 1})
      where workspace_id = ${workspaceId}`.execute(product.owner);
    // A request of the page at that moment may still be authorised by the previous code.
    const newCode = phone.getByRole('button', { name: answer.person.newCode, exact: true });
    await expect
      .poll(
        async () => {
          await lookAgain(phone);
          return newCode.count();
        },
        { interval: 500 },
      )
      .toBe(1);
    await newCode.click();
    await enterCode(phone);
    await press(phone, fill(answer.person.readFile, { name: answer.person.letter }));
    await phone.frameLocator('iframe').getByText('ส่งสำเนาเวชระเบียน 12 หน้า').waitFor();
    expect(await faultsOf(phone)).toEqual([]);
    await picture(phone, `journey-letter-${locale}`);
    await phone.keyboard.press('Escape');
    await dialog(phone).waitFor({ state: 'detached' });

    const [archive] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('button', { name: new RegExp(answer.person.download.split(' (')[0]!) }).click(),
    ]);
    const { isWell, files } = await openWithSevenZip(await readFile(await archive.path()), password);
    expect(isWell).toBe(true);
    expect([...files.keys()].sort()).toEqual(['SHA256SUMS.txt', 'files/record.pdf', 'letter.html', 'letter.pdf']);
    expect(files.get('files/record.pdf')!.includes(SECRET)).toBe(false);
    expect(await faultsOf(phone)).toEqual([]);
    await picture(phone, `journey-answer-${locale}`);
  }
});
