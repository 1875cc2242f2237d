import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** The logo of a data controller. */
export const logo: FileOwnerKind = {
  kind: 'dataController.logo',
  upload: 'logo',
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
