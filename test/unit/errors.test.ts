import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ERRORS } from '../../server/platform/errorCatalogue.ts';
import { appError, toErrorBody } from '../../server/platform/errors.ts';
import { translate } from '../../server/platform/i18n.ts';
import { ERROR_STATUS, type ErrorRule } from '../../shared/errors.ts';
import { isLocaleKey } from '../../shared/issues.ts';
import { LOCALES } from '../../shared/locale.ts';
import type { ErrorCode } from '../../shared/registry/errors.ts';

const ROOT = join(import.meta.dirname, '../..');
const DECLARED = /^shared\/\w+\/errors\.ts$/;
const sources = globSync('{server,shared}/**/*.ts', { cwd: ROOT })
  .filter((path) => !DECLARED.test(path) && !path.startsWith('shared/locales/'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'));
const errors = Object.entries(ERRORS) as [ErrorCode, ErrorRule][];

describe.each(LOCALES)('in %s', (locale) => {
  it.each(errors)('%s has its texts', (_code, { texts }) => {
    for (const text of texts) {
      expect(isLocaleKey(text), text).toBe(true);
      expect(translate(locale, text)).not.toBe(text.split(':')[1]);
    }
  });
});

/** `approvalLine.${problem}` throws any code that starts and ends so, whose remainder is quoted somewhere. */
const templates = sources.flatMap((text) =>
  [...text.matchAll(/appError\(\s*`([\w.]*)\$\{[^}]+\}([\w.]*)`/g)].map(([, head, tail]) => ({ head, tail })),
);
const isQuoted = (word: string) => sources.some((text) => text.includes(`'${word}'`));

const own = errors.filter(([code]) => !Object.hasOwn(ERROR_STATUS, code));
test.each(own.map(([code]) => code))('%s is thrown somewhere', (code) => {
  const built = templates.some(
    ({ head, tail }) =>
      code.startsWith(head!) &&
      code.endsWith(tail!) &&
      isQuoted(code.slice(head!.length, tail === '' ? undefined : -tail!.length)),
  );
  expect(isQuoted(code) || built).toBe(true);
});

test.each(own.filter(([, { texts }]) => texts.length > 1))(
  '%s has no text that it is never answered with',
  (_code, { texts }) => {
    expect(texts.slice(1).filter((text) => !isQuoted(text))).toEqual([]);
  },
);

describe('an error', () => {
  it('has the status and the text of its code', () => {
    expect(toErrorBody(appError('dataController.inUse', { values: { number: 3 } }), 'en')).toEqual({
      status: 409,
      body: {
        code: 'dataController.inUse',
        name: 'CONFLICT',
        message: translate('en', 'organization:dataController.inUse', { number: 3 }),
      },
    });
  });

  it('describes at a field of the input what is wrong with it', () => {
    const { status, body } = toErrorBody(appError('application.nameFixed', { at: 'name' }), 'th');
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'application.nameFixed',
      name: 'ValidationException',
      message: translate('th', 'errors:validation'),
      issues: [{ path: ['name'], reason: translate('th', 'application:nameFixed') }],
    });
  });

  it('of a foreign key says that records refer to each other, not that the page is outdated', () => {
    const violated = Object.assign(new Error('violates foreign key constraint'), { code: '23503' });
    expect(toErrorBody(violated, 'th')).toEqual({
      status: 409,
      body: { code: 'reference', name: 'CONFLICT', message: translate('th', 'errors:reference') },
    });
  });

  it('has the text of its status by default', () => {
    const { body } = toErrorBody(appError('incident.notFound'), 'th');
    expect(body).toMatchObject({ code: 'incident.notFound', message: translate('th', 'errors:notFound') });
    expect(toErrorBody(appError('NOT_FOUND'), 'th').body).toMatchObject({ code: 'NOT_FOUND', message: body.message });
  });
});
