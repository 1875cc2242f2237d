import { randomUUIDv7 } from 'node:crypto';
import type { LawfulBasis } from '../../shared/purpose/lawfulBasis.ts';
import type { RetentionUnit } from '../../shared/purpose/retention.ts';
import { AS_PURPOSE, daysOf, FOR_GOOD } from '../../shared/purpose/retention.ts';
import { buildDataController, type World } from '../factories.ts';
import { wordsOf } from './record.ts';

/** Creates records of an inventory without row-level security. Each returns its id. */
export async function inventoryOf(server: World, ws: string) {
  const { owner } = server;
  const controller = await buildDataController(server, ws);
  const { word } = await wordsOf(server, ws);
  return {
    async category(nameTh: string, { sensitive = false, nameEn = '' } = {}): Promise<string> {
      const id = randomUUIDv7();
      await owner.insertInto('piiCategories').values({ workspaceId: ws, id, nameTh, nameEn, sensitive }).execute();
      return id;
    },
    async attribute(piiCategoryId: string, nameTh: string, { sensitive = false, nameEn = '' } = {}): Promise<string> {
      const id = randomUUIDv7();
      await owner
        .insertInto('piiAttributes')
        .values({ workspaceId: ws, id, piiCategoryId, nameTh, nameEn, sensitive })
        .execute();
      return id;
    },
    async application(name: string): Promise<string> {
      const id = randomUUIDv7();
      await owner
        .insertInto('applications')
        .values({ workspaceId: ws, id, name, description: 'ระบบ', dataControllerId: controller.id })
        .execute();
      return id;
    },
    async purpose(
      titleTh: string,
      more: {
        titleEn?: string;
        lawfulBases?: LawfulBasis[];
        years?: number;
        forGood?: boolean;
        discloses?: boolean;
        shares?: boolean;
        piiCategoryIds?: string[];
      } = {},
    ): Promise<string> {
      const id = randomUUIDv7();
      await owner
        .insertInto('purposes')
        .values({
          workspaceId: ws,
          id,
          titleTh,
          titleEn: more.titleEn ?? '',
          descriptionTh: '',
          descriptionEn: '',
          lawfulBases: more.lawfulBases ?? [],
          retentionIndefinite: more.forGood ?? false,
          retentionAmount: more.years ?? null,
          retentionUnit: more.years ? 'year' : null,
          thirdPartyDisclosure: more.discloses ?? false,
          internalSharing: more.shares ?? false,
        })
        .execute();
      for (const piiCategoryId of more.piiCategoryIds ?? [])
        await owner
          .insertInto('purposePiiCategories')
          .values({ workspaceId: ws, purposeId: id, piiCategoryId })
          .execute();
      return id;
    },
    async use(applicationId: string, purposeId: string): Promise<void> {
      await owner
        .insertInto('applicationPurposes')
        .values({ workspaceId: ws, applicationId, purposeId, position: 0 })
        .execute();
    },
    async thirdParty(
      purposeId: string,
      name: string,
      {
        country = 'TH',
        ...more
      }: { country?: string; contract?: string; contractExpiresOn?: string; safeguard?: string } = {},
    ): Promise<string> {
      const id = randomUUIDv7();
      await owner
        .insertInto('purposeThirdParties')
        .values({ workspaceId: ws, id, purposeId, name, contract: 'สัญญา', position: 0, countries: [country], ...more })
        .execute();
      return id;
    },
    async receiver(purposeId: string, applicationId: string): Promise<void> {
      await owner
        .insertInto('purposeInternalApplications')
        .values({ workspaceId: ws, purposeId, applicationId })
        .execute();
    },
    /** A line of an application's mapping; the application must use the purpose. */
    async line(
      applicationId: string,
      purposeId: string,
      attributeIds: readonly string[],
      more: {
        retention?: { amount: number; unit: RetentionUnit } | 'forGood';
        thirdPartyIds?: string[];
        internalApplicationIds?: string[];
      } = {},
    ): Promise<string> {
      const id = randomUUIDv7();
      const { retention } = more;
      const own = retention && retention !== 'forGood' ? retention : null;
      const retentionDays =
        retention === 'forGood' ? FOR_GOOD : own ? daysOf({ indefinite: false, ...own })! : AS_PURPOSE;
      const attributes = await owner
        .selectFrom('piiAttributes')
        .select(['id', 'piiCategoryId', 'sensitive'])
        .where('id', 'in', attributeIds)
        .execute();
      await owner
        .insertInto('dataFlows')
        .values({
          workspaceId: ws,
          id,
          applicationId,
          purposeId,
          position: 0,
          dataSubjectGroupId: word('dataSubjectGroup'),
          channelId: word('collectionChannel'),
          storageSystemId: word('storageSystem'),
          retentionDays,
          retentionAmount: own?.amount ?? null,
          retentionUnit: own?.unit ?? null,
          uses: attributes.length,
          sensitiveUses: attributes.filter(({ sensitive }) => sensitive).length,
        })
        .execute();
      const uses = attributes.map(({ id: attributeId, piiCategoryId, sensitive }) => ({
        workspaceId: ws,
        dataFlowId: id,
        attributeId,
        applicationId,
        purposeId,
        piiCategoryId,
        sensitive,
        retentionDays,
      }));
      await owner.insertInto('dataFlowAttributes').values(uses).execute();
      for (const thirdPartyId of more.thirdPartyIds ?? [])
        await owner
          .insertInto('dataFlowThirdParties')
          .values({ workspaceId: ws, dataFlowId: id, thirdPartyId })
          .execute();
      for (const receiver of more.internalApplicationIds ?? [])
        await owner
          .insertInto('dataFlowApplications')
          .values({ workspaceId: ws, dataFlowId: id, applicationId: receiver })
          .execute();
      return id;
    },
  };
}
