/** ข้อความระหว่างเจ้าหน้าที่กับผู้ขอ */
const requestMessage = {
  title: 'ข้อความกับผู้ขอ',
  none: 'ยังไม่มีข้อความ',
  unreachable: 'ผู้ขอไม่มีอีเมล จึงอ่านข้อความที่นี่ไม่ได้ ติดต่อทางอื่นแล้วบันทึกไว้ในคำขอ',
  author: { SUBJECT: 'ผู้ขอ', GUARDIAN: 'ผู้ปกครองของผู้ขอ' },
  kind: { QUESTION: 'คำถาม', ANSWER: 'คำตอบ' },
  text: 'ข้อความถึงผู้ขอ',
  textHelp: 'อีเมลแจ้งเพียงว่ามีข้อความ เนื้อหาอยู่หลังรหัสของผู้ขอเท่านั้น',
  files: 'ไฟล์แนบ',
  send: 'ส่งข้อความ',
  sent: 'ส่งข้อความแล้ว',
  notices: 'อีเมลถึงผู้ขอ',
  notice: {
    MESSAGE: 'มีข้อความ',
    QUESTION: 'มีคำถาม',
    REMINDER: 'เตือนให้ตอบ',
    GOES_ON: 'ดำเนินการต่อโดยไม่มีคำตอบ',
    ANSWERED: 'ได้รับคำตอบ',
    EXTENDED: 'ขยายเวลา',
    REFUSED: 'ปฏิเสธ',
    DONE: 'เสร็จแล้ว',
    REOPENED: 'เปิดอีกครั้ง',
    WITHDRAWN: 'ถอนคำขอ',
  },
  state: { waiting: 'กำลังส่ง', sent: 'ส่งแล้ว', failed: 'ส่งไม่สำเร็จ', kept: 'เก็บไว้ (ไม่มีเซิร์ฟเวอร์อีเมล)' },
  noMail: 'ไม่มีอีเมลให้ส่ง',
  resend: 'ส่งอีกครั้ง',
  resendOf: 'ส่งอีกครั้ง: อีเมล “{{notice}}”',
  resent: 'ส่งอีเมลอีกครั้งแล้ว',
  refusal: {
    closed: 'คำขอนี้ปิดแล้ว จึงส่งข้อความเพิ่มไม่ได้',
    file: 'แนบไฟล์นี้ไม่ได้ เลือกไฟล์อีกครั้ง',
    freshCode: 'การถอนคำขอต้องใช้รหัสใหม่ ขอรหัสแล้วลองอีกครั้ง',
    notWithdrawable: 'ถอนไม่ได้แล้ว เพราะสิทธิบางข้อปิดไปก่อน',
    unreachable: 'ผู้ขอไม่มีอีเมลสำหรับอ่านข้อความ',
  },
};

export default requestMessage;

declare module '../texts.ts' {
  interface Texts {
    requestMessage: typeof requestMessage;
  }
}
