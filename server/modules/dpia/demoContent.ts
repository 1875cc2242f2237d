import type { z } from 'zod';
import type { worstCase } from '../../../shared/dpia/content.ts';
import type { Criterion } from '../../../shared/dpia/decision.ts';

type Point = readonly [likelihood: number, impact: number];

/** A worst case of the demo; its plan counts days from today. */
export interface DemoRisk {
  readonly title: { readonly th: string; readonly en: string };
  readonly sources: readonly string[];
  readonly threats: readonly string[];
  readonly impacts: readonly string[];
  readonly measures: readonly string[];
  readonly problematicActions: z.input<typeof worstCase>['problematicActions'];
  readonly initial: Point;
  readonly residual: Point;
  readonly plan?: {
    readonly method: 'REDUCTION' | 'TRANSFERENCE';
    readonly detail: string;
    readonly measures: readonly string[];
    readonly expected: Point;
    readonly dueIn: number;
  };
}

/** An assessment of the demo: the beginning of its application's name, and how many days ago it was created. */
export interface DemoDpia {
  readonly application: string;
  readonly name: string;
  readonly reason: string;
  readonly before: number;
  readonly criteria: readonly Criterion[];
  readonly as: 'NEW' | 'NOTREQUIRED' | 'DRAFT' | 'PUBLISHED';
  readonly risks: readonly DemoRisk[];
}

const GENETIC: DemoDpia = {
  application: 'ห้องปฏิบัติการ',
  name: 'ส่งตรวจพันธุกรรมที่ห้องปฏิบัติการต่างประเทศ',
  reason: 'ข้อมูลพันธุกรรมเป็นข้อมูลอ่อนไหวตามมาตรา 26 ส่งไปต่างประเทศ และเปิดเผยถึงญาติของผู้ป่วยด้วย',
  before: 60,
  criteria: ['SENSITIVE_DATA', 'VULNERABLE_SUBJECTS', 'NEW_TECHNOLOGY'],
  as: 'PUBLISHED',
  risks: [
    {
      title: { th: 'ผลตรวจพันธุกรรมรั่วจากห้องปฏิบัติการ', en: 'Genetic results leak from the laboratory' },
      sources: ['ผู้บุกรุกระบบจากภายนอก', 'ผู้ดูแลระบบของห้องปฏิบัติการ'],
      threats: ['เจาะระบบรับส่งผลตรวจ', 'คัดลอกฐานข้อมูลออกไป'],
      impacts: ['ถูกปฏิเสธประกันหรือการจ้างงานจากความเสี่ยงโรค'],
      measures: ['ส่งตัวอย่างที่แฝงชื่อ', 'สัญญาประมวลผลกับห้องปฏิบัติการ'],
      problematicActions: ['INSECURITY', 'STIGMATIZATION'],
      initial: [4, 5],
      residual: [3, 5],
      plan: {
        method: 'REDUCTION',
        detail: 'เข้ารหัสผลตรวจด้วยกุญแจของโรงพยาบาลก่อนออกจากห้องปฏิบัติการ',
        measures: ['เข้ารหัสผลตรวจก่อนส่ง', 'เก็บกุญแจไว้ที่โรงพยาบาลเท่านั้น'],
        expected: [1, 5],
        dueIn: -12,
      },
    },
    {
      title: { th: 'ระบุตัวผู้ป่วยจากลำดับพันธุกรรม', en: 'Patients re-identified by their sequence' },
      sources: ['ผู้วิจัยที่มีฐานข้อมูลอื่นในมือ'],
      threats: ['จับคู่กับฐานข้อมูลลำดับวงศ์ตระกูล'],
      impacts: ['ญาติทราบความเสี่ยงโรคโดยไม่ยินยอม'],
      measures: ['ส่งเฉพาะยีนที่แพทย์สั่งตรวจ'],
      problematicActions: ['REIDENTIFICATION', 'UNANTICIPATED_REVELATION'],
      initial: [4, 5],
      residual: [3, 4],
      plan: {
        method: 'TRANSFERENCE',
        detail: 'แก้สัญญาให้ห้องปฏิบัติการทำลายตัวอย่างและลำดับพันธุกรรมภายใน 90 วัน พร้อมหนังสือรับรอง',
        measures: ['ข้อสัญญาเรื่องการทำลาย', 'ตรวจหนังสือรับรองทุกไตรมาส'],
        expected: [2, 4],
        dueIn: 25,
      },
    },
    {
      title: { th: 'ส่งผลตรวจผิดคน', en: 'Results sent to another patient' },
      sources: ['เจ้าหน้าที่เวชระเบียน'],
      threats: ['พิมพ์เลขประจำตัวผู้ป่วยผิด'],
      impacts: ['ผู้ป่วยได้รับการรักษาที่ไม่ตรงโรค'],
      measures: ['สแกนบาร์โค้ดคู่กับวันเกิด'],
      problematicActions: ['DISTORTION'],
      initial: [3, 4],
      residual: [1, 4],
    },
  ],
};

const CAMERAS: DemoDpia = {
  application: 'กล้องวงจรปิด',
  name: 'กล้องวงจรปิดในพื้นที่ผู้ป่วย',
  reason: 'เพิ่มกล้องหน้าห้องฉุกเฉิน ซึ่งบันทึกภาพผู้ป่วยอย่างเป็นระบบ',
  before: 9,
  criteria: ['SYSTEMATIC_MONITORING', 'VULNERABLE_SUBJECTS'],
  as: 'DRAFT',
  risks: [
    {
      title: { th: 'ภาพผู้ป่วยถูกเผยแพร่ในกลุ่ม LINE', en: 'Images of patients spread in LINE groups' },
      sources: ['เจ้าหน้าที่รักษาความปลอดภัย'],
      threats: ['ถ่ายจอภาพด้วยโทรศัพท์ส่วนตัว'],
      impacts: ['ผู้ป่วยอับอาย และถูกตีตรา'],
      measures: ['ห้ามนำโทรศัพท์เข้าห้องควบคุม'],
      problematicActions: ['SURVEILLANCE', 'APPROPRIATION'],
      initial: [4, 4],
      residual: [2, 4],
    },
  ],
};

/** Four of them, one in each state. */
export const DEMO_DPIAS: readonly DemoDpia[] = [
  GENETIC,
  {
    application: 'ระบบนัดหมายผู้ป่วย',
    name: 'แจ้งเตือนนัดหมายทางข้อความ',
    reason: 'เปลี่ยนผู้ให้บริการส่งข้อความแจ้งเตือน',
    before: 30,
    criteria: [],
    as: 'NOTREQUIRED',
    risks: [],
  },
  CAMERAS,
  {
    application: 'งานวิจัยทางคลินิก',
    name: 'งานวิจัยร่วมกับโรงเรียนแพทย์',
    reason: 'ใช้เวชระเบียนย้อนหลังเพื่อพัฒนาแบบจำลองทำนายการกลับมารักษาซ้ำ',
    before: 2,
    criteria: ['SENSITIVE_DATA', 'NEW_TECHNOLOGY'],
    as: 'NEW',
    risks: [],
  },
];
