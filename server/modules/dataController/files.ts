import { LOGO } from '../../../shared/dataController/logo.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** The logo of a data controller. */
export const logo: FileOwnerKind = {
  kind: 'dataController.logo',
  upload: LOGO,
  uploaders: ['organization.write'],
  readers: 'members',
  disposition: 'attachment',
  retention: 'withRecord',
};
