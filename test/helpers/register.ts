import type { appRouter } from '../../server/router.ts';
import type { FlowInput } from '../../shared/dataMapping/schema.ts';
import type { World } from '../factories.ts';
import { completePurpose, wordsOf } from './record.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** Attributes of a workspace to select from in tests: general ones and section 26 ones, at least two of each. */
export async function attributesOf(
  server: World,
  workspaceId: string,
): Promise<{ plain: string[]; sensitive: string[] }> {
  const rows = await server.owner
    .selectFrom('piiAttributes')
    .select(['id', 'sensitive'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('nameTh')
    .execute();
  const ids = (sensitive: boolean) => rows.filter((row) => row.sensitive === sensitive).map(({ id }) => id);
  return { plain: ids(false), sensitive: ids(true) };
}

/** A complete line of a data mapping. */
export async function completeFlow(server: World, workspaceId: string, purposeId: string): Promise<FlowInput> {
  const { word } = await wordsOf(server, workspaceId);
  const { plain } = await attributesOf(server, workspaceId);
  return {
    purposeId,
    dataSubjectGroupId: word('dataSubjectGroup'),
    channelId: word('collectionChannel'),
    attributeIds: plain.slice(0, 2),
    storageSystemId: word('storageSystem'),
    internalApplicationIds: [],
    thirdPartyIds: [],
    retention: null,
    destructionMethodId: word('destructionMethod'),
    note: '',
  };
}

/**
 * Records a register through the procedures: `applications` with `purposesEach` complete purposes, each mapped with two
 * lines; every third purpose is shared with a third party, every sixth abroad. Returns the ids, in order.
 */
export async function buildRegister(
  server: World,
  call: () => Promise<Caller>,
  {
    ws,
    dataControllerId,
    applications,
    purposesEach,
  }: { ws: string; dataControllerId: string; applications: number; purposesEach: number },
): Promise<{ id: string; name: string; purposeIds: string[] }[]> {
  const draft = await completePurpose(server, ws);
  const line = await completeFlow(server, ws, '');
  const { plain, sensitive } = await attributesOf(server, ws);
  const built: { id: string; name: string; purposeIds: string[] }[] = [];
  for (let number = 1; number <= applications; number++) {
    const purposes: { id: string; thirdPartyIds: string[] }[] = [];
    for (let own = 1; own <= purposesEach; own++) {
      const turn = (number - 1) * purposesEach + own;
      const abroad = turn % 6 === 0;
      const thirdParties =
        turn % 3 === 0
          ? [
              {
                name: `บริษัท ผู้รับข้อมูล ${turn % 9} จำกัด`,
                country: abroad ? 'SG' : 'TH',
                contract: `DPA-${turn}`,
                contractExpiresOn: '2027-12-31',
                safeguard: abroad ? ('standardClauses' as const) : null,
              },
            ]
          : [];
      const purpose = await (
        await call()
      ).purpose.create({
        ws,
        ...draft,
        title: { th: `วัตถุประสงค์ที่ ${turn} ของระบบ ${number}`, en: `Purpose ${turn} of system ${number}` },
        lawfulBases: [(['contract', 'legalObligation', 'consent', 'vitalInterest', 'publicTask'] as const)[turn % 5]!],
        thirdPartyDisclosure: thirdParties.length > 0,
        thirdParties,
      });
      purposes.push({
        id: purpose.id,
        thirdPartyIds: purpose.content.thirdParties.flatMap(({ id }) => (id ? [id] : [])),
      });
    }
    const name = `ระบบงานที่ ${String(number).padStart(3, '0')}`;
    const application = await (
      await call()
    ).application.create({
      ws,
      name,
      description: `ทะเบียนกิจกรรมของระบบงานที่ ${number}`,
      dataControllerId,
      dataSubjectCount: number * 100,
      processingFrequency: 'daily',
      accessMeans: 'ยื่นคำขอที่หน่วยงานหรือทางอีเมลพร้อมหลักฐานยืนยันตัวตน',
      refusalStatus: 'none',
      purposeIds: purposes.map(({ id }) => id),
    });
    const flows = purposes.flatMap(({ id, thirdPartyIds }, index) => [
      { ...line, purposeId: id, attributeIds: plain.slice(index, index + 3), thirdPartyIds },
      {
        ...line,
        purposeId: id,
        attributeIds: [...plain.slice(index + 3, index + 5), sensitive[index % sensitive.length]!],
        retention: { indefinite: false, amount: 2, unit: 'year' as const },
      },
    ]);
    await (await call()).dataMapping.create({ ws, id: application.id, flows });
    built.push({ id: application.id, name, purposeIds: purposes.map(({ id }) => id) });
  }
  return built;
}
