import { useTranslation } from 'react-i18next';
import { ALGORITHMS, type ProtectedUse } from '../../../shared/crypto/algorithms.ts';
import { TwoLines } from '../../ui/table/index.ts';
import { FactTable } from './FactTable.tsx';

/** The algorithms by what they protect, with their standard and key. */
export function Algorithms() {
  const { t } = useTranslation('encryptionKey');
  const uses = Object.keys(ALGORITHMS) as ProtectedUse[];
  return (
    <FactTable
      title={t('algorithm.title')}
      heads={[t('algorithm.useLabel'), t('algorithm.nameLabel'), t('algorithm.keyLabel')]}
      rows={uses.map((use) => {
        const { algorithm, standard, key } = ALGORITHMS[use];
        const name = (
          <TwoLines key="name" more={standard}>
            {algorithm}
          </TwoLines>
        );
        return { key: use, cells: [t(`algorithm.use.${use}`), name, t(`algorithm.key.${key ?? 'none'}`)] };
      })}
    />
  );
}
