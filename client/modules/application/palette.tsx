import { AppWindow, Plus } from 'lucide-react';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { PaletteSource } from '../../shell/paletteSource.ts';

const palette: PaletteSource = {
  records: {
    permission: 'ropa.read',
    kind: (t) => t('palette.application'),
    icon: <AppWindow aria-hidden />,
    search: async (client, input, { signal }) => {
      const { collection } = await client.application.list.query(input, { signal });
      return collection.map(({ id, name }) => ({ id, label: name }));
    },
    href: ({ id }) => recordAddress('application', id),
  },
  action: {
    permission: 'ropa.write',
    label: (t) => t('palette.newApplication'),
    icon: <Plus aria-hidden />,
    href: pageAddress('application', { id: 'new' }),
  },
};

export default palette;
