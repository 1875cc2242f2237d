import { PICTURE } from '../../../shared/file.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** The photo of a person. */
export const photo: FileOwnerKind = {
  kind: 'personnel.photo',
  upload: PICTURE,
  uploaders: ['organization.write'],
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
