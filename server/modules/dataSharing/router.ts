import {
  assessCountry,
  listDataSharing,
  sharingCountries,
  sharingCountry,
  sharingList,
  sharingSummary,
} from '../../../shared/dataSharing/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const dataSharingRouter = router({
  list: can('dataSharing.read')
    .meta({
      rest: { method: 'GET', path: '/{ws}/data-sharing', summary: 'List to whom personal data goes' },
    })
    .input(listDataSharing)
    .output(sharingList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  summary: can('dataSharing.read')
    .output(sharingSummary)
    .query(({ ctx }) => service.summary(ctx)),
  countries: can('dataSharing.read')
    .output(sharingCountries)
    .query(({ ctx }) => service.countries(ctx)),
  assess: can('dataSharing.write')
    .input(assessCountry)
    .output(sharingCountry)
    .mutation(({ ctx, input }) => service.assess(ctx, input)),
});
