import { randomBytes } from 'node:crypto';
import { sealedText } from '../../platform/crypto/sealedColumn.ts';

/** A fresh secret for a form's tokens: 32 random bytes as base64url. Its text is the HS256 key. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret as the form's row has it. */
export const sealedSecret = sealedText({ table: 'consents', column: 'secret' });
