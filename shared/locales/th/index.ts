import auth from './auth.ts';
import mail from './mail.ts';
import menu from './menu.ts';
import shell from './shell.ts';
import errors from './errors.ts';
import files from './files.ts';
import organization from './organization.ts';
import workspace from './workspace.ts';
import purposeScreen from './purposeScreen.ts';
import application from './application.ts';
import purpose from './purpose.ts';
import purposeCategory from './purposeCategory.ts';
import catalogue from './catalogue.ts';
import legitimateInterest from './legitimateInterest.ts';
import common from './common.ts';
import recordScreen from './recordScreen.ts';
import ui from './ui.ts';

/** Every namespace, one a module. Thai is the source of the keys. */
export default { common, legitimateInterest, catalogue, purposeCategory, purpose, application, purposeScreen, recordScreen, organization, workspace, auth, mail, errors, files, ui, menu, shell };
