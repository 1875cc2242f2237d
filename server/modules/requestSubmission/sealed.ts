import { sealedText } from '../../platform/crypto/sealedColumn.ts';

export const sealedName = sealedText({ table: 'requestUploads', column: 'name' });
export const sealedPart = sealedText({ table: 'requestUploadParts', column: 'content' });
