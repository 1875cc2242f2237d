import { ClipboardCheck, FileUp, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dpiaAddress, dpiasAddress } from '../../../../shared/dpia/addresses.ts';
import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import { DPIA_LIST } from '../../../../shared/dpia/schema.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Button, LinkButton, useDialog } from '../../../ui/index.ts';
import { lazyScreen } from '../../../ui/lazyScreen.tsx';
import { ExportButton } from '../../export/ExportButton.tsx';
import { LIST_QUERY, ListPage, useList, useRowActions } from '../../../ui/table/index.ts';
import { useDpiaColumns } from './columns.tsx';
import { MissingDpias } from './MissingDpias.tsx';
import { useDpiaFilters } from './useDpiaFilters.ts';

const ImportCnil = lazyScreen(() => import('./ImportCnil.tsx'));
const NewDpia = lazyScreen(() => import('./NewDpia.tsx'));

/** The application for which an assessment is started. */
export interface ChosenApplication {
  id: string;
  name: string;
}

/** Impact assessments of one variant: search, open, create, and the applications without one. */
export function DpiaList({ variant }: { variant: DpiaVariant }) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const canWrite = useCan('dpia.write');
  // The application preselected in the dialog; null: none is selected yet. Undefined: the dialog was never open.
  const [chosen, setChosen] = useState<ChosenApplication | null>();
  const [isOpen, setOpen] = useState(false);
  const start = (application: ChosenApplication | null) => {
    setChosen(application);
    setOpen(true);
  };
  const list = useList(DPIA_LIST);
  const query = trpc.dpia.list.useQuery({ ws, ...list.input, variant }, LIST_QUERY);
  const columns = useDpiaColumns(variant);
  const filters = useDpiaFilters(list);
  const actions = useRowActions();
  const add = canWrite && (
    <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => start(null)}>
      {t('add')}
    </Button>
  );
  return (
    <ListPage
      id={variant === 'OLDER' ? 'dpiaVersion1' : 'dpia'}
      title={t(`title.${variant}`)}
      lead={t(`lead.${variant}`)}
      action={
        <>
          <LinkButton look="quiet" href={dpiasAddress(variant === 'OLDER' ? 'CURRENT' : 'OLDER')}>
            {t(variant === 'OLDER' ? 'toCurrent' : 'toOlder')}
          </LinkButton>
          {canWrite && <CnilButton variant={variant} />}
          <ExportButton kind="dpias" input={{ ...list.criteria, variant }} />
        </>
      }
      note={variant === 'CURRENT' && <MissingDpias onStart={canWrite ? start : null} />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters}
      rowName={(row) => row.name}
      rowHref={(row) => dpiaAddress(variant, row.id)}
      rowActions={(row) => [
        canWrite ? actions.edit(dpiaAddress(variant, row.id)) : actions.open(dpiaAddress(variant, row.id)),
      ]}
      add={add}
      empty={{ icon: <ClipboardCheck size={24} aria-hidden />, title: t('empty.title'), body: t('empty.body') }}
    >
      {chosen !== undefined && (
        <Suspense fallback={null}>
          <NewDpia
            key={chosen?.id ?? ''}
            variant={variant}
            application={chosen}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

/** Opens the import of a file of another application. */
function CnilButton({ variant }: { variant: DpiaVariant }) {
  const { t } = useTranslation('dpiaList');
  const dialog = useDialog();
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon={<FileUp aria-hidden />}
        onClick={() => {
          setWasOpen(true);
          dialog.show();
        }}
      >
        {t('importCnil')}
      </Button>
      {wasOpen && (
        <Suspense fallback={null}>
          <ImportCnil variant={variant} {...dialog.props} />
        </Suspense>
      )}
    </>
  );
}
