import { Table2, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppLink, chakra } from '../../ui/index.ts';

const View = chakra(AppLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    height: '9',
    px: '3',
    borderRadius: 'control',
    textStyle: 'dense',
    color: 'muted',
    '& svg': { boxSize: '1.1em' },
    _hover: { color: 'ink' },
    '&[aria-current]': { bg: 'accent.soft', color: 'accent.text', fontWeight: 'semibold' },
  },
});

/** Diagram or table, each with an address. */
export function ViewSwitch({ table, hrefOf }: { table: boolean; hrefOf: (view: 'table' | null) => string }) {
  const { t } = useTranslation('dataFlow');
  return (
    <chakra.nav
      aria-label={t('view.label')}
      display="flex"
      gap="1"
      borderWidth="1px"
      borderRadius="control"
      bg="surface"
    >
      <View href={hrefOf(null)} {...(!table && { 'aria-current': 'page' as const })}>
        <Workflow aria-hidden /> {t('view.diagram')}
      </View>
      <View href={hrefOf('table')} {...(table && { 'aria-current': 'page' as const })}>
        <Table2 aria-hidden /> {t('view.table')}
      </View>
    </chakra.nav>
  );
}
