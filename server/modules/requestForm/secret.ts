import { sealedText } from '../../platform/crypto/sealedColumn.ts';

/** The secret as it is stored. */
export const sealedSecret = sealedText({ table: 'requestForms', column: 'secret' });
