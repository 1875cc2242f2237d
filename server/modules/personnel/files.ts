import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** The photo of a person. */
export const photo: FileOwnerKind = {
  kind: 'personnel.photo',
  upload: 'photo',
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
