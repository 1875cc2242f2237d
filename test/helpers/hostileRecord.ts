import { LIA_QUESTIONS } from '../../shared/purpose/legitimateInterest.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '../../shared/catalogue/schema.ts';
import { callerFor, type Person, type World } from '../factories.ts';

/**
 * Texts that a spreadsheet would execute, that a cell cannot contain unchanged, or that look like the separators of our
 * own lists.
 */
export const HOSTILE_TEXTS = [
  '=1+1',
  '+6621234567',
  '-2',
  '@x',
  "'=already",
  "''+twice",
  'ก\tข\tค',
  'บรรทัดหนึ่ง\n\nบรรทัดสาม\n=SUM(A1)',
  'a "quoted" \'text\' , ; end',
  'ก | ข | ค',
  'ก; ข: ค',
  'a\\nb \\| c \\\\',
  '1. ที่หนึ่ง',
  '_x000D_ _x0041_',
  '<b>&amp;</b> ]]> <!--',
  'ที่ปั๊มน้ำ กู้ เก็บข้อมูลผู้ป่วยซึ่งเป็นญี่ปุ่น กำ้ ก็์',
  'ใช่',
  'ไม่กำหนดเวลา',
  '2026-11-21',
  '00123',
  '1e5',
  'TRUE',
  '#N/A',
  'กำลัง \u{1F600}\u200d\u{1F525}',
  'ตัวอย่างที่ไม่ใช่แถวตัวอย่าง',
  'ที่'.repeat(3_333),
] as const;

/**
 * A record with such a text in every text field, each in turn: applications of both roles, purposes shared by some of
 * them, custom catalogue entries and attributes, internal and external recipients. The names are one half of the texts.
 */
export async function hostileRecord(server: World, person: Person, half: 0 | 1): Promise<void> {
  const ws = person.workspaceId;
  const call = async () => callerFor(server, person);
  let turn = half * 7;
  const text = (limit = 1000, oneLine = false): string => {
    for (;;) {
      const found = HOSTILE_TEXTS[(turn += 1) % HOSTILE_TEXTS.length]!;
      if (found.length <= limit && !(oneLine && /[\n\t]/.test(found))) return found;
    }
  };
  const staff = await server.owner
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('role', '=', 'Staff')
    .executeTakeFirstOrThrow();
  const controllers: string[] = [];
  for (const index of [0, 1]) {
    const { id } = await (
      await call()
    ).dataController.create({
      ws,
      name: { th: `${text(300, true)} ${index}`, en: index === 0 ? '' : `${text(300, true)} controller` },
      contactPerson: text(300),
      address: text(),
      country: index === 0 ? 'TH' : 'SG',
      phone: '021234567',
      email: 'dpo@controller.example',
      logoId: null,
    });
    controllers.push(id);
  }
  const words: Record<CatalogueKind, string[]> = {} as never;
  for (const kind of CATALOGUE_KINDS) {
    words[kind] = [];
    for (const index of [0, 1, 2])
      words[kind].push(
        (
          await (
            await call()
          ).catalogue.create({
            ws,
            kind,
            name: { th: `${text(150)} ${index}`, en: index === 1 ? '' : `${text(150)} en ${index}` },
          })
        ).id,
      );
  }
  // One storage system abroad with its legal ground, one domestic, one without a recorded country.
  for (const [index, place] of [{ country: 'SG', safeguard: 'standardClauses' as const }, { country: 'TH' }].entries())
    await (await call()).catalogue.place({ ws, id: words.storageSystem[index]!, rowVersion: 1, ...place });
  const category = await (
    await call()
  ).purposeCategory.create({
    ws,
    name: { th: text(150), en: `${text(150)} category` },
    description: { th: text(), en: text() },
    detail: '',
  });
  const pii: { id: string; sensitive: boolean; attributes: string[] }[] = [];
  for (const sensitive of [true, false]) {
    const { id } = await (
      await call()
    ).piiCategory.create({
      ws,
      name: { th: `${text(150)} ${sensitive ? 'ม.26' : 'ทั่วไป'}`, en: `${text(150)} ${String(sensitive)}` },
      description: { th: 'ก', en: 'a' },
      example: '',
      sensitive,
    });
    const attributes: string[] = [];
    for (const index of [0, 1, 2, 3])
      attributes.push(
        (
          await (
            await call()
          ).piiCategory.attribute.create({
            ws,
            piiCategoryId: id,
            piiSubCategoryId: null,
            name: { th: `${text(150)} ${index}`, en: index % 2 ? '' : `${text(150)} en` },
            description: { th: '', en: '' },
            sensitive,
          })
        ).id,
      );
    pii.push({ id, sensitive, attributes });
  }

  const answers = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      answer: (['yes', 'no', null] as const)[index % 3]!,
      explanation: text(),
    }));
  const linked: string[] = [];
  let shared: string | undefined;
  for (let number = half; number < HOSTILE_TEXTS.length; number += 2) {
    const own = HOSTILE_TEXTS[number]!;
    const name = own.length > 200 || /[\n]/.test(own) ? `ระบบ ${number}` : own;
    const processor = number % 8 >= 6;
    const purposeIds: string[] = [];
    const parties: string[][] = [];
    for (const index of [0, 1]) {
      const purpose = await (
        await call()
      ).purpose.create({
        ws,
        title: { th: `${text(150, true)} ${number}.${index}`, en: index ? '' : text(150, true) },
        description: { th: text(10_000), en: text(10_000) },
        isPrimary: index === 0,
        purposeCategoryId: category.id,
        dataSubjectGroupIds: words.dataSubjectGroup,
        piiCategoryIds: pii.map(({ id }) => id),
        lawfulBases: index ? ['legitimateInterest'] : ['contract', 'consent'],
        sensitiveExemptions: index ? [] : ['legalClaims'],
        retention: index
          ? { indefinite: true, amount: null, unit: null, note: text() }
          : {
              indefinite: false,
              amount: 5,
              unit: 'year',
              startEvent: index % 2 ? 'other' : 'contractEnd',
              startNote: text(),
              note: text(),
            },
        storageSystemIds: words.storageSystem,
        destructionMethodIds: words.destructionMethod,
        responsibleDepartmentId: words.department[0]!,
        responsiblePersonnelId: staff.id,
        securityMeasureIds: words.securityMeasure,
        thirdPartyDisclosure: true,
        thirdParties: [
          {
            name: text(150),
            countries: ['SG', 'TH', 'JP'],
            contract: text(300),
            contractExpiresOn: '2027-12-31',
            safeguard: 'standardClauses',
          },
          { name: text(150), countries: ['TH'], contract: '', contractExpiresOn: null, safeguard: null },
        ],
        internalSharing: linked.length > 0,
        internalApplicationIds: linked.slice(-2),
        legitimateInterest: index
          ? {
              purpose: answers(LIA_QUESTIONS.purpose.length),
              necessity: answers(LIA_QUESTIONS.necessity.length),
              balancing: answers(LIA_QUESTIONS.balancing.length),
            }
          : null,
      });
      purposeIds.push(purpose.id);
      parties.push(purpose.content.thirdParties.flatMap(({ id }) => (id ? [id] : [])));
    }
    if (shared && number % 5 === 0 && linked.length > 0) purposeIds.push(shared);
    shared ??= purposeIds[0];
    const { id } = await (
      await call()
    ).application.create({
      ws,
      name,
      description: text(10_000),
      processingRole: processor ? 'processor' : 'controller',
      dataControllerId: controllers[number % 2]!,
      onBehalfName: processor ? text() : '',
      onBehalfContact: processor ? text() : '',
      lineOfWorkId: words.lineOfWork[number % 3]!,
      dataSourceId: words.dataSource[number % 3]!,
      dataSubjectCount: number * 1000,
      processingFrequency: 'monthly',
      accessMeans: number < 2 ? HOSTILE_TEXTS.at(-1)! : text(10_000),
      refusalStatus: number % 2 ? 'recorded' : 'none',
      refusalNote: number % 2 ? text(10_000) : '',
      purposeIds,
    });
    const flows = purposeIds.slice(0, 2).flatMap((purposeId, index) =>
      [0, 1].map((line) => ({
        purposeId,
        dataSubjectGroupId: words.dataSubjectGroup[line]!,
        channelId: words.collectionChannel[line]!,
        attributeIds: line ? pii.flatMap(({ attributes }) => attributes) : pii[1]!.attributes.slice(0, 2),
        storageSystemId: line ? words.storageSystem[2]! : null,
        internalApplicationIds: line ? linked.slice(-1) : [],
        thirdPartyIds: line ? parties[index]! : [],
        retention: line
          ? {
              indefinite: false,
              amount: 90,
              unit: 'day' as const,
              startEvent: 'collection' as const,
              startNote: text(),
            }
          : null,
        destructionMethodId: line ? words.destructionMethod[1]! : null,
        note: text(),
      })),
    );
    await (await call()).dataMapping.create({ ws, id, flows });
    linked.push(id);
  }
}
