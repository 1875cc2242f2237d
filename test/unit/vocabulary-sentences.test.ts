import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LocaleText, textsOf } from '../helpers/localeKeys.ts';

const CLIENT = join(import.meta.dirname, '../../client');

const named = ({ namespace, key, text }: LocaleText) => `${namespace}:${key}: ${text}`;
const idOf = ({ namespace, key }: LocaleText) => `${namespace}:${key.replace(/_(one|other)$/, '')}`;

/**
 * Patterns of the ids of texts of transient notifications about what was done: what files of the client give to
 * `toast`.
 */
function toastPatterns(): RegExp[] {
  const patterns = globSync('**/*.{ts,tsx}', { cwd: CLIENT }).flatMap((file) => {
    const source = readFileSync(join(CLIENT, file), 'utf8');
    const namespaces = [...source.matchAll(/useTranslation\(\[?((?:'[\w/]+'(?:, )?)+)/g)].flatMap(
      ([, list]) => list!.match(/[\w/]+/g) ?? [],
    );
    // What a notification says in full below its line is a sentence, and an action a button.
    const calls = source.matchAll(/toast\.(?:success|info)\(([\s\S]{0,240}?)(?:\);|\)\),|detail:|action:)/g);
    return [...calls]
      .flatMap(([, call]) => [...call!.matchAll(/(['`])((?:\w+:)?[\w.]+(?:\$\{\w+\}[\w.]*)?)\1/g)])
      .map(([, , key]) => key!.replaceAll('.', '\\.').replace(/\$\{\w+\}/, '\\w+'))
      .flatMap((key) => (key.includes(':') ? [key] : namespaces.map((namespace) => `${namespace}:${key}`)));
  });
  return [...new Set(patterns)].map((pattern) => new RegExp(`^${pattern}$`));
}

/** What is given to a notification by hooks. */
const BY_HOOKS = /[:.](saved|created|updated|removed|added|copied|duplicated|finished|deactivated|reactivated)$/;
/** The title of a dialog, and a text of the specification. */
const NO_NOTICES = /^(incidentNotification:editor\.removed|shell:password\.sent)$/;

test('transient notifications have no full stop, and describe what was done without “was”', async () => {
  const toasts = toastPatterns();
  const notices = (await textsOf('en')).filter((text) => {
    const id = idOf(text);
    return (BY_HOOKS.test(id) || toasts.some((pattern) => pattern.test(id))) && !NO_NOTICES.test(id);
  });
  expect(notices.length).toBeGreaterThan(150);
  expect(notices.filter(({ text }) => /\.$|\b(was|were|has been|have been)\b/.test(text)).map(named)).toEqual([]);
});

/** What an address, an example of input, or a list of names ends; a full stop would read as part of it. */
const OPEN_END = /Example: |such as https?:\S+$|https?:\/\/$|\+\d+$|(: | at )\{\{\w+\}\}$/;
/** The start of a sentence whose end is a link. */
const BEFORE_LINK = /^webForm:withdraw$/;

test('a text in English with more than one sentence ends the last one, too', async () => {
  const texts = (await textsOf('en')).filter(({ text }) => /[\p{L}\p{N})”’}][.?!] \p{Lu}/u.test(text));
  expect(texts.length).toBeGreaterThan(1000);
  const open = texts.filter(
    (text) => !/[.?!…:]["”)]?$/.test(text.text) && !OPEN_END.test(text.text) && !BEFORE_LINK.test(idOf(text)),
  );
  expect(open.map(named)).toEqual([]);
});
