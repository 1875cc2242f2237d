import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/encryptionKey.ts';

export default {
  encryptionKeys: 'Encryption keys',
} satisfies Shape<typeof th>;
