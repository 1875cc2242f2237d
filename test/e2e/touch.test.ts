import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import exportWords from '../../shared/locales/th/export.ts';
import shell from '../../shared/locales/th/shell.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { settled } from './helpers/audit.ts';
import { buildEveryRecord } from './helpers/everyRecord.ts';
import { touchFaults } from './helpers/media.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await startProduct();
  const workspace = await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' });
  admin = await buildPerson(product, { workspaceId: workspace.id, name: 'สมหญิง ดูแลดี' });
  await buildEveryRecord(product, admin);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const REQUESTS = '/dsrm/request';
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

/** The words of a text before what is filled in. */
const startOf = (text: string) => new RegExp(`^${text.split('{{')[0]}`);

/** What a press on a phone opens over a page, one of each kind; forms in dialogs are in test/e2e/form-walk.test.ts. */
const OPENED: [
  what: string,
  at: string,
  opener: (page: Page) => Locator,
  opened: (page: Page) => Locator,
  /** The button that is pressed before. */
  first?: string,
][] = [
  ['filters of a list', REQUESTS, button(ui.table.filters), (page) => page.getByRole('dialog')],
  ['columns of a list', REQUESTS, button(ui.table.view), (page) => page.getByRole('menu')],
  ['acts on a row', REQUESTS, button(startOf(ui.actionsFor)), (page) => page.getByRole('menu')],
  ['formats of an export', REQUESTS, button(exportWords.export), (page) => page.getByRole('dialog')],
  ['notifications', REQUESTS, button(new RegExp(`^${shell.bell.label}`)), (page) => page.getByRole('dialog')],
  ['pages', REQUESTS, button(shell.nav.open), (page) => page.getByRole('dialog')],
  [
    'workspaces',
    REQUESTS,
    button(startOf(shell.workspace.change)),
    (page) => page.getByRole('dialog', { name: shell.workspace.label }),
    shell.nav.open,
  ],
  ['commands', REQUESTS, button(shell.palette.open), (page) => page.getByRole('dialog')],
  [
    'choices of a field',
    '/business-function/purpose/new',
    (page) => page.locator('main').getByRole('combobox').first(),
    (page) => page.getByRole('listbox'),
  ],
];

describe('what a press opens on a phone', () => {
  test.each(OPENED)('%s have room for fingers', async (_what, at, opener, opened, first) => {
    const page = await product.open({ as: admin, width: 375 });
    await page.goto(address(at, { ws: admin.workspaceId }));
    await settled(page);
    if (first) await button(first)(page).click();
    await opener(page).click();
    await opened(page).filter({ visible: true }).first().waitFor();
    expect(await touchFaults(page)).toEqual([]);
  });
});
