import type { DataRiskLevel } from '../../../../shared/dpia/framework.ts';
import type { Bilingual } from '../../../../shared/text.ts';

interface Row {
  readonly level: DataRiskLevel;
  readonly title: Bilingual;
  readonly description: Bilingual;
  readonly questions: readonly Bilingual[];
}

/** Default levels of data risk, and the questions that lead to each. */
export const DATA_RISK: readonly Row[] = [
  {
    level: 1,
    title: { th: 'ต่ำ', en: 'Low' },
    description: {
      th: 'ข้อมูลทั่วไปที่ใช้ติดต่อหรือให้บริการ',
      en: 'General data used for contact or for a service.',
    },
    questions: [
      {
        th: 'ใช้เพียงข้อมูลสำหรับติดต่อ เช่น ชื่อ ที่อยู่ หมายเลขโทรศัพท์ หรืออีเมล หรือไม่',
        en: 'Are only contact details used, such as name, address, telephone number or email?',
      },
    ],
  },
  {
    level: 2,
    title: { th: 'ปานกลาง', en: 'Medium' },
    description: {
      th: 'ข้อมูลของผู้เปราะบางหรือของคนจำนวนมาก',
      en: 'Data of vulnerable people or of many people.',
    },
    questions: [
      {
        th: 'มีข้อมูลของผู้เปราะบาง เช่น ผู้เยาว์ ผู้ป่วย ผู้สูงอายุ หรือแรงงานข้ามชาติ หรือไม่',
        en: 'Is there data of vulnerable people, such as minors, patients, elderly people or migrant workers?',
      },
      {
        th: 'มีข้อมูลของเจ้าของข้อมูลตั้งแต่ 100,000 คนขึ้นไปหรือไม่',
        en: 'Is there data of 100,000 data subjects or more?',
      },
    ],
  },
  {
    level: 3,
    title: { th: 'สูง', en: 'High' },
    description: {
      th: 'ข้อมูลตามมาตรา 26 หรือข้อมูลที่รั่วไหลแล้วอาจเป็นอันตรายต่อชีวิต',
      en: 'Data under section 26, or data whose leak may endanger life.',
    },
    questions: [
      {
        th: 'มีข้อมูลส่วนบุคคลตามมาตรา 26 เช่น เชื้อชาติ ศาสนา สุขภาพ พันธุกรรม ชีวภาพ หรือประวัติอาชญากรรม หรือไม่',
        en: 'Is there personal data under section 26, such as race, religion, health, genetic, biometric or criminal records?',
      },
      {
        th: 'หากข้อมูลรั่วไหล อาจเป็นอันตรายต่อชีวิตหรือร่างกายหรือไม่ เช่น ที่พักของผู้ถูกคุกคาม',
        en: 'Could a leak endanger life or limb, for example the home of a person under threat?',
      },
    ],
  },
];
