import type th from '../th/index.ts';
import type { Shape } from '../shape.ts';
import common from './common.ts';
import errors from './errors.ts';
import menu from './menu.ts';
import recordScreen from './recordScreen.ts';
import shell from './shell.ts';
import ui from './ui.ts';

export default { common, errors, menu, recordScreen, shell, ui } satisfies Shape<typeof th>;
