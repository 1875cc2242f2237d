import { Inbox, Plus } from 'lucide-react';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { requestNumberIn, requestReference } from '../../../shared/request/reference.ts';
import type { PaletteSource } from '../../shell/paletteSource.ts';

const palette: PaletteSource = {
  records: {
    permission: 'request.read',
    kind: (t) => t('palette.request'),
    icon: <Inbox aria-hidden />,
    search: async (client, input, { signal }) => {
      // By their number alone: nobody is looked up here by a user ID, email or phone.
      if (requestNumberIn(input.query) === null) return [];
      const { collection } = await client.request.list.query(input, { signal });
      return collection.map(({ id, number }) => ({ id, label: requestReference(number) }));
    },
    href: ({ id }) => recordAddress('request', id),
  },
  action: {
    permission: 'request.manage',
    label: (t) => t('palette.newRequest'),
    icon: <Plus aria-hidden />,
    href: pageAddress('request', { id: 'new' }),
  },
};

export default palette;
