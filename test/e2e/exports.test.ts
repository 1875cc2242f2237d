import { readFile } from 'node:fs/promises';
import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import en from '../../shared/locales/en/export.ts';
import th from '../../shared/locales/th/export.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { fillLog } from '../helpers/exports.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let ws: string;
let admin: Person;
beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลตัวอย่าง' })).id;
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  await fillLog(product, admin, 40_000);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const rows = (values: object[]) =>
  product.owner
    .insertInto('exports')
    .values(
      values.map((value, index) => ({
        workspaceId: ws,
        id: randomUUIDv7(),
        kind: 'activity-logs',
        format: 'xlsx',
        locale: 'th',
        requestedBy: admin.personnelId,
        createdAt: new Date(Date.now() - (index + 1) * 7_200_000),
        ...value,
      })),
    )
    .execute();

it('an export is started at its list, displays its progress, and its file is downloaded from the notification', async () => {
  const page = await product.open({ as: admin });
  await page.goto(address('/activity-logs', { ws }));
  await page.getByRole('button', { name: th.export, exact: true }).click();
  await page.getByText(th.language.en, { exact: true }).click();
  await page.getByRole('button', { name: new RegExp(th.format.csv) }).click();
  await page.getByText(th.started, { exact: true }).first().waitFor();
  // They continue working elsewhere; the notification reaches them.
  await page.goto(address('/business-function/application', { ws }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByText(th.ready, { exact: true }).first().waitFor();
      await page.getByRole('button', { name: th.download, exact: true }).click();
    })(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Activity log .*\.csv$/);
  const text = await readFile((await download.path())!, 'utf8');
  expect(text.startsWith('\ufeffTime,')).toBe(true);
  expect(text.split('\r\n').length).toBeGreaterThan(40_000);
  expect(product.complaints).toEqual([]);
});

it('the page of reports lists all exports, live, including failed and expired ones, and each can be retried or cleared', async () => {
  // Those of a failed try too are listed.
  await product.owner.deleteFrom('exports').where('workspaceId', '=', ws).execute();
  await rows([
    { status: 'failed', errorCode: 'interrupted', attempts: 4, finishedAt: new Date() },
    { kind: 'ropa', format: 'pdf', status: 'done', finishedAt: new Date() },
    { kind: 'ropa', format: 'pdf', status: 'failed', errorCode: 'tooLarge', attempts: 1, finishedAt: new Date() },
    { kind: 'ropa', format: 'pdf', status: 'failed', errorCode: 'subjectGone', attempts: 1, finishedAt: new Date() },
  ]);
  const page = await product.open({ as: admin, locale: 'en' });
  await page.goto(address('/reports', { ws, locale: 'en' }));
  await page.getByRole('heading', { name: en.title }).waitFor();
  await page.getByText(en.problem.interrupted).waitFor();
  await page.getByText(en.status.expired).first().waitFor();
  // If a retry cannot help, the text says what to do instead.
  for (const problem of [en.problem.tooLarge, en.problem.subjectGone]) {
    const row = page.getByRole('row').filter({ hasText: problem });
    await row.waitFor();
    expect(await row.getByRole('button', { name: en.retry }).count()).toBe(0);
  }
  expect(await page.getByText(en.problem.failed).count()).toBe(0);
  // Retried, it changes from failed to ready live.
  const failed = page.getByRole('row').filter({ hasText: en.problem.interrupted });
  await failed.getByRole('button', { name: en.retry }).first().click();
  await page.getByText(en.problem.interrupted).waitFor({ state: 'detached' });
  await page.getByText(en.ready, { exact: true }).first().waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(product.complaints).toEqual([]);
});
