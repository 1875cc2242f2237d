import { PICTURE } from '../../../shared/file.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** The logo of a request form, of its draft or of any version. The public form has another address for it. */
export const logo: FileOwnerKind = {
  kind: 'requestForm.logo',
  upload: PICTURE,
  uploaders: ['requestForm.write'],
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
