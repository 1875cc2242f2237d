import common from './common.ts';
import errors from './errors.ts';
import menu from './menu.ts';
import recordScreen from './recordScreen.ts';
import shell from './shell.ts';
import ui from './ui.ts';

/** Namespaces of the bars, the blocks and the first list: what every page needs before it is drawn. */
export default { common, errors, menu, recordScreen, shell, ui };
