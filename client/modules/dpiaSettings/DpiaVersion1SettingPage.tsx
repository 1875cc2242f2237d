import { pageAddress } from '../../../shared/registry/addresses.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

/** The three settings of the older variant. */
export default function DpiaVersion1SettingPage() {
  return <SettingsScreen variant="OLDER" tabs={['worst', 'impact', 'items']} list={pageAddress('dpiasVersion1')} />;
}
