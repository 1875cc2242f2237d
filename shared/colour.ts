import { z } from 'zod';
import { LIMITED } from './text.ts';

/**
 * A colour as #rrggbb. What only changes the value (`toLowerCase`) can be told in the OpenAPI document, unlike a
 * transform.
 */
export const colour = z
  .string()
  .max(7, { error: 'errors:colour', ...LIMITED })
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'errors:colour' });

/** Whether a colour is typed in full. */
export const isColour = (value: string | undefined): value is string => /^#[0-9a-f]{6}$/i.test(value ?? '');
