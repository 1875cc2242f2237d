import { pageAddress } from '../../../shared/registry/addresses.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

/** The settings of impact assessments. */
export default function DpiaSettingsPage() {
  return (
    <SettingsScreen
      variant="CURRENT"
      tabs={['data', 'items', 'worst', 'likelihood', 'impact']}
      list={pageAddress('dpias')}
    />
  );
}
