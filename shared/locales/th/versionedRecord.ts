/** รายการที่มีร่างและฉบับที่เผยแพร่: ฉบับ การเผยแพร่ และสิ่งที่ยังขาด */
const versionedRecord = {
  language: { th: '{{field}} (ไทย)', en: '{{field}} (อังกฤษ)' },
  version: {
    caption: 'ฉบับที่เผยแพร่',
    name: 'ฉบับที่ {{number}}',
    draft: 'ร่างปัจจุบัน',
    inForce: 'ใช้อยู่',
    by: 'เผยแพร่โดย {{name}} เมื่อ {{time}}',
    fingerprint: 'ค่าแฮช SHA-256',
    none: 'ยังไม่เคยเผยแพร่',
    noneBody: 'เมื่อเผยแพร่ เนื้อหาทั้งหมดเก็บไว้ที่นี่เป็นฉบับที่แก้ไขไม่ได้ เปรียบเทียบสองฉบับใดก็ได้',
    back: 'กลับไปรายการฉบับ',
    compare: 'เปรียบเทียบสองฉบับ',
    from: 'จาก',
    to: 'เป็น',
    all: 'ดูทุกฉบับ',
    compareDraft: 'เปรียบเทียบร่างกับฉบับที่ใช้อยู่',
  },
  missing: {
    title: 'สิ่งที่ต้องมีก่อนเผยแพร่',
    ready: 'ข้อมูลครบ พร้อมเผยแพร่',
    lead_other: 'ขาดอีก {{number}} ข้อ บันทึกร่างไว้ก่อนได้',
  },
  live: 'ใช้ฉบับที่ {{number}}',
  saveDraft: 'บันทึกร่าง',
  liveVersion: 'ฉบับที่ {{number}} ยังใช้อยู่จนกว่าจะเผยแพร่ร่างนี้',
  tookTheirs: 'แสดงข้อมูลที่ผู้อื่นบันทึกแล้ว',
  publish: {
    action: 'เผยแพร่',
    title: 'เผยแพร่เป็นฉบับที่ {{number}} หรือไม่',
    saveFirst: 'ระบบบันทึกการแก้ไขก่อนเผยแพร่',
    invalid: 'บางช่องยังไม่ถูกต้อง กรุณาแก้ไขก่อนเผยแพร่',
    missingTitle: 'ยังเผยแพร่ไม่ได้',
    missingLead: 'กรุณากรอกหรือแก้ไขข้อต่อไปนี้ก่อน เลือกเพื่อไปแก้ไข',
    done: 'เผยแพร่ฉบับที่ {{number}} แล้ว',
  },
};

export default versionedRecord;

declare module '../texts.ts' {
  interface Texts {
    versionedRecord: typeof versionedRecord;
  }
}
