import type { DataControllerItem } from './schema.ts';

/** Why a data controller that is in use cannot be deleted: the text of `dataController.inUse`, with its values. */
export const inUseText = ({
  applicationCount,
  noticeCount,
}: Pick<DataControllerItem, 'applicationCount' | 'noticeCount'>) =>
  noticeCount === 0
    ? ({ text: 'organization:dataController.inUse', values: { number: applicationCount, applications: 0 } } as const)
    : ({
        text:
          applicationCount === 0
            ? 'organization:dataController.inUseByNotices'
            : 'organization:dataController.inUseByBoth',
        values: { number: noticeCount, applications: applicationCount },
      } as const);
