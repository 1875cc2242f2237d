import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { BrandMark } from '../BrandMark.tsx';

const Home = chakra(AppLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '10',
    px: '1',
    mx: '-1',
    fontWeight: 'semibold',
    fontSize: 'lg',
    color: 'ink',
    borderRadius: 'control',
  },
});

/** The logo and name of the product, linked to home. */
export function Brand() {
  const { t } = useTranslation('shell');
  return (
    <Home href="/">
      <BrandMark />
      {t('brand')}
    </Home>
  );
}
