import { UserPlus } from 'lucide-react';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { PaletteSource } from '../../shell/paletteSource.ts';

const palette: PaletteSource = {
  action: {
    permission: 'organization.write',
    label: (t) => t('palette.invite'),
    icon: <UserPlus aria-hidden />,
    href: pageAddress('personnel', { new: '1' }),
  },
};

export default palette;
