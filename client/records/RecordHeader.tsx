import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedEntity } from '../../shared/presence/schema.ts';
import { Box, Flex, type MenuItem, PageHeader, type PageHeaderProps } from '../ui/index.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { Editors } from './useEditing.tsx';

interface RecordHeaderProps extends Pick<PageHeaderProps, 'title' | 'state' | 'description'> {
  record: { id: string; updatedAt: string; updatedBy: { name: string } | null; status?: string };
  /** The page of all records of its kind. */
  list: { label: string; href: string };
  /** Number of the version in force, which the description names while there is a draft of another. */
  inForce?: number | null;
  /** The other actions on the record. */
  moves?: readonly MenuItem[];
  /** Actions beside those. */
  action?: ReactNode;
  /** Receives the element in which the form renders the publish action. */
  slot?: (element: HTMLElement | null) => void;
  /** Names those who are editing it, for records whose form reports that. */
  editing?: EditedEntity;
}

/** Header of a record that people edit: name, state, last edit, its actions, and who is editing it now. */
export function RecordHeader(props: RecordHeaderProps) {
  const { record, list, inForce, moves = [], action, slot, editing, ...header } = props;
  const { t } = useTranslation('versionedRecord');
  return (
    <>
      <PageHeader
        {...(inForce && record.status === 'draft' && { description: t('liveVersion', { number: inForce }) })}
        {...header}
        trail={[list]}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? null}
        action={
          <>
            <MoreMenu items={moves} />
            {action}
            {slot && <Flex ref={slot} gap="2" />}
          </>
        }
      />
      {editing && (
        <Box mb="4" _empty={{ display: 'none' }} css={{ '&:has(> [data-editors]:empty)': { display: 'none' } }}>
          <Editors entity={editing} id={record.id} />
        </Box>
      )}
    </>
  );
}
