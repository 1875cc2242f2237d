import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enCommon from '../../shared/locales/en/common.ts';
import en from '../../shared/locales/en/dataFlow.ts';
import enExport from '../../shared/locales/en/export.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thCommon from '../../shared/locales/th/common.ts';
import th from '../../shared/locales/th/dataFlow.ts';
import thExport from '../../shared/locales/th/export.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { placeInLanes } from '../../shared/dataFlow/layout.ts';
import { inputOf } from '../../shared/dataMapping/schema.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { attributesOf, buildRegister, completeFlow } from '../helpers/register.ts';
import { faultsOf, frameFaults, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { flow: th, ui: thUi, common: thCommon, exports: thExport },
  en: { flow: en, ui: enUi, common: enCommon, exports: enExport },
};
const LOCALES = ['th', 'en'] as const;
const DIAGRAM = '/pii-inventory/data-flow-diagram';

let product: Product;
let ws: string;
let dpo: Person;
let admin: Person;
let manager: Person;
let register: { id: string; name: string; purposeIds: string[] }[];

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  manager = await buildPerson(product, { workspaceId: ws, name: 'วิชัย บริหาร', role: 'Top Management' });
  const dataControllerId = (await buildDataController(product, ws)).id;
  register = await buildRegister(product, () => callerFor(product, dpo), {
    ws,
    dataControllerId,
    applications: 3,
    purposesEach: 3,
  });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const graph = async (filters: object = {}) => (await callerFor(product, dpo)).dataFlow.get({ ws, ...filters });
const node = (page: Page, key: string) => page.locator(`[data-node="${key}"]`);
const edgesDrawn = (page: Page) =>
  page.locator('[data-diagram] canvas[data-edges]').first().getAttribute('data-edges').then(Number);
const application = (index: number) => `application:${register[index]!.id}`;

async function open({
  as = dpo,
  locale = 'th',
  to = DIAGRAM,
  width = 1280,
  dark = false,
  workspace = ws,
}: {
  as?: Person;
  locale?: Locale;
  to?: string;
  width?: number;
  dark?: boolean;
  workspace?: string;
} = {}): Promise<Page> {
  const page = await product.open({ as, locale, width, dark });
  await page.goto(address(to, { locale, ws: workspace }));
  await settled(page);
  return page;
}
async function drawn(options: Parameters<typeof open>[0] = {}): Promise<Page> {
  const page = await open(options);
  await page.locator('[data-diagram][data-fitted] .flow-node').first().waitFor({ state: 'attached' });
  return page;
}

describe.each(LOCALES)('the diagram, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { flow: texts, ui, common, exports } = WORDS[locale];
  const summary = async (filters: object = {}) => {
    const { nodes, edges } = await graph(filters);
    const flows = fill(texts.flows_other, { number: edges.length });
    return fill(texts.summary_other, { number: nodes.length, flows });
  };

  it('displays what was mapped, every node with its name, every flow', async () => {
    const page = await drawn({ locale });
    const { nodes, edges } = await graph();
    await page.getByText(await summary(), { exact: true }).waitFor();
    expect(await page.locator('.flow-node').count()).toBe(nodes.length);
    const bare = (text: string | null) => (text ?? '').replace(/\s|…/g, '');
    for (const { key, name } of nodes)
      expect(bare(name[locale])).toContain(bare(await node(page, key).locator('.flow-name').textContent()));
    expect(await edgesDrawn(page)).toBe(edges.length);
    for (const lane of Object.values(texts.lane)) await page.getByText(lane, { exact: true }).first().waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('is filtered by application, category, country and sensitivity, stored in the address', async () => {
    const page = await drawn({ locale });
    const wanted = register[1]!;
    await page.getByRole('combobox', { name: texts.filter.application }).selectOption(wanted.id);
    await page.waitForURL(new RegExp(`application=${wanted.id}`));
    await page.getByText(await summary({ applicationId: wanted.id }), { exact: true }).waitFor();
    await expect.poll(() => node(page, application(0)).count()).toBe(0);
    await page.reload();
    await page.getByText(await summary({ applicationId: wanted.id }), { exact: true }).waitFor();
    await page.getByRole('button', { name: ui.table.clearFilters }).click();
    await page.getByText(await summary(), { exact: true }).waitFor();
    await page.getByRole('combobox', { name: texts.filter.country }).selectOption('SG');
    await page.getByText(await summary({ country: 'SG' }), { exact: true }).waitFor();
    await page.getByRole('combobox', { name: texts.sensitive, exact: true }).selectOption('true');
    await page
      .getByText(await summary({ country: 'SG', sensitive: true }), { exact: true })
      .or(page.getByText(texts.empty.narrowTitle))
      .waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('can be navigated by keyboard along the flows; Enter opens the details, Esc closes them', async () => {
    const page = await drawn({ locale });
    const { edges } = await graph();
    const at = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.node ?? null);
    await node(page, application(0)).click();
    await page.keyboard.press('Escape');
    await node(page, application(0)).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toMatch(/^purpose:/);
    const purpose = (await at())!;
    expect(edges.some(({ from, to }) => from === application(0) && to === purpose)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toMatch(/^storage:/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(at).toMatch(/^purpose:/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(at).toMatch(/^purpose:/);
    // A single Tab stop for the entire diagram.
    expect(await page.locator('.flow-node[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    const details = page.locator('[data-details]');
    await details.getByText(texts.kind.purpose, { exact: true }).first().waitFor();
    // Neither the details nor the minimap cover drawn parts.
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('.flow-node')].flatMap((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const canvas = one.closest('.react-flow')!.getBoundingClientRect();
        const isInView = left + width / 2 < canvas.right && top + height / 2 < canvas.bottom;
        return isInView && above?.closest('[data-details], [data-minimap]') ? [one.textContent] : [];
      }),
    );
    expect(covered).toEqual([]);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('finds a node by name and displays only its path, with its own address', async () => {
    const page = await drawn({ locale });
    await page.getByRole('combobox', { name: texts.find.label }).fill(register[2]!.name);
    await page.getByRole('listbox').getByRole('option').first().click();
    const details = page.locator('[data-details]');
    await details.getByRole('heading', { name: register[2]!.name }).waitFor();
    await details.getByRole('button', { name: texts.focus.start }).click();
    await page.waitForURL(/focus=application/);
    await expect.poll(() => node(page, application(0)).count()).toBe(0);
    await page.reload();
    await node(page, application(2)).waitFor();
    expect(await node(page, application(1)).count()).toBe(0);
    await page.getByRole('button', { name: texts.focus.stop }).first().click();
    await node(page, application(1)).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('has a table of the same flows, with search and sorting', async () => {
    const page = await open({ locale, to: `${DIAGRAM}?view=table&pageSize=100&focus=${application(0)}` });
    const { edges, nodes } = await graph();
    const rows = page.getByRole('table').getByRole('row');
    await expect.poll(() => rows.count()).toBe(edges.length + 1);
    const name = (key: string) => nodes.find((one) => one.key === key)!.name[locale];
    // Invisible for a moment while the page's code is still loading.
    const visibleNodes = async () =>
      (
        await rows.evaluateAll((all) =>
          all.slice(1).map((row) =>
            [...row.querySelectorAll<HTMLElement>('th, td')]
              .slice(0, 2)
              .map((cell) => cell.innerText.split('\n')[0]?.trim())
              .join(' → '),
          ),
        )
      ).toSorted();
    await expect.poll(visibleNodes).toEqual(edges.map(({ from, to }) => `${name(from)} → ${name(to)}`).toSorted());
    await page.getByRole('searchbox').fill(register[0]!.name);
    await expect
      .poll(() => rows.count())
      .toBe(edges.filter(({ from, to }) => [from, to].some((key) => name(key).includes(register[0]!.name))).length + 1);
    // The export contains all flows too, not only those of the node that the diagram has in focus.
    const started = page.waitForResponse(/\/export\.start/);
    await page.getByRole('button', { name: common.export, exact: true }).click();
    await page
      .getByRole('group', { name: exports.chooseFormat })
      .getByRole('button', { name: new RegExp(exports.format.pdf) })
      .click();
    const sent = (await started).request().postData();
    expect(sent).toContain('data-flow-diagram');
    expect(sent).not.toContain(application(0));
    expect(product.complaints).toEqual([]);
  });

  it('displays in the table the flows of a chosen filter, with their number', async () => {
    const page = await open({ locale, to: `${DIAGRAM}?view=table` });
    const wanted = register[1]!.id;
    const range = ({ length: total }: readonly unknown[]) =>
      page.getByText(fill(ui.table.range, { from: 1, to: Math.min(10, total), total }));
    const [all, narrow] = [(await graph()).edges, (await graph({ applicationId: wanted })).edges];
    expect(narrow.length).toBeLessThan(all.length);
    await range(all).waitFor();
    await page.getByRole('combobox', { name: texts.filter.application }).selectOption(wanted);
    await range(narrow).waitFor();
    const rows = page.getByRole('table').getByRole('row');
    await expect.poll(() => rows.count()).toBe(Math.min(10, narrow.length) + 1);
    expect(product.complaints).toEqual([]);
  });

  it('names the chosen filters and the path in its picture, with the time of the answer', async () => {
    const [first] = register;
    const page = await drawn({ locale, to: `${DIAGRAM}?application=${first!.id}&focus=${application(0)}` });
    const chosen = page.getByRole('combobox', { name: texts.filter.application }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toContain(first!.name);
    await page.getByRole('button', { name: texts.export.label }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: texts.export.svg }).click(),
    ]);
    const svg = await readFile((await download.path())!, 'utf8');
    expect(svg).toContain(`${texts.filter.application}: ${first!.name}`);
    expect(svg).toContain(fill(texts.focus.on, { name: first!.name }));
    // The table has no places: the PDF is laid out anew, not by those of the path.
    await page.getByRole('link', { name: texts.view.table, exact: true }).click();
    await page.getByRole('table').waitFor();
    const started = page.waitForRequest(/\/export\.start/);
    await page.getByRole('button', { name: common.export, exact: true }).click();
    await page
      .getByRole('group', { name: exports.chooseFormat })
      .getByRole('button', { name: new RegExp(exports.format.pdf) })
      .click();
    expect((await started).postData()).not.toMatch(/"x"/);
    expect(product.complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('passes the audit, %s, on a desktop and a phone', async (mode) => {
    for (const width of [1280, 375]) {
      const page = await drawn({ locale, width, dark: mode === 'dark' });
      expect(await frameFaults(page, locale)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      await node(page, application(0)).dispatchEvent('click');
      await page.locator('[data-details]').waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
  });
});

describe('the diagram', () => {
  test('can be downloaded as SVG and PNG', async () => {
    const page = await drawn();
    const { nodes } = await graph();
    const save = async (label: string) => {
      await page.getByRole('button', { name: th.export.label }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: label }).click(),
      ]);
      return { file: await readFile((await download.path())!), name: download.suggestedFilename() };
    };
    const svg = await save(th.export.svg);
    expect(svg.name).toBe(`${th.export.fileName}.svg`);
    const found = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        broken: parsed.querySelector('parsererror') !== null,
        titles: [...parsed.querySelectorAll('g > title')].map((one) => one.textContent),
        fonts: text.includes('font/woff2;base64'),
      };
    }, svg.file.toString('utf8'));
    expect(found.broken).toBe(false);
    expect(found.fonts).toBe(true);
    expect(found.titles.toSorted()).toEqual(nodes.map(({ name }) => name.th).toSorted());
    const png = PNG.sync.read((await save(th.export.png)).file);
    expect(png.width).toBeGreaterThan(1500);
    const colours = new Set<number>();
    for (let at = 0; at < png.data.length; at += 4 * 97) colours.add(png.data.readUInt32BE(at));
    expect(colours.size).toBeGreaterThan(20);

    // While the answer to other filters is awaited, the picture is the former one, and says so.
    const waiting: Route[] = [];
    await page.route('**/trpc/**dataFlow.get**', (route) => void waiting.push(route));
    await page.getByRole('combobox', { name: th.filter.country }).selectOption('SG');
    await expect.poll(() => waiting.length).toBe(1);
    const country = `${th.filter.country}: `;
    expect((await save(th.export.svg)).file.toString('utf8')).not.toContain(country);
    await page.unroute('**/trpc/**dataFlow.get**');
    await page.locator('[data-frame][aria-busy]').waitFor({ state: 'detached' });
    expect((await save(th.export.svg)).file.toString('utf8')).toContain(country);
    expect(product.complaints).toEqual([]);
  });

  test('is arranged for all users: a move by one is displayed to another, and undone', async () => {
    // A failed try may have left a move.
    await product.owner.deleteFrom('dataFlowPositions').where('workspaceId', '=', ws).execute();
    const [mine, hers] = [await drawn(), await drawn({ as: admin })];
    const box = async (page: Page) => (await node(page, application(1)).boundingBox())!;
    for (const page of [mine, hers]) {
      const { width } = await box(page);
      await page.getByRole('button', { name: th.fit }).click();
      await expect.poll(async () => (await box(page)).width).toBeLessThan(width);
    }
    const before = await box(hers);
    await mine.getByRole('button', { name: th.arrange.start }).click();
    const from = await box(mine);
    await mine.mouse.move(from.x + 40, from.y + 20);
    await mine.mouse.down();
    await mine.mouse.move(from.x + 45, from.y + 60, { steps: 4 });
    await mine.mouse.move(from.x + 40, from.y + 90, { steps: 4 });
    await mine.mouse.up();
    await expect.poll(async () => (await graph()).positions.map(({ node: key }) => key)).toEqual([application(1)]);
    await expect.poll(async () => (await box(hers)).y - before.y).toBeGreaterThan(40);
    await mine.getByRole('button', { name: th.arrange.undo }).click();
    await expect.poll(async () => Math.round((await box(hers)).y - before.y)).toBe(0);
    expect((await graph()).positions).toEqual([]);
    // By keyboard, and by buttons for those who cannot drag.
    const stored: string[] = [];
    // Calls of one moment are sent together.
    mine.on('response', (response) => stored.push(...(response.url().match(/dataFlow\.arrange/g) ?? [])));
    await node(mine, application(1)).click();
    await node(mine, application(1)).focus();
    await mine.keyboard.down('Shift');
    for (let press = 0; press < 3; press += 1) await mine.keyboard.press('ArrowDown');
    await mine.keyboard.up('Shift');
    const placed = async () => (await graph()).positions[0]?.y ?? 0;
    await expect.poll(() => stored.length).toBe(3);
    const lower = await placed();
    const { name } = (await graph()).nodes.find(({ key }) => key === application(1))!;
    await mine.getByRole('button', { name: fill(th.arrange.to.down, { name: name.th }) }).click();
    await expect.poll(placed).toBeGreaterThan(lower);
    // However often it is moved, it stays beside its lane.
    const lane = placeInLanes((await graph()).nodes).get(application(1))!.x;
    const last = await placed();
    // The pressed button has the focus again once its call has been answered.
    await expect.poll(() => stored.length).toBe(4);
    await node(mine, application(1)).click();
    await node(mine, application(1)).focus();
    await mine.keyboard.down('Shift');
    for (let press = 0; press < 10; press += 1) await mine.keyboard.press('ArrowLeft');
    await mine.keyboard.press('ArrowDown');
    await mine.keyboard.up('Shift');
    await expect.poll(placed).toBeGreaterThan(last);
    const { x } = (await graph()).positions[0]!;
    expect(lane - x).toBeGreaterThan(0);
    expect(lane - x).toBeLessThan(30);
    // It leaves full screen, where no dialog would be visible, before it asks.
    await mine.getByRole('button', { name: th.fullScreen }).click();
    await mine.getByRole('button', { name: th.smaller }).waitFor();
    await mine.getByRole('button', { name: th.arrange.reset }).click();
    const question = mine.getByRole('dialog', { name: th.arrange.resetTitle });
    await question.waitFor();
    expect(await mine.evaluate(() => document.fullscreenElement)).toBe(null);
    await question.getByRole('button', { name: th.arrange.reset }).click();
    await expect.poll(async () => (await graph()).positions).toEqual([]);
    const reader = await drawn({ as: manager });
    expect(await reader.getByRole('button', { name: th.arrange.start }).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });

  test('is updated with changes of the mapping, without moving displayed nodes', async () => {
    const page = await drawn();
    const count = await page.locator('.flow-node').count();
    const place = async () => (await node(page, application(0)).boundingBox())!;
    // The first fit may still be running.
    let before = await place();
    const still = async () => {
      const last = JSON.stringify(before);
      before = await place();
      return JSON.stringify(before) === last;
    };
    await expect.poll(still, { interval: 300 }).toBe(true);
    const api = await callerFor(product, dpo);
    const { id, rowVersion } = await api.application.get({ ws, id: register[0]!.id });
    const mapping = await api.dataMapping.get({ ws, id });
    const line = await completeFlow(product, ws, register[0]!.purposeIds[0]!);
    const groups = await product.owner
      .selectFrom('catalogueItems')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'dataSubjectGroup')
      .orderBy('id', 'desc')
      .execute();
    // Not drawn yet, also after a failed try.
    const { nodes } = await graph();
    const added = groups.find((group) => nodes.every(({ key }) => key !== `subject:${group.id}`))!;
    const { plain } = await attributesOf(product, ws);

    await api.dataMapping.update({
      ws,
      id,
      rowVersion,
      flows: [
        ...mapping.flows.map(inputOf),
        { ...line, dataSubjectGroupId: added.id, attributeIds: plain.slice(0, 1) },
      ],
    });
    await node(page, `subject:${added.id}`).waitFor({ state: 'attached' });
    expect(await page.locator('.flow-node').count()).toBe(count + 1);
    expect(await place()).toEqual(before);
    await page.getByRole('button', { name: th.arrange.tidy }).waitFor();
    expect(product.complaints).toEqual([]);
  });

  test('explains what to do without a mapping, and has no links that Top Management may not follow', async () => {
    const empty = (await buildWorkspace(product)).id;
    const there = await buildPerson(product, { workspaceId: empty, role: 'DPO' });
    const page = await open({ as: there, workspace: empty });
    await page.getByText(th.empty.title).waitFor();
    expect(await page.getByRole('link', { name: th.empty.action }).getAttribute('href')).toContain(
      '/business-function/application',
    );
    const reader = await drawn({ as: manager });
    await node(reader, application(0)).click();
    const details = reader.locator('[data-details]');
    await details.waitFor();
    expect(await details.getByRole('link', { name: th.details.open, exact: true }).count()).toBe(0);
    const own = await drawn();
    await node(own, application(0)).click();
    await own.locator('[data-details]').getByRole('link', { name: th.details.open, exact: true }).click();
    await own.waitForURL(new RegExp(`/application/${register[0]!.id}`));
  });
});
