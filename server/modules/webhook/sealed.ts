import { sealedText } from '../../platform/crypto/sealedColumn.ts';

export const sealedSecret = sealedText({ table: 'webhooks', column: 'secret' });
export const sealedPreviousSecret = sealedText({ table: 'webhooks', column: 'previousSecret' });
/** What strangers answer may hold anything. */
export const sealedAnswer = sealedText({ table: 'webhookDeliveries', column: 'answer' });
