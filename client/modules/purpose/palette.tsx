import { Target } from 'lucide-react';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { PaletteSource } from '../../shell/paletteSource.ts';

const palette: PaletteSource = {
  records: {
    permission: 'ropa.read',
    kind: (t) => t('palette.purpose'),
    icon: <Target aria-hidden />,
    search: async (client, input, { signal, text }) => {
      const { collection } = await client.purpose.list.query(input, { signal });
      return collection.map(({ id, title }) => ({ id, label: text(title) }));
    },
    href: ({ id }) => recordAddress('purpose', id),
  },
};

export default palette;
