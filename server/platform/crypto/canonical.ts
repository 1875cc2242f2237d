import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../shared/canonicalJson.ts';

/** SHA-256 of the value's canonical JSON, hex. */
export const contentHash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
