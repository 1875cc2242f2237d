import { afterAll, beforeAll, expect, it } from 'vitest';
import th from '../../shared/locales/th/approvalLine.ts';
import menu from '../../shared/locales/th/menu.ts';
import titles from '../../shared/locales/th/pages/approvalLine.ts';
import shell from '../../shared/locales/th/shell.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { settled } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
let ws: string;
let people: Person[];

beforeAll(async () => {
  product = await startProduct({ VARIANT: 'special' });
  ws = (await buildWorkspace(product)).id;
  people = await Promise.all(
    (['DPO', 'Staff', 'Top Management'] as const).map((role) => buildPerson(product, { workspaceId: ws, role })),
  );
});
afterAll(() => product?.close());

/** Opens the page and the user dropdown, which never contains the approval line in this variant. */
async function openWithoutEntry(as: Person, path: string) {
  const page = await product.open({ as });
  await page.goto(address(path, { ws }));
  await settled(page);
  await page.getByRole('button', { name: new RegExp(as.email) }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: th.title }).count()).toBe(0);
  await page.keyboard.press('Escape');
  return page;
}

it("displays the approval line among the DPO's tools in the special variant, and not in the dropdown, also on a small screen", async () => {
  const page = await openWithoutEntry(people[0]!, '/business-function/application');
  // The group links to its first page; the strip below lists them all.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: menu.group.dpoTools })
    .or(page.getByRole('navigation').getByRole('button', { name: menu.group.dpoTools }))
    .first()
    .click();
  await page.getByRole('link', { name: titles.approvalLine, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: th.title }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/approval-line');
  const narrow = await product.open({ as: people[0]!, width: 375 });
  await narrow.goto(address('/approval-line', { ws }));
  await settled(narrow);
  await narrow.getByRole('button', { name: shell.nav.open }).click();
  const drawer = narrow.getByRole('dialog');
  const group = drawer.getByRole('button', { name: menu.group.dpoTools });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await drawer.getByRole('navigation').getByRole('link', { name: titles.approvalLine, exact: true }).waitFor();
  // And not a second time among the entries of the account.
  expect(await drawer.getByRole('link', { name: titles.approvalLine }).count()).toBe(1);
  expect(product.complaints).toEqual([]);
});

it('has no entry for Staff and Top Management in the special variant; lines they are asked to approve can be opened', async () => {
  for (const as of people.slice(1)) {
    const page = await openWithoutEntry(as, '/approval-line');
    await page.getByRole('heading', { level: 1, name: th.title }).waitFor();
    expect(
      await page.getByRole('navigation').getByRole('link', { name: titles.approvalLine, exact: true }).count(),
    ).toBe(0);
  }
  expect(product.complaints).toEqual([]);
});
