import type th from '../th/index.ts';
import type { Shape } from '../shape.ts';
import auth from './auth.ts';
import mail from './mail.ts';
import menu from './menu.ts';
import shell from './shell.ts';
import errors from './errors.ts';
import files from './files.ts';
import activityLog from './activityLog.ts';
import organization from './organization.ts';
import workspace from './workspace.ts';
import purposeScreen from './purposeScreen.ts';
import common from './common.ts';
import recordScreen from './recordScreen.ts';
import ui from './ui.ts';

export default { common, purposeScreen, recordScreen, activityLog, organization, workspace, auth, mail, errors, files, ui, menu, shell } satisfies Shape<typeof th>;
