import type { ComponentType } from 'react';
import { useParams } from 'wouter';
import { useSession } from '../shell/session.tsx';
import { LoadedRecord } from './LoadedRecord.tsx';
import type { Loading } from './RecordVersions.tsx';

export interface RecordKey {
  ws: string;
  id: string;
}

/**
 * The page of the record whose id is in the address. Each record has its own, so that no input passes from one to
 * another.
 * @param useRecord a hook: the record
 * @param View the page of a loaded record
 * @param New the page of the id `new`, which creates one
 */
export function recordPage<Data>(
  useRecord: (key: RecordKey) => Loading<Data>,
  View: ComponentType<{ record: Data }>,
  New?: ComponentType,
): ComponentType {
  function Existing({ id }: { id: string }) {
    const { ws } = useSession();
    return <LoadedRecord query={useRecord({ ws, id })}>{(record) => <View record={record} />}</LoadedRecord>;
  }
  return function RecordPage() {
    const { id = '' } = useParams<{ id: string }>();
    return New && id === 'new' ? <New /> : <Existing key={id} id={id} />;
  };
}
