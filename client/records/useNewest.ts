import { useState } from 'react';
import { bodyOf } from '../shell/errors.ts';

/**
 * For a dialog over a row version that has nothing to merge: once it was refused because the record is newer (409), it
 * reports that and continues with the newer record.
 * @example const [key, over] = useNewest(apiKey); onSubmit={() => over(rotate.mutateAsync({ id, rowVersion:
 * key.rowVersion }))}
 */
export function useNewest<Current extends { rowVersion: number }>(
  record: Current,
): [newest: Current, over: <Answer>(call: Promise<Answer>) => Promise<Answer>] {
  const [newer, setNewer] = useState<Current>();
  const newest = newer && newer.rowVersion > record.rowVersion ? newer : record;
  const over = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      const body = bodyOf(error);
      if (body?.code === 'staleEdit' && body.details?.current) setNewer(body.details.current as Current);
      throw error;
    }
  };
  return [newest, over];
}
