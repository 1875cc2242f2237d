import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { DAY } from '../../shared/duration.ts';
import type { Locale } from '../../shared/locale.ts';
import enAuth from '../../shared/locales/en/auth.ts';
import enErrors from '../../shared/locales/en/errors.ts';
import enPanel from '../../shared/locales/en/identityPanel.ts';
import enIdentity from '../../shared/locales/en/requestIdentity.ts';
import enMessage from '../../shared/locales/en/requestMessage.ts';
import enPage from '../../shared/locales/en/requestPage.ts';
import enScreen from '../../shared/locales/en/requestScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thAuth from '../../shared/locales/th/auth.ts';
import thErrors from '../../shared/locales/th/errors.ts';
import thPanel from '../../shared/locales/th/identityPanel.ts';
import thIdentity from '../../shared/locales/th/requestIdentity.ts';
import thMessage from '../../shared/locales/th/requestMessage.ts';
import thPage from '../../shared/locales/th/requestPage.ts';
import thScreen from '../../shared/locales/th/requestScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { CODE_MINUTES } from '../../shared/requestIdentity/schema.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';
import { testsByTurns } from '../languages.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { faultsOf, settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { picture, PICTURES } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const WORDS = {
  th: {
    auth: thAuth,
    errors: thErrors,
    identity: thIdentity,
    panel: thPanel,
    message: thMessage,
    page: thPage,
    screen: thScreen,
    ui: thUi,
  },
  en: {
    auth: enAuth,
    errors: enErrors,
    identity: enIdentity,
    panel: enPanel,
    message: enMessage,
    page: enPage,
    screen: enScreen,
    ui: enUi,
  },
};

const DPO = 'สมปอง คุ้มครอง';

let product: Product;
const folder = mkdtempSync(path.join(tmpdir(), 'request-page-'));
const card = path.join(folder, 'card.pdf');
beforeAll(async () => {
  writeFileSync(card, pdf('card'));
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true });
});

async function buildRequest(locale: Locale, email: string) {
  const workspaceId = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId, name: DPO, role: 'DPO' });
  const form = await buildRequestForm(product, dpo);
  const { request } = await callerFor(product, dpo);
  const { id } = await request.create({
    ws: workspaceId,
    requestFormId: form.id,
    receivedAt: product.deps.now().toISOString(),
    channel: 'COUNTER',
    language: locale,
    subject: { firstName: 'มาลี', lastName: 'รักดี', email, telephone: '', uid: '' },
    rights: ['ACCESS', 'ERASURE'].map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
  } as never);
  return { id, dpo };
}

const codeTo = async (email: string): Promise<string> =>
  /^\d{6}$/m.exec((await mailsOf(product, email)).findLast(({ kind }) => kind === 'requestCode')!.text)![0];

async function pictures(page: Page, name: string, width: number): Promise<void> {
  if (!PICTURES) return;
  for (const dark of [true, false]) {
    await wear(page, { dark, width });
    await picture(page, `${name}-${dark ? 'dark' : 'light'}`);
  }
}

describe.each(['th', 'en'] as const)('the page of a data subject, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { auth, errors, identity, panel, message, page: words, screen, ui } = WORDS[locale];

  it('exchanges question and answer between both sides, displays what is refused, and withdraws the rest', async () => {
    const email = `malee.${locale}@test.example`;
    const { id, dpo } = await buildRequest(locale, email);
    const token = tokenIn((await mailsOf(product, email)).find(({ kind }) => kind === 'requestReceived'));
    const person = await product.open({ locale, width: 375 });
    await person.goto(`${address('/request-status', { locale })}#token=${token}`);
    await person.getByRole('button', { name: identity.send }).click();
    await person.getByRole('textbox', { name: identity.code }).waitFor();
    // Whoever reloads has the code already.
    await person.reload();
    await person.getByRole('textbox', { name: identity.code }).waitFor();
    await walkForm(person.locator('main'), 'modules/requestIdentity/CodeForm');
    await person.getByRole('textbox', { name: identity.code }).fill(await codeTo(email));
    await person.getByRole('button', { name: identity.open }).click();
    await person.getByText(words.stage.ASSIGN).first().waitFor();
    expect(await faultsOf(person)).toEqual([]);

    const officer = await open(dpo, `/dsrm/request/${id}`, locale);
    await officer.getByRole('textbox', { name: message.text }).fill('ขอเลขบัตรสมาชิก');
    await officer.getByRole('button', { name: message.send }).click();
    // Without a reload.
    await person.getByText('ขอเลขบัตรสมาชิก').waitFor();

    const calls = (await callerFor(product, dpo)).request;
    const ws = dpo.workspaceId;

    // A fact known to the organisation is requested, and compared.
    await officer.getByRole('button', { name: panel.facts.ask }).click();
    const asking = officer.getByRole('dialog');
    await asking.getByRole('textbox', { name: panel.facts.question }).fill('เลขที่ลูกค้า');
    await asking.getByRole('textbox', { name: panel.facts.expected }).fill('HN-42');
    await pictures(officer, `request-fact-${locale}`, 1280);
    await asking.getByRole('button', { name: panel.facts.ask }).click();
    await officer.getByText(panel.facts.state.REQUESTED).waitFor();
    const answer = person.getByRole('textbox', { name: identity.fact.answer });
    await answer.waitFor();
    await walkForm(person.locator('form', { has: answer }), 'modules/requestIdentity/RequestedFacts');
    await answer.fill('hn 42');
    await pictures(person, `request-fact-page-${locale}`, 375);
    await person.getByRole('button', { name: identity.fact.send }).click();
    await person.getByText(identity.fact.matched).waitFor();
    await officer.getByText(panel.facts.state.MATCHED, { exact: true }).waitFor();
    // One that is withdrawn is asked about first: its correct answer is deleted.
    const { requestIdentity } = await callerFor(product, dpo);
    await requestIdentity.askFact({ ws, id, person: 'SUBJECT', question: 'ปีเกิด', expected: '2531' });
    await officer.getByRole('button', { name: panel.facts.withdraw, exact: true }).click();
    const withdrawing = officer.getByRole('dialog', {
      name: panel.facts.withdrawTitle.replace('{{question}}', 'ปีเกิด'),
    });
    await withdrawing.getByText(panel.facts.withdrawBody).waitFor();
    await withdrawing.getByRole('button', { name: panel.facts.withdraw, exact: true }).click();
    await withdrawing.waitFor({ state: 'detached' });
    await officer.locator('#content').getByText(panel.facts.state.WITHDRAWN, { exact: true }).waitFor();
    expect(await faultsOf(officer)).toEqual([]);

    // So is a document, which the decider views.
    await requestIdentity.askDocument({ ws, id, person: 'SUBJECT', reason: 'ชื่อไม่ตรงกับทะเบียน' });
    const title = identity.document.title.SUBJECT;
    await walkForm(person.getByRole('form', { name: title }), 'modules/requestIdentity/RequestedDocuments');
    await person.getByRole('form', { name: title }).locator('input[type=file]').setInputFiles(card);
    await officer.getByRole('button', { name: panel.documents.look }).click();
    const viewer = officer.getByRole('dialog');
    await viewer.getByRole('button', { name: panel.decide.AGAIN }).click();
    await walkForm(viewer, 'modules/requestIdentity/DocumentViewer');
    await officer.keyboard.press('Escape');
    await officer.getByRole('button', { name: ui.form.close, exact: true }).click();
    await viewer.waitFor({ state: 'detached' });

    await calls.changeStatus({ ws, id, action: 'REVERT', to: 'SUBJECT', reason: 'บัตรใบใด' });
    await person.getByText(words.question.title).waitFor();
    await pictures(person, `request-page-question-${locale}`, 375);
    const reply = person.getByRole('textbox', { name: words.messages.answer });
    await walkForm(person.locator('form', { has: reply }), 'modules/requestPage/MessagesCard');
    await reply.fill('บัตรสีเขียว');
    const uploaded = person.waitForResponse((response) => response.url().endsWith('/request-messages'));
    await person.setInputFiles('input[type=file]', card);
    await uploaded;
    await person.getByText('card.pdf').waitFor();
    await person.getByRole('button', { name: words.messages.sendAnswer }).click();
    await person.getByText(words.question.title).waitFor({ state: 'detached' });
    await officer.getByText('บัตรสีเขียว').waitFor();
    await officer.getByRole('link', { name: /card\.pdf/ }).waitFor();
    await officer.getByText(message.notice.ANSWERED).waitFor();
    await pictures(officer, `request-page-officer-${locale}`, 1280);

    const { rights } = await calls.get({ ws, id });
    const erasure = rights.find(({ code }) => code === 'ERASURE')!;
    const refused = { groundCode: 'LEGAL_CLAIMS', reason: 'มีข้อพิพาทอยู่ในศาล' };
    await calls.changeStatus({ ws, id, action: 'REJECT', rightIds: [erasure.id], ...refused });
    await person
      .getByText(/มีข้อพิพาทอยู่ในศาล/)
      .first()
      .waitFor();
    await person.getByText(locale === 'th' ? /ตามมาตรา 33/ : /under section 33/).waitFor();
    expect(await person.getByText(DPO).count()).toBe(0);
    expect(await faultsOf(person)).toEqual([]);
    await pictures(person, `request-page-refused-${locale}`, 375);

    // Whoever still writes keeps text and files when the session ends, and the text when the request is closed.
    const unsent = 'ขอข้อมูลปี 2568 ด้วย';
    const writing = person.getByRole('textbox', { name: words.messages.text });
    await writing.fill(unsent);
    const form = person.locator('form', { has: writing });
    const attaching = person.waitForResponse((response) => response.url().endsWith('/request-messages'));
    await form.locator('input[type=file]').setInputFiles(card);
    await attaching;
    await form.getByText('card.pdf').waitFor();
    await product.owner.deleteFrom('requestSessions').where('workspaceId', '=', ws).execute();
    await person.getByRole('button', { name: identity.send }).click();
    const again = person.getByRole('textbox', { name: identity.code });
    await again.waitFor();
    await again.fill(await codeTo(email));
    await person.getByRole('button', { name: identity.open }).click();
    await writing.waitFor();
    expect(await writing.inputValue()).toBe(unsent);
    await form.getByText('card.pdf').waitFor();
    // The browser reports the answer that ended the session.
    expect(product.complaints.splice(0).filter((complaint) => !complaint.includes('401'))).toEqual([]);

    await person.getByRole('button', { name: words.takeBack.action }).click();
    const dialog = person.getByRole('dialog');
    const sent = person.waitForResponse((response) => response.url().includes('sendCode'));
    await dialog.getByRole('button', { name: words.takeBack.sendCode }).click();
    await sent;
    await dialog.getByRole('status').getByText(identity.sent).waitFor();
    await dialog.getByText(identity.noCode).waitFor();
    const sentAgain = person.waitForResponse((response) => response.url().includes('sendCode'));
    await dialog.getByRole('button', { name: identity.sendAgain }).click();
    await sentAgain;
    await walkForm(dialog, 'modules/requestPage/TakeBackDialog');
    await dialog.getByRole('textbox', { name: words.takeBack.code }).fill(await codeTo(email));
    await pictures(person, `request-page-back-${locale}`, 375);
    // A connection that is lost after the code was used up: the same code is enough for another try.
    const withdrawal = (url: URL) => url.pathname.includes('subject.withdraw');
    await person.route(withdrawal, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: words.takeBack.confirm }).click();
    await dialog.getByRole('alert').waitFor();
    expect(product.complaints.splice(0).filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
    await dialog.getByRole('button', { name: words.takeBack.confirm }).click();
    await person.getByText(words.stage.WITHDRAWN).first().waitFor();
    await officer.getByText(screen.move.withdraw).first().waitFor();
    await person.getByText(words.messages.closed).waitFor();
    await person.getByText(words.messages.unsent).waitFor();
    await person.getByText(unsent).waitFor();
    expect(await faultsOf(person)).toEqual([]);
    expect(product.complaints).toEqual([]);
  });

  it('displays why a code, an answer and a message were not sent', async () => {
    const email = `wrong.${locale}@test.example`;
    const { id, dpo } = await buildRequest(locale, email);
    const token = tokenIn((await mailsOf(product, email)).find(({ kind }) => kind === 'requestReceived'));
    const person = await product.open({ locale, width: 375 });
    await person.goto(`${address('/request-status', { locale })}#token=${token}`);
    await person.getByRole('button', { name: identity.send }).click();
    const code = person.getByRole('textbox', { name: identity.code });
    await code.waitFor();
    await code.fill(await codeTo(email));
    await person.getByRole('button', { name: identity.open }).click();
    const answer = person.getByRole('textbox', { name: words.messages.text });
    await answer.fill('ขอสำเนาด้วย');
    await person.context().setOffline(true);
    await person.getByRole('button', { name: words.messages.send }).click();
    await person.locator('form').getByRole('alert').getByText(errors.internal).waitFor();
    await person.context().setOffline(false);
    await person.getByRole('button', { name: words.messages.send }).click();
    await person.getByText('ขอสำเนาด้วย').waitFor();

    const officer = await open(dpo, `/dsrm/request/${id}`, locale);
    await officer.getByRole('textbox', { name: message.text }).fill('กำลังรวบรวมข้อมูล');
    await officer.context().setOffline(true);
    await officer.getByRole('button', { name: message.send }).click();
    await officer.locator('form').getByRole('alert').getByText(errors.internal).waitFor();
    await officer.context().setOffline(false);
    await officer.getByRole('button', { name: message.send }).click();
    await officer.locator('li').getByText('กำลังรวบรวมข้อมูล').waitFor();

    await product.owner.deleteFrom('requestSessions').where('workspaceId', '=', dpo.workspaceId).execute();
    await person.reload();
    await person.getByRole('button', { name: identity.send }).click();
    await code.waitFor();
    const wrong = (await codeTo(email)).replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
    for (let tries = 1; tries <= 6; tries += 1) {
      const entered = person.waitForResponse((response) => response.url().includes('enterCode'));
      await code.fill(wrong);
      await person.getByRole('button', { name: identity.open }).click();
      await entered;
    }
    const minutes = String(CODE_MINUTES);
    await person
      .locator('form')
      .getByRole('alert')
      .getByText(auth.tooMany_other.replace('{{minutes}}', minutes))
      .waitFor();
    product.complaints.splice(0);
  });

  it('states that a right is overdue, promising no date any more, and that it was not carried out in all parts', async () => {
    const email = `part.${locale}@test.example`;
    const { id, dpo } = await buildRequest(locale, email);
    const ws = dpo.workspaceId;
    const staff = await buildPerson(product, { workspaceId: ws, role: 'Staff' });
    const token = tokenIn((await mailsOf(product, email)).find(({ kind }) => kind === 'requestReceived'));
    const person = await product.open({ locale, width: 375 });
    await person.goto(`${address('/request-status', { locale })}#token=${token}`);
    await person.getByRole('button', { name: identity.send }).click();
    const code = person.getByRole('textbox', { name: identity.code });
    await code.waitFor();
    await code.fill(await codeTo(email));
    await person.getByRole('button', { name: identity.open }).click();
    await person.getByText(words.stage.ASSIGN).first().waitFor();
    const { request, requestTask } = await callerFor(product, dpo);
    const { rights } = await request.get({ ws, id });
    const move = async (as: Person, action: string, more: object = {}) =>
      (await callerFor(product, as)).request.changeStatus({ ws, id, action, ...more } as never);
    await product.owner
      .updateTable('deadlines')
      .set({ startedAt: new Date(Date.now() - 40 * DAY), dueAt: new Date(Date.now() - DAY) })
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'request.right')
      .execute();
    await move(dpo, 'ASSIGN', { assigneeId: staff.personnelId });
    await person.getByText(words.late).first().waitFor();
    expect(await person.getByText(words.due.replace('{{date}}', '')).count()).toBe(0);
    const rightId = rights.find(({ code }) => code === 'ACCESS')!.id;
    const task = { ws, requestId: id, rightId, kind: 'OTHER', applicationId: null, title: 'สำเนา' };
    const { id: taskId } = await requestTask.add(task as never);
    await requestTask.refuse({ ws, id: taskId, groundCode: 'LAW_AND_HARM', reason: 'คำสั่งศาล' });
    await move(staff, 'SUBMIT', { reason: 'ส่งแล้ว' });
    await move(dpo, 'APPROVE');
    await person.getByText(words.inPartFollows, { exact: true }).waitFor();
    await person.getByText(words.mayComplain).waitFor();
    // The other right was carried out.
    expect(await person.getByText(words.stage.COMPLETE, { exact: true }).count()).toBe(1);
    expect(await faultsOf(person)).toEqual([]);
    await pictures(person, `request-page-in-part-${locale}`, 375);
    expect(product.complaints).toEqual([]);
  });

  it('states when what it displays was loaded while the server cannot be reached, and nothing of what was not', async () => {
    const email = `offline.${locale}@test.example`;
    await buildRequest(locale, email);
    const token = tokenIn((await mailsOf(product, email)).find(({ kind }) => kind === 'requestReceived'));
    const person = await product.open({ locale, width: 375 });
    const mend = await failCalls(person, ['requestMessage.subject.read']);
    await person.goto(`${address('/request-status', { locale })}#token=${token}`);
    await person.getByRole('button', { name: identity.send }).click();
    const code = person.getByRole('textbox', { name: identity.code });
    await code.waitFor();
    await code.fill(await codeTo(email));
    await person.getByRole('button', { name: identity.open }).click();
    await person.getByRole('alert').getByText(words.offlineNothing).waitFor();
    await mend();
    const minuteOf = (time: number) =>
      new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok', hour: '2-digit', minute: '2-digit' });
    const before = Date.now();
    await person.getByRole('alert').getByRole('button').click();
    await person.getByText(words.stage.ASSIGN).first().waitFor();
    const loaded = [minuteOf(before), minuteOf(Date.now())];

    await person.clock.setFixedTime(Date.now() + 3 * 60 * 60 * 1000);
    await person.context().setOffline(true);
    // As when the page is looked at again, hours later.
    await person.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const notice = person.getByRole('status').filter({ hasText: /ติดต่อเซิร์ฟเวอร์ไม่ได้|cannot be reached/ });
    await notice.waitFor();
    const text = await notice.innerText();
    expect(
      loaded.some((minute) => text.includes(minute)),
      text,
    ).toBe(true);
    product.complaints.splice(0);
  });

  async function open(as: Person, to: string, inLocale: Locale): Promise<Page> {
    const page = await product.open({ as, locale: inLocale, width: 1280 });
    await page.goto(address(to, { locale: inLocale, ws: as.workspaceId }));
    await settled(page);
    return page;
  }
});
