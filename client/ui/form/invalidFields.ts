import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { serverIssues } from './issueMessage.ts';

/** The path of a field in a form's values. */
export type FieldPath = readonly (string | number)[];

/** Paths of the fields with an error, in the order in which they were validated. */
export const invalidPaths = (errors: FieldErrors): FieldPath[] => pathsIn(errors, []);

function pathsIn(node: unknown, path: FieldPath): FieldPath[] {
  if (typeof node !== 'object' || node === null) return [];
  // An error has a type; an object or a list with errors below it has none, unless a field of it is named so.
  if ('type' in node && typeof node.type === 'string') return [path];
  return Object.entries(node).flatMap(([name, below]) => pathsIn(below, [...path, name]));
}

/**
 * Focuses the first invalid field that is on the screen. @returns how many invalid fields are rendered, those of hidden
 * parts of the form included; 0 where none of them is on the screen
 */
export function focusFirstInvalid(form: HTMLElement | null): number {
  // The order on the page counts, not that of registration.
  const fields = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])];
  const first = fields.find((field) => field.checkVisibility());
  if (!first) return 0;
  first.focus();
  first.scrollIntoView({ block: 'center' });
  return fields.length;
}

/**
 * Marks the fields that a refusal names.
 * @returns their paths, and the reasons without a field in the form: null where the refusal names nothing at all
 */
export function markIssues(
  form: UseFormReturn<FieldValues>,
  error: unknown,
  values: FieldValues,
): { marked: FieldPath[]; elsewhere: string[] | null } {
  const issues = serverIssues(error);
  const marked: FieldPath[] = [];
  const elsewhere: string[] = [];
  for (const { path, reason } of issues) {
    const field = fieldOf(path, values);
    if (field) {
      form.setError(field.join('.'), { type: 'server', message: reason });
      marked.push(field);
    } else elsewhere.push(reason);
  }
  return { marked, elsewhere: issues.length === 0 ? null : elsewhere };
}

/**
 * The field of an issue. What the server knows by its id (`logoId`, `fileIds`) is in the form itself (`logo`, `files`).
 */
function fieldOf([head = '', ...rest]: FieldPath, values: FieldValues): FieldPath | undefined {
  const name = [head, String(head).replace(/Id(s?)$/, '$1')].find((one) => one in values);
  return name === undefined ? undefined : [name, ...rest];
}
