import { PICTURE } from '../../../shared/file.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** A picture of a consent form, of its draft or of any version. The public form has an address of its own for them. */
export const picture: FileOwnerKind = {
  kind: 'consent.picture',
  upload: PICTURE,
  uploaders: ['consent.write'],
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
