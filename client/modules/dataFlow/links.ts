import { useTranslation } from 'react-i18next';
import type { FlowNode } from '../../../shared/dataFlow/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';

/** The address of a node's record; catalogue items and third parties have none. */
export function recordOf({ kind, id }: Pick<FlowNode, 'kind' | 'id'>): string | null {
  if (kind === 'application' || kind === 'internal') return recordAddress('application', id);
  return kind === 'purpose' ? recordAddress('purpose', id) : null;
}

/** Links to records that the caller can open. */
export function useLinks(): (node: FlowNode) => { href: string; label: string }[] {
  const { t } = useTranslation('dataFlow');
  const mayOpen = useCan('ropa.read');
  const maySee = useCan('inventory.read');
  return (node) => {
    const { kind, id, name, country } = node;
    const record = recordOf(node);
    const lines =
      kind === 'application'
        ? pageAddress('inventory', { application: id })
        : kind === 'purpose'
          ? pageAddress('inventory', { purpose: id })
          : null;
    const sharing =
      kind === 'thirdParty'
        ? pageAddress('dataSharing', { query: name.th.slice(0, 200), country })
        : kind === 'internal'
          ? pageAddress('dataSharing', { kind: 'internal', query: name.th.slice(0, 200) })
          : null;
    return [
      ...(record && mayOpen ? [{ href: record, label: t('details.open') }] : []),
      ...(lines && maySee ? [{ href: lines, label: t('details.openLines') }] : []),
      ...(sharing ? [{ href: sharing, label: t('details.openSharing') }] : []),
    ];
  };
}
