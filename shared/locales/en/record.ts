import type th from '../th/record.ts';
import type { Shape } from '../shape.ts';
import application from './application.ts';
import catalogue from './catalogue.ts';
import files from './files.ts';
import legitimateInterest from './legitimateInterest.ts';
import organization from './organization.ts';
import purpose from './purpose.ts';
import purposeCategory from './purposeCategory.ts';
import purposeScreen from './purposeScreen.ts';
import versionedRecord from './versionedRecord.ts';
import workspace from './workspace.ts';

export default {
  application,
  catalogue,
  files,
  legitimateInterest,
  organization,
  purpose,
  purposeCategory,
  purposeScreen,
  versionedRecord,
  workspace,
} satisfies Shape<typeof th>;
