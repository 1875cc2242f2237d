import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../shared/locale.ts';
import { textsOf } from './localeKeys.ts';

const CLIENT = join(import.meta.dirname, '../../client');
/** What draws a form for others. */
const FRAMES = ['ui/form/Form', 'records/RecordForm'];

const all = (await Promise.all(LOCALES.map(textsOf))).flat();

/** The opening tags of all forms of a file. */
const tagsOf = (source: string): string[] =>
  [...source.matchAll(/<(?:RecordForm|Form)\n[\s\S]*?\n\s*>\n|<(?:RecordForm|Form) [^\n]*>\n/g)].map(([tag]) => tag);

/** What a name of a constant stands for. */
const valueOf = (source: string, name: string): string => new RegExp(`const ${name} = (.*);`).exec(source)?.[1] ?? '';

/** The keys that an expression names; what is put in at run time stands for anything. */
function keysIn(expression: string): RegExp[] {
  return [...expression.matchAll(/'([\w.:]+)'|`([^`]+)`/g)].map(
    ([, plain, pattern]) =>
      new RegExp(
        `^(?:\\w+:)?${(plain ?? pattern!)
          .replace(/^\w+:/, '')
          .replaceAll('.', '\\.')
          .replace(/\$\{[^}]*\}/g, '\\w+')}(_one|_other)?$`,
      ),
  );
}

const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

/** The names that the forms of a file go by, in every language; none where the file is given the name. */
function namesIn(source: string): RegExp[] {
  const spaces = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, given]) =>
    [...given!.matchAll(/'(\w+)'/g)].map(([, space]) => space!),
  );
  const keys = tagsOf(source).flatMap((tag) => {
    const label = /\blabel=\{(.*?)\}(?=\s|>)/s.exec(tag)?.[1] ?? '';
    return keysIn(/^\w+$/.test(label) ? valueOf(source, label) : label);
  });
  return all
    .filter(({ namespace, key }) => spaces.includes(namespace) && keys.some((one) => one.test(key)))
    .map(({ text }) => asPattern(text));
}

/**
 * Every file of the client that has a form (`modules/webhook/WebhookDialog`), and the names that its forms go by for
 * screen readers.
 */
export const FORM_SOURCES: ReadonlyMap<string, readonly RegExp[]> = new Map(
  globSync('**/*.tsx', { cwd: CLIENT })
    .map((file) => ({ name: file.slice(0, -'.tsx'.length), source: readFileSync(join(CLIENT, file), 'utf8') }))
    .filter(({ name, source }) => tagsOf(source).length > 0 && !FRAMES.includes(name))
    .map(({ name, source }) => [name, namesIn(source)]),
);
