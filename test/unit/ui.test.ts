import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { z } from 'zod';
import { isPage, keepParams } from '../../client/ui/address.ts';
import { isChunkError, loadPart } from '../../client/ui/chunkReload.ts';
import { parseDateText, parseTimeText, toDateText } from '../../client/ui/date/dateText.ts';
import { issueMessage, serverIssues, translated } from '../../client/ui/form/issueMessage.ts';
import { DRAFT, sideOptions, sidesOf } from '../../client/records/versionSides.ts';
import { passwordStrength } from '../../client/ui/form/passwordStrength.ts';
import { lossOf, type StoredChanges } from '../../client/ui/navigationGuard.tsx';
import { pageWindow } from '../../client/ui/table/pageWindow.ts';
import { useList } from '../../client/ui/table/useList.ts';
import { readListState } from '../../client/ui/table/useListState.ts';
import common from '../../shared/locales/th/common.ts';
import errors from '../../shared/locales/th/errors.ts';
import ui from '../../shared/locales/th/ui.ts';

describe('links inside the application', () => {
  test('preserve the workspace and nothing else', () => {
    expect(keepParams('/consent', '?workspace=w1&query=x')).toBe('/consent?workspace=w1');
    expect(keepParams('/consent?query=a#top', '?workspace=w1')).toBe('/consent?query=a&workspace=w1#top');
    expect(keepParams('/consent?workspace=w2', '?workspace=w1')).toBe('/consent?workspace=w2');
    expect(keepParams('~/en/consent', '?workspace=w1')).toBe('~/en/consent?workspace=w1');
  });
  test('lead to pages only, and not to other sites, files or the API', () => {
    for (const href of ['/', '/consent?query=a', '~/en/consent', '/apiary']) expect(isPage(href), href).toBe(true);
    for (const href of [
      'https://example.com/',
      '//evil.example/',
      'mailto:a@example.com',
      '#x',
      '/api/v1/x',
      '/files-api/v1/files/x',
    ])
      expect(isPage(href), href).toBe(false);
  });
});

describe('typed dates', () => {
  test('Buddhist and Gregorian years, Thai digits and other separators are parsed', () => {
    for (const text of [
      '21/11/2569',
      '21/11/2026',
      '21-11-2569',
      '21.11.2026',
      '21 11 2569',
      '๒๑/๑๑/๒๕๖๙',
      '2026-11-21',
      '2569-11-21',
    ])
      expect(parseDateText(text), text).toBe('2026-11-21');
  });
  test('invalid dates are refused', () => {
    for (const text of ['31/02/2569', '29/02/2570', '0/1/2569', '1/13/2569', '21/11/69', '21/11', 'x', '', '1/1/99999'])
      expect(parseDateText(text), text).toBeUndefined();
    expect(parseDateText('29/02/2571')).toBe('2028-02-29');
  });
  test('a date is written in the era of the language', () => {
    expect(toDateText('2026-11-21', 'th')).toBe('21/11/2569');
    expect(toDateText('2026-11-21', 'en')).toBe('21/11/2026');
    expect(toDateText('21/1', 'th')).toBe('21/1');
  });
  test('times', () => {
    expect(parseTimeText('930')).toBe('09:30');
    expect(parseTimeText('๒๓.๕๙')).toBe('23:59');
    for (const text of ['24:00', '9:60', '9', 'x']) expect(parseTimeText(text)).toBeUndefined();
  });
});

describe('the versions that are compared', () => {
  const sides = (search: string, isDraft: boolean, published: number) => {
    const { from, to } = sidesOf(new URLSearchParams(search), sideOptions(isDraft, published));
    return [from, to];
  };
  test('are those of the address, by default the newest and the one before it', () => {
    expect(sides('', true, 3)).toEqual(['3', DRAFT]);
    expect(sides('', false, 3)).toEqual(['2', '3']);
    expect(sides('from=1&to=3', true, 3)).toEqual(['1', '3']);
    expect(sides('to=2', true, 3)).toEqual(['1', '2']);
    expect(sides('from=draft&to=1', true, 3)).toEqual([DRAFT, '1']);
  });
  test('exist: a draft that was published meanwhile, and versions that there never were, are not compared', () => {
    expect(sides('from=2&to=draft', false, 3)).toEqual(['2', '3']);
    expect(sides('from=9&to=x', false, 3)).toEqual(['2', '3']);
    expect(sides('from=0&to=1.0', true, 3)).toEqual(['3', DRAFT]);
    expect(sides('from=3&to=1', false, 1)).toEqual(['1', '1']);
  });
});

describe('the state of a list in the address', () => {
  const definition = {
    sortBy: ['updatedAt', 'name'],
    filters: { status: 'one', owner: 'many', created: 'range' },
  } as const;
  test('default values', () => {
    expect(readListState(definition, '')).toEqual({
      query: '',
      currentPage: 1,
      pageSize: 10,
      sortBy: 'updatedAt',
      sortDirection: 'DESC',
      filters: { status: undefined, owner: [], created: undefined },
    });
  });
  test('reads parameters, days as Bangkok instants', () => {
    const state = readListState(
      definition,
      '?query=ก&currentPage=3&pageSize=50&sortBy=name&sortDirection=ASC&status=A&owner=1&owner=2&created=2026-11-01..2026-11-21',
    );
    expect(state).toMatchObject({ query: 'ก', currentPage: 3, pageSize: 50, sortBy: 'name', sortDirection: 'ASC' });
    expect(state.filters).toEqual({
      status: 'A',
      owner: ['1', '2'],
      created: {
        from: '2026-11-01',
        to: '2026-11-21',
        start: '2026-10-31T17:00:00.000Z',
        end: '2026-11-21T16:59:59.999Z',
      },
    });
  });
  test('invalid values count as missing', () => {
    const state = readListState(
      definition,
      '?currentPage=-1&pageSize=5000&sortBy=password&sortDirection=UP&created=2026-11-21..2026-11-01',
    );
    expect(state).toEqual(readListState(definition, ''));
  });
  test('a value that its list ignores is unset in the bar, too', () => {
    const id = '01890000-0000-7000-8000-000000000001';
    const rule = {
      sortBy: ['name'],
      filters: { status: ['ALL', 'OPEN'], risk: ['LOW', 'HIGH'], mine: 'flag', sensitive: 'boolean', ownerId: 'id' },
    } as const;
    const filtersOf = (search: string) => {
      let filters = {};
      const Page = () => {
        ({ filters } = useList(rule).state);
        return null;
      };
      const props = { ssrPath: '/list', ssrSearch: search, children: createElement(Page) };
      renderToStaticMarkup(createElement(Router, props));
      return filters;
    };
    const unset = { status: undefined, risk: undefined, mine: undefined, sensitive: undefined, ownerId: undefined };
    expect(filtersOf('status=foo&risk=foo&mine=foo&sensitive=foo&ownerId=foo')).toEqual(unset);
    expect(filtersOf('status=ALL&mine=false')).toEqual(unset);
    expect(filtersOf(`status=OPEN&risk=HIGH&mine=true&sensitive=false&ownerId=${id}`)).toEqual({
      status: 'OPEN',
      risk: 'HIGH',
      mine: 'true',
      sensitive: 'false',
      ownerId: id,
    });
  });
  test('two lists on one page are independent', () => {
    expect(readListState({ ...definition, prefix: 'b' }, '?currentPage=4&b.currentPage=2').currentPage).toBe(2);
  });
});

test('at most five page links, around the current page', () => {
  expect(pageWindow(1, 24)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(7, 24)).toEqual([5, 6, 7, 8, 9]);
  expect(pageWindow(24, 24)).toEqual([20, 21, 22, 23, 24]);
  expect(pageWindow(1, 2)).toEqual([1, 2]);
  expect(pageWindow(1, 1)).toEqual([1]);
});

describe('issues as text', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'th',
      resources: { th: { common, errors, ui } },
      interpolation: { escapeValue: false },
    } as Parameters<typeof i18next.init>[0]);
  });
  const messageOf = (schema: z.ZodType, value: unknown) => {
    const result = schema.safeParse(value, { error: (issue) => issueMessage(i18next.t, issue) });
    return result.success ? '' : translated(i18next.t, result.error.issues[0]?.message ?? '');
  };
  test("zod's own issues are described in Thai with their limits", () => {
    expect(messageOf(z.string(), undefined)).toBe('กรุณากรอกช่องนี้');
    expect(messageOf(z.string().min(1), '')).toBe('กรุณากรอกช่องนี้');
    expect(messageOf(z.string().min(3), 'a')).toBe('ต้องมีอย่างน้อย 3 ตัวอักษร');
    expect(messageOf(z.string().max(3), 'abcd')).toBe('ต้องไม่เกิน 3 ตัวอักษร');
    expect(messageOf(z.array(z.string()).min(1), [])).toBe('ต้องเลือกอย่างน้อย 1 รายการ');
    expect(messageOf(z.number().max(5), 6)).toBe('ต้องไม่เกิน 5');
    expect(messageOf(z.number(), 'x')).toBe('กรุณากรอกเป็นตัวเลข');
    expect(messageOf(z.email(), 'x')).toBe('รูปแบบอีเมลไม่ถูกต้อง เช่น name@example.com');
    expect(messageOf(z.enum(['a']), 'b')).toBe('กรุณาเลือกจากตัวเลือกที่มี');
    expect(messageOf(z.iso.date(), '2026-02-31')).toBe('กรุณากรอกวันที่ เช่น 31/12/2569');
  });
  test('a locale key of the schema takes precedence', () => {
    expect(messageOf(z.string().min(1, { error: 'ui:retry' }), '')).toBe('ลองอีกครั้ง');
  });
  test('issues of the server are found over tRPC and REST', () => {
    const issues = [{ path: ['name', 'th'], reason: 'ซ้ำ' }];
    for (const error of [{ issues }, { data: { issues } }, { shape: { data: { issues } } }, { body: { issues } }])
      expect(serverIssues(error)).toEqual(issues);
    for (const error of [null, 'x', new Error('x'), { issues: 'x' }, { issues: [1, null] }])
      expect(serverIssues(error)).toEqual([]);
  });
});

test('the strength of a password counts length and variety', () => {
  expect(passwordStrength('short')).toBe(0);
  expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe(0);
  expect(passwordStrength('somechailand')).toBe(1);
  expect(passwordStrength('Correct-Horse-7-Battery')).toBe(3);
});

test('a failed chunk load is distinguished from other errors', () => {
  expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: http://x/a.js'))).toBe(true);
  expect(isChunkError(new TypeError('error loading dynamically imported module'))).toBe(true);
  expect(isChunkError(new Error('Importing a module script failed.'))).toBe(true);
  expect(isChunkError(new Error('x is not a function'))).toBe(false);
});

describe('a part that a deployment has replaced', () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const reload = vi.fn();
  /** A page of an older build than the server's. */
  const open = ({ isUnsaved }: { isUnsaved: boolean }) => {
    const page = new EventTarget();
    if (isUnsaved) page.addEventListener('beforeunload', (event) => event.preventDefault());
    vi.stubGlobal('dispatchEvent', (event: Event) => page.dispatchEvent(event));
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
    vi.stubGlobal('document', { querySelectorAll: () => [{ getAttribute: () => '/assets/index-old.js' }] });
    vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/index-new.js"></script>'));
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    reload.mockClear();
  });

  test('reloads the page', async () => {
    open({ isUnsaved: false });
    void loadPart(load);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
  test('fails where something is unsaved, so that its place offers the reload', async () => {
    open({ isUnsaved: true });
    await expect(loadPart(load)).rejects.toSatisfy(isChunkError);
    expect(reload).not.toHaveBeenCalled();
  });
});

test('where drafts are deleted on leaving, none is promised', () => {
  const holders = (...losses: (StoredChanges | 'sent')[]) => new Map(losses.map((loss) => [loss, () => loss]));
  expect([lossOf(holders('all')), lossOf(holders('all', 'part'))]).toEqual(['all', 'part']);
  expect([lossOf(holders('all'), true), lossOf(holders('all', 'part'), true)]).toEqual(['none', 'none']);
  expect([lossOf(holders('all', 'once'), true), lossOf(holders('sent'), true)]).toEqual(['once', 'sent']);
});
