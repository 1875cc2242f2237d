import { answerSettingsFields } from '../../../shared/requestAnswer/schema.ts';
import { workspaceSettings } from '../../platform/records/settings.ts';

/** Settings for answers; ready answers keep theirs. */
export const { settingsOf, get, update } = workspaceSettings({
  table: 'requestAnswerSettings',
  defaults: answerSettingsFields.parse({}),
  event: 'requestSettings.changed',
});
