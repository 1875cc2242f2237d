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

/** Namespaces of the pages for purposes, organisations and workspaces; the client fetches them with such a page. */
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
};
