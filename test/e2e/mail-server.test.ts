import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enTexts from '../../shared/locales/en/mailServer.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import thTexts from '../../shared/locales/th/mailServer.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import { buildPerson, buildWorkspace, callerFor } from '../factories.ts';
import { type Dovecot, startDovecot } from '../dovecot.ts';
import { MAIL_CERTIFICATE } from '../helpers/mailCertificate.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const WORDS = { th: { texts: thTexts, record: thRecord }, en: { texts: enTexts, record: enRecord } };
const LOGIN = { user: 'privacy', password: 'correct horse battery' };

let product: Product;
let dovecot: Dovecot;
let post: Awaited<ReturnType<typeof postOffice>>;
beforeAll(async () => {
  post = await postOffice(undefined, { encryption: 'starttls', login: LOGIN });
  dovecot = await startDovecot();
  product = await startProduct({ MAIL_SERVERS_ON_PRIVATE_NETWORK: 'true' });
});
afterEach(() => product.closePages());
afterAll(async () => {
  await product?.close();
  await post?.close();
  await dovecot?.close();
});

describe.each(['th', 'en'] as const)('mail servers of the organisation, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, record } = WORDS[locale];

  it('are created, tested, corrected, assigned to a workspace and deleted', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins/mail-servers', { locale, ws }));
    await settled(page);
    await page.getByText(texts.emptyTitle).waitFor();
    // This installation has no global server.
    await page.getByText(texts.withoutGlobal.lead).waitFor();
    await page.getByText(texts.withoutGlobal.emptyBody).waitFor();
    await picture(page, `mail-servers-empty-${locale}`);
    const dialog = page.getByRole('dialog');
    const pressed = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const choose = async (action: string) => {
      await page
        .getByRole('row', { name: /ไปรษณีย์กลาง/ })
        .getByRole('button')
        .last()
        .click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };

    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    await dialog.locator('[name=name]').fill('ไปรษณีย์กลาง');
    await dialog.locator('[name=host]').fill('localhost');
    await dialog.locator('[name=port]').fill(String(post.port));
    await dialog.locator('[name=certificate]').fill(MAIL_CERTIFICATE);
    await dialog.locator('[name=username]').fill(LOGIN.user);
    // Longer than a password of an account may be.
    const wrong = 'wrong'.repeat(40);
    await dialog.locator('[name=password]').fill(wrong);
    expect(await dialog.locator('[name=password]').inputValue()).toBe(wrong);
    expect(await dialog.locator('[name=password]').getAttribute('maxlength')).toBe('500');
    await dialog.locator('[name=fromAddress]').fill('privacy@example.com');
    await dialog.locator('[name=bounceAddress]').fill('bounces@example.com');
    await dialog.locator('[name=dailyLimit]').fill('500');
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `mail-server-form-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await dialog.locator('[type=submit]').click();
    // A new server is tested first.
    await pressed(texts.test.send);
    await dialog.getByText(texts.failure.kind.signIn).waitFor();
    await dialog.getByText(texts.withoutGlobal.advice.signIn).waitFor();
    await dialog.getByText(/535/).waitFor();
    await picture(page, `mail-server-test-${locale}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'ไปรษณีย์กลาง', exact: true }).click();
    expect(await dialog.locator('[name=password]').inputValue()).toBe('');
    await dialog.locator('[name=password]').fill(LOGIN.password);
    await dialog.locator('[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    await choose(texts.test.send);
    await pressed(texts.test.send);
    await dialog.getByText(texts.test.sent.replace('{{to}}', admin.email)).waitFor();
    await dialog.getByText(/^250/).waitFor();
    expect(post.received.at(-1)).toMatchObject({ from: 'bounces@example.com', to: [admin.email], isEncrypted: true });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await choose(texts.workspaces.choose);
    await dialog.getByText(texts.workspaces.byGlobal).waitFor();
    await dialog.getByRole('switch', { name: 'สำนักงานใหญ่' }).click();
    await dialog.getByText(texts.workspaces.byThis).waitFor();
    await picture(page, `mail-server-workspaces-${locale}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const { id } = await product.owner
      .selectFrom('mailServers')
      .select(['id', 'organizationId'])
      .where('organizationId', 'in', (where) =>
        where.selectFrom('workspaces').select('organizationId').where('id', '=', ws),
      )
      .executeTakeFirstOrThrow();
    await product.owner
      .insertInto('mailServerFailures')
      .columns(['organizationId', 'serverId', 'day', 'kind', 'reason', 'answer', 'count', 'firstAt', 'lastAt'])
      .expression((where) =>
        where
          .selectFrom('mailServers')
          .select((value) => [
            'organizationId',
            'id',
            value.val('2026-11-20').as('day'),
            value.val('signIn').as('kind'),
            value.val('EAUTH 535').as('reason'),
            value.val('535 Authentication credentials invalid').as('answer'),
            value.val(12).as('count'),
            value.val(new Date(Date.now() + 1000)).as('firstAt'),
            value.val(new Date(Date.now() + 1000)).as('lastAt'),
          ])
          .where('id', '=', id),
      )
      .execute();
    await page.reload();
    await settled(page);
    await page
      .getByRole('row', { name: /ไปรษณีย์กลาง/ })
      .getByText(texts.state.failing)
      .waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `mail-servers-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page)).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await choose(texts.failure.show);
    await dialog.getByText('535 Authentication credentials invalid').waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `mail-server-failures-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await choose(texts.dkim.open);
    await pressed(texts.dkim.create);
    await dialog.getByText('pokpong._domainkey.example.com').waitFor();
    await dialog.getByText(/^v=DKIM1; k=rsa; p=/).waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `mail-server-dkim-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await pressed(texts.dkim.remove);
    const question = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .filter({ hasText: texts.dkim.removeBody });
    await question.waitFor();
    await picture(page, `mail-server-dkim-remove-${locale}`);
    await question.getByRole('button', { name: texts.dkim.remove, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByText(/^v=DKIM1/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await choose(texts.mailbox.open);
    expect(await dialog.locator('[name=username]').inputValue()).toBe('bounces@example.com');
    await walkForm(dialog, 'modules/mailServer/MailServerMailbox');
    await dialog.locator('[name=certificate]').fill(MAIL_CERTIFICATE);
    await dialog.locator('[name=host]').fill('local host');
    await dialog.locator('[name=folder]').fill('');
    // Errors are displayed during input.
    await dialog.getByText(texts.refusal.host).waitFor();
    await dialog.locator('[name=host]').fill('localhost');
    await dialog.locator('[name=port]').fill(String(dovecot.tlsPort));
    await dialog.locator('[name=folder]').fill('INBOX');
    await dialog.locator('[name=username]').fill(`bounces-${locale}`);
    await dialog.locator('[name=password]').fill('wrong');
    await dialog.locator('[type=submit]').click();
    await dialog.getByText(texts.mailbox.neverRead).waitFor();
    await pressed(texts.mailbox.test);
    await dialog.getByText(texts.mailbox.fault.signIn).waitFor();
    await dialog.getByText(/Authentication failed/i).waitFor();
    await dialog.locator('[name=password]').fill(dovecot.login.password);
    await dialog.locator('[type=submit]').click();
    // The result of the former password goes with it.
    await dialog.getByText(texts.mailbox.fault.signIn).waitFor({ state: 'detached' });
    await pressed(texts.mailbox.test);
    await dialog.getByText(texts.mailbox.opened_other.replace('{{number}}', '0')).waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `mail-server-mailbox-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // As in a restored copy.
    await product.owner
      .updateTable('mailServerMailboxes')
      .set({ restsUntil: 'infinity', faultKind: 'restored', faultAnswer: '', faultAt: new Date().toISOString() })
      .execute();
    await page.reload();
    await choose(texts.mailbox.open);
    await dialog.getByText(texts.mailbox.advice.restored).waitFor();
    expect(await dialog.getByText(texts.test.noAnswer).count()).toBe(0);
    await picture(page, `mail-server-mailbox-restored-${locale}`);
    expect(await faultsOf(page)).toEqual([]);
    await pressed(texts.mailbox.resume);
    await dialog.getByText(texts.mailbox.advice.restored).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await choose(locale === 'th' ? 'ลบ' : 'Delete');
    await pressed(locale === 'th' ? 'ลบ' : 'Delete');
    await page.getByText(texts.emptyTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('merge two edits of a mailbox, and ask about what both changed', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const { mailServer } = await callerFor(product, await buildPerson(product, { workspaceId: ws, role: 'Admin' }));
    const server = {
      name: 'ไปรษณีย์กลาง',
      host: 'localhost',
      port: post.port,
      encryption: 'starttls',
      fromAddress: 'privacy@example.com',
    } as const;
    const { id } = await mailServer.create({ ws, ...server });
    const settings = { host: 'localhost', port: 993, username: 'bounces', password: 'one' };
    /** A colleague saves. */
    const save = async (folder: string) => {
      const { rowVersion } = await mailServer.get({ ws, id });
      await mailServer.setMailbox({ ws, id, rowVersion, ...settings, folder });
    };
    await save('INBOX');
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins/mail-servers', { locale, ws }));
    await settled(page);
    const dialog = page.getByRole('dialog').filter({ has: page.locator('[name=folder]') });
    const open = async () => {
      await page
        .getByRole('row', { name: /ไปรษณีย์กลาง/ })
        .getByRole('button')
        .last()
        .click();
      await page.getByRole('menuitem', { name: texts.mailbox.open, exact: true }).click();
    };
    const stored = async () => (await mailServer.get({ ws, id })).mailbox;

    await open();
    await dialog.locator('[name=host]').fill('127.0.0.1');
    await dialog.locator('[name=password]').fill('two');
    await save('Returned');
    await expect.poll(() => dialog.locator('[name=folder]').inputValue()).toBe('Returned');
    expect(await dialog.locator('[name=password]').inputValue()).toBe('two');
    await dialog.locator('[type=submit]').click();
    await expect.poll(stored).toMatchObject({ host: '127.0.0.1', folder: 'Returned' });
    // What was sent is not sent again.
    await expect.poll(() => dialog.locator('[name=password]').inputValue()).toBe('');

    // A stored draft does not replace what was saved since, either.
    await dialog.locator('[name=folder]').fill('Mine');
    await page.reload();
    await settled(page);
    await save('Theirs');
    await open();
    await dialog.getByRole('button', { name: record.compare, exact: true }).click();
    await page.getByRole('dialog').getByText('Theirs', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ folder: 'Theirs' });
    expect(product.complaints).toEqual([]);
  });
});
