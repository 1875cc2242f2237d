import { randomUUIDv7 } from 'node:crypto';
import type { PublishedDpia } from '../../server/modules/ropa/dpv/publishedDpias.ts';
import { dpiaContent, type DpiaDraft, dpiaDraft, type DpiaRegister, worstCase } from '../../shared/dpia/content.ts';
import type { DpiaFramework, DpiaVariant } from '../../shared/dpia/framework.ts';
import { defaultBands } from '../../shared/dpia/risk.ts';
import type { World } from '../factories.ts';

/** A scale of five levels without questions and items. */
export function frameworkOf(variant: DpiaVariant = 'CURRENT', word = 'ระดับ'): DpiaFramework {
  const levels = [1, 2, 3, 4, 5].map((level) => ({
    level,
    title: { th: `${word} ${level}`, en: `Level ${level}` },
    description: { th: word, en: '' },
  }));
  return {
    variant,
    scale: { width: 5, likelihood: levels, impact: levels, bands: [...defaultBands(5)] },
    dataRisk: [],
    items: [],
  };
}

/** The register data of an application without purposes. */
export const registerOf = (id: string, name: string): DpiaRegister => ({
  id,
  name,
  description: name,
  dataSubjectCount: null,
  processingFrequency: null,
  dataController: {
    id,
    name: { th: name, en: name },
    contactPerson: name,
    address: name,
    country: 'TH',
    phone: '021234567',
    email: 'dpo@controller.example',
  },
  lineOfWork: null,
  dataSource: null,
  purposes: [],
});

/** A draft with everything publishing requires by such a framework, of an application with these purposes. */
export const completeDpiaDraft = (purposeIds: readonly string[] = []): DpiaDraft =>
  dpiaDraft.parse({
    name: 'ระบบตรวจพันธุกรรม',
    reason: 'ใช้ข้อมูลพันธุกรรม',
    lawfulBasis: true,
    purposes: purposeIds.map((purposeId) => ({ purposeId, necessary: true, proportionate: true })),
    worstCases: [
      worstCase.parse({
        id: randomUUIDv7(),
        title: { th: 'ฐานข้อมูลรั่ว', en: '' },
        sources: [{ id: randomUUIDv7(), text: 'แฮกเกอร์' }],
        threats: [{ id: randomUUIDv7(), text: 'เจาะระบบ' }],
        initial: { likelihood: 3, impact: 3 },
        residual: { likelihood: 2, impact: 2 },
      }),
    ],
    reviewOn: '2030-12-31',
  });

/** Purposes of an application, read without row-level security. */
export const purposeIdsOf = async ({ owner }: Pick<World, 'owner'>, applicationId: string): Promise<string[]> =>
  (
    await owner
      .selectFrom('applicationPurposes')
      .select('purposeId')
      .where('applicationId', '=', applicationId)
      .execute()
  ).map(({ purposeId }) => purposeId);

/** A published assessment of an application, with a risk that has every possible field. */
export function publishedDpia(id: string, application: { id: string; name: string }): PublishedDpia {
  const line = (text: string) => ({ id: randomUUIDv7(), text });
  const measureId = randomUUIDv7();
  const draft = completeDpiaDraft();
  const content = dpiaContent.parse({
    draft: {
      ...draft,
      worstCases: [
        {
          ...draft.worstCases[0],
          description: { th: 'ผู้อื่นเห็น', en: 'Others see it' },
          impacts: [line('ถูกเลือกปฏิบัติ')],
          measures: [line('เข้ารหัส')],
          securityMeasureIds: [measureId],
        },
      ],
    },
    framework: frameworkOf(),
    register: registerOf(application.id, application.name),
    people: [{ id: measureId, name: 'บันทึกการเข้าถึง' }],
    dataFlowFileId: null,
    approvals: [],
  });
  return { id, applicationId: application.id, version: 2, publishedAt: new Date('2026-11-01T03:00:00Z'), content };
}
