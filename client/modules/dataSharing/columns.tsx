import { useTranslation } from 'react-i18next';
import type { SharingItem } from '../../../shared/dataSharing/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useCan } from '../../shell/session.tsx';
import { Link, Tag, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { AbroadCell, ApplicationsCell, CategoriesCell, ContractCell, FlagTags, SafeguardCell } from './cells.tsx';

/** The columns of the recipients; users who may not read the records see only their names, without links. */
export function useColumns(): Column<SharingItem>[] {
  const { t } = useTranslation('dataSharing');
  const { text } = useFormat();
  const countryName = useCountryName();
  const mayOpen = useCan('ropa.read');
  return [
    {
      id: 'recipient',
      header: t('column.recipient'),
      cell: (row) => text({ th: row.recipient.name, en: row.recipient.nameEn }) || '–',
    },
    { id: 'kind', header: t('column.kind'), defaultHidden: true, cell: (row) => <Tag>{t(`kind.${row.kind}`)}</Tag> },
    {
      id: 'country',
      priority: 1,
      header: t('column.country'),
      cell: (row) =>
        row.kind === 'internal' ? (
          <Tag>{t('kind.internal')}</Tag>
        ) : row.adequacy === 'home' ? (
          countryName(row.country)
        ) : (
          <AbroadCell row={row} country={countryName(row.country)} adequacy={row.adequacy} />
        ),
    },
    { id: 'flags', priority: 1, header: t('column.flags'), cell: (row) => <FlagTags flags={row.flags} /> },
    { id: 'categories', wraps: true, header: t('column.categories'), cell: (row) => <CategoriesCell row={row} /> },
    {
      id: 'purpose',
      wraps: true,
      priority: 3,
      header: t('column.purpose'),
      cell: (row) =>
        mayOpen ? (
          <Link href={recordAddress('purpose', row.purpose.id)}>{text(row.purpose.title)}</Link>
        ) : (
          text(row.purpose.title)
        ),
    },
    {
      id: 'applications',
      wraps: true,
      priority: 3,
      header: t('column.applications'),
      cell: (row) => <ApplicationsCell applications={row.applications} link={mayOpen} />,
    },
    {
      id: 'contractExpiresOn',
      wraps: true,
      header: t('column.contract'),
      cell: (row) => <ContractCell row={row} />,
    },
    { id: 'safeguard', header: t('safeguardShort'), defaultHidden: true, cell: (row) => <SafeguardCell row={row} /> },
  ];
}
