import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import exportTh from '../../shared/locales/th/export.ts';
import flowTh from '../../shared/locales/th/dataFlow.ts';
import importTh from '../../shared/locales/th/recordImport.ts';
import importsTh from '../../shared/locales/th/import.ts';
import common from '../../shared/locales/th/common.ts';
import { headingOf, ROPA_COLUMNS } from '../../shared/ropa/sheet.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { tableOf } from '../helpers/recordFiles.ts';
import { buildRegister } from '../helpers/register.ts';
import { sized } from '../size.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const APPLICATIONS = sized(24, 60);
const PURPOSES_EACH = 5;

let product: Product;
let dpo: Person;
let ws: string;
let register: Awaited<ReturnType<typeof buildRegister>>;
beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลต้นทาง' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  const controller = await buildDataController(product, ws, { nameTh: 'โรงพยาบาลต้นทาง' });
  register = await buildRegister(product, () => callerFor(product, dpo), {
    ws,
    dataControllerId: controller.id,
    applications: APPLICATIONS,
    purposesEach: PURPOSES_EACH,
  });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** Waits until the page contains a text, outside of options. */
const visible = (page: Page, text: string) =>
  page.locator('main').getByText(text).and(page.locator(':not(option)')).first().waitFor();

/** Exports the register as a workbook from the list of applications, and returns its bytes. */
async function exported(page: Page, workspace: string): Promise<Buffer> {
  await page.goto(address('/business-function/application', { ws: workspace }));
  await page.getByRole('button', { name: common.export, exact: true }).first().click();
  await page.getByRole('button', { name: exportTh.format.xlsx }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: exportTh.download, exact: true }).first().click(),
  ]);
  return readFileSync(await download.path());
}

/** Imports a file through the steps and returns the text of the last step. */
async function imported(page: Page, workspace: string, bytes: Buffer): Promise<string> {
  await page.goto(address('/business-function/application/import', { ws: workspace }));
  const stored = page.waitForResponse((response) => response.url().includes('/files-api/v1/upload'));
  await page.setInputFiles('input[type=file]', {
    name: 'ทะเบียน.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: bytes,
  });
  expect((await stored).request().headers().accept).toBe('application/json');
  await page.getByRole('button', { name: importsTh.start.read }).click();
  await page.getByText(importsTh.columns.title).waitFor();
  const add = page.getByLabel(importTh.columns.addMissing);
  if (await add.isVisible()) await add.check();
  await page.getByRole('button', { name: importsTh.columns.check }).click();
  await page.getByText(importsTh.checked.what).first().waitFor();
  return page.locator('main').innerText();
}

it('a register of many applications and purposes is mapped, drawn, exported and imported elsewhere unchanged', async () => {
  const page = await product.open({ as: dpo });

  // The inventory and the dashboard contain all of it.
  const { inventory, dashboard, dataFlow } = await callerFor(product, dpo);
  const uses = (await inventory.list({ ws })).meta.totalItems;
  expect(uses).toBe(APPLICATIONS * PURPOSES_EACH * 6);
  expect(await dashboard.figures({ ws })).toMatchObject({
    applications: APPLICATIONS,
    purposes: APPLICATIONS * PURPOSES_EACH,
    attributeUses: uses,
  });

  // The diagram draws it; as a table it has every flow.
  const graph = await dataFlow.get({ ws });
  expect(graph.meta.truncated).toBe(false);
  await page.goto(address('/pii-inventory/data-flow-diagram?view=table', { ws }));
  await visible(page, register[0]!.name);
  await page.goto(address(`/pii-inventory/data-flow-diagram?application=${register[0]!.id}`, { ws }));
  await visible(page, register[0]!.name);
  expect(await page.title()).toContain(flowTh.title);

  // Exported, the register is a sheet with a row for each line of the mapping.
  const first = await exported(page, ws);
  const table = await tableOf(first);
  expect(table.length).toBeGreaterThan(APPLICATIONS * PURPOSES_EACH * 2);

  // Imported into its own workspace, nothing changes.
  expect(await imported(page, ws, first)).toContain(importTh.checked.nothing);

  // Imported into another organisation's empty workspace and exported there, it is equal, cell by cell.
  const other = await buildWorkspace(product, { name: 'โรงพยาบาลปลายทาง' });
  const admin = await buildPerson(product, { workspaceId: other.id, role: 'Admin' });
  await buildDataController(product, other.id, { nameTh: 'โรงพยาบาลต้นทาง' });
  const elsewhere = await product.open({ as: admin });
  await imported(elsewhere, other.id, first);
  await elsewhere
    .getByRole('button', { name: new RegExp(importsTh.checked.commit_other.replace('{{number}}', '\\d+')) })
    .click();
  await elsewhere.getByRole('dialog').getByText(importTh.checked.confirmBody).waitFor();
  await elsewhere
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(importsTh.checked.commit_other.replace('{{number}}', '\\d+')) })
    .click();
  await elsewhere.getByText(importsTh.done.title).waitFor();
  const there = await callerFor(product, admin);
  expect((await there.application.list({ ws: other.id })).meta.totalItems).toBe(APPLICATIONS);
  expect((await there.inventory.list({ ws: other.id })).meta.totalItems).toBe(uses);
  const second = await tableOf(await exported(elsewhere, other.id));
  expect(comparable(second)).toEqual(comparable(table));
  expect(product.complaints).toEqual([]);
});

/** Rows in a canonical order, without what distinguishes workspaces: numbers, states and the codes of records. */
function comparable(table: readonly (readonly string[])[]): string[] {
  const name = headingOf('applicationName', 'th');
  const start = table.findIndex((row) => row.includes(name));
  const left = new Set(
    (Object.keys(ROPA_COLUMNS) as (keyof typeof ROPA_COLUMNS)[])
      .filter((key) => ROPA_COLUMNS[key].readOnly || key.endsWith('Code'))
      .map((key) => headingOf(key, 'th')),
  );
  const columns = table[start]!.flatMap((heading, index) => (left.has(heading) ? [] : [index]));
  return table
    .slice(start)
    .map((row) => columns.map((index) => row[index] ?? '').join('\u241f'))
    .toSorted();
}
