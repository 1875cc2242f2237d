import { Landmark } from 'lucide-react';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { PaletteSource } from '../../shell/paletteSource.ts';

const palette: PaletteSource = {
  records: {
    permission: 'organization.read',
    kind: (t) => t('palette.dataController'),
    icon: <Landmark aria-hidden />,
    search: async (client, input, { signal, text }) => {
      const { collection } = await client.dataController.list.query(input, { signal });
      return collection.map(({ id, name }) => ({ id, label: text(name) }));
    },
    href: (_, query) => pageAddress('dataControllers', { query }),
  },
};

export default palette;
