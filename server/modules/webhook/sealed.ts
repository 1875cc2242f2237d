import { sealedText } from '../../platform/crypto/sealedColumn.ts';

export const sealedSecret = sealedText({ table: 'webhooks', column: 'secret' });
export const sealedPreviousSecret = sealedText({ table: 'webhooks', column: 'previousSecret' });
/** Answers of other servers can contain anything. */
export const sealedAnswer = sealedText({ table: 'webhookDeliveries', column: 'answer' });
