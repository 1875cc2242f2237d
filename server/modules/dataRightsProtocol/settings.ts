import { protocolSettingsFields } from '../../../shared/dataRightsProtocol/schema.ts';
import { workspaceSettings } from '../../platform/records/settings.ts';

/** The organisation's name in the protocol; agents have to use a new one from then on. */
export const { settingsOf, get, update } = workspaceSettings({
  table: 'protocolSettings',
  defaults: protocolSettingsFields.parse({}),
  event: 'protocolSettings.changed',
});
