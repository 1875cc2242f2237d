import { sealedText } from '../../platform/crypto/sealedColumn.ts';

/** The secret as the form's row has it. */
export const sealedSecret = sealedText({ table: 'requestForms', column: 'secret' });
