import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../shared/locale.ts';
import { textsOf } from './localeKeys.ts';

const CLIENT = join(import.meta.dirname, '../../client');
/** Components that render a form for others. */
const FRAMES = ['ui/form/Form', 'records/RecordForm'];

const all = (await Promise.all(LOCALES.map(textsOf))).flat();

/** The opening tags of all forms of a file. */
const tagsOf = (source: string): string[] =>
  [...source.matchAll(/<(?:RecordForm|Form)\n[\s\S]*?\n\s*>\n|<(?:RecordForm|Form) [^\n]*>\n/g)].map(([tag]) => tag);

/** The value of a constant by its name. */
const valueOf = (source: string, name: string): string => new RegExp(`const ${name} = (.*);`).exec(source)?.[1] ?? '';

/** The keys named in an expression; values inserted at run time match anything. */
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

/** The names of a file's forms, in every language; empty if the file receives the name as a parameter. */
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
 * Every file of the client that has a form (`modules/webhook/WebhookDialog`), and the accessible names of its forms.
 */
export const FORM_SOURCES: ReadonlyMap<string, readonly RegExp[]> = new Map(
  globSync('**/*.tsx', { cwd: CLIENT })
    .map((file) => ({ name: file.slice(0, -'.tsx'.length), source: readFileSync(join(CLIENT, file), 'utf8') }))
    .filter(({ name, source }) => tagsOf(source).length > 0 && !FRAMES.includes(name))
    .map(({ name, source }) => [name, namesIn(source)]),
);
