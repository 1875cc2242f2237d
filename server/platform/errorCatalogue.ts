import { globSync } from 'node:fs';
import type { ErrorRule } from '../../shared/errors.ts';
import { type ErrorCode, PLATFORM_ERRORS } from '../../shared/registry/errors.ts';

const SHARED = new URL('../../shared/', import.meta.url);
const OWN = 'registry/errors.ts';

/** Errors that modules declare, by their codes. @throws when two declare the same one */
async function moduleErrors(): Promise<Record<string, ErrorRule>> {
  const files = globSync('*/errors.ts', { cwd: SHARED }).filter((file) => file !== OWN);
  const parts = await Promise.all(
    files.map(
      async (file) =>
        ((await import(/* @vite-ignore */ new URL(file, SHARED).href)) as { default: Record<string, ErrorRule> })
          .default,
    ),
  );
  const codes = parts.flatMap((part) => Object.keys(part));
  const [twice] = codes.filter((code, index) => Object.hasOwn(PLATFORM_ERRORS, code) || codes.indexOf(code) !== index);
  if (twice !== undefined) throw new Error(`the error ${twice} is declared twice`);
  return Object.assign({}, ...parts) as Record<string, ErrorRule>;
}

/** Every error of the API, by its code: those without a module first, then by code. */
export const ERRORS = Object.fromEntries(
  Object.entries<ErrorRule>({ ...PLATFORM_ERRORS, ...(await moduleErrors()) }).toSorted(([a], [b]) =>
    !a.includes('.') || !b.includes('.') ? Number(a.includes('.')) - Number(b.includes('.')) : a < b ? -1 : 1,
  ),
) as Record<ErrorCode, ErrorRule>;
