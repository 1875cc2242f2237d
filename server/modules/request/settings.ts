import { requestSettingsFields } from '../../../shared/request/settings.ts';
import { workspaceSettings } from '../../platform/records/settings.ts';

/** Settings for requests. Open deadlines keep their start and reminders; later ones use the new settings. */
export const { settingsOf, get, update } = workspaceSettings({
  table: 'requestSettings',
  defaults: requestSettingsFields.parse({}),
  event: 'requestSettings.changed',
});
