/** หนังสือตอบคำขอใช้สิทธิ */
const requestLetter = {
  title: 'หนังสือตอบคำขอใช้สิทธิของเจ้าของข้อมูลส่วนบุคคล',
  subtitle: 'เรื่อง {{right}}',
  reference: 'เลขที่คำขอ',
  to: 'เรียน',
  received: 'ได้รับคำขอเมื่อ',
  date: 'วันที่',
  controller: 'ผู้ควบคุมข้อมูลส่วนบุคคล',
  contact: 'ติดต่อ',
  done: 'เราดำเนินการตามคำขอของท่านแล้ว',
  inPart: 'เราไม่ได้ดำเนินการตามคำขอของท่านทุกส่วน',
  inPartText: 'ส่วนที่ไม่ได้ดำเนินการและเหตุระบุไว้ในหัวข้อ “{{heading}}” ด้านล่าง',
  closed: 'เราปิดคำขอนี้โดยไม่ได้ดำเนินการ',
  closedUnder: 'เราปิดคำขอนี้โดยไม่ได้ดำเนินการ ตามมาตรา {{section}}',
  refused: 'เราทำตามคำขอนี้ไม่ได้',
  refusedUnder: 'ทำตามคำขอไม่ได้ ตามมาตรา {{section}}',
  files: 'ข้อมูลที่ส่งมาพร้อมหนังสือนี้',
  filesLead: 'หากต้องการตรวจว่าไฟล์ไม่เปลี่ยนแปลง โปรดเทียบค่า SHA-256 ของไฟล์กับตารางนี้',
  file: 'ไฟล์',
  size: 'ขนาด',
  redacted: 'ปิดทับข้อมูลบางส่วน',
  processing: 'เราใช้ข้อมูลของท่านอย่างไร',
  application: 'ระบบหรือกิจกรรม',
  source: 'แหล่งที่มาของข้อมูล',
  purpose: 'วัตถุประสงค์',
  categories: 'ประเภทข้อมูลส่วนบุคคล',
  recipients: 'ผู้รับข้อมูล',
  retention: 'ระยะเวลาเก็บรักษา',
  indefinite: 'ไม่กำหนดเวลา',
  withheld: 'สิ่งที่ไม่ได้ให้ และเหตุผล',
  nothingWithheld: 'ไม่มี',
  refusedLead: 'เราไม่ได้ดำเนินการในส่วนต่อไปนี้',
  refusedTask: '{{application}} – {{task}}: {{ground}}',
  refusedTaskUnder: '{{application}} – {{task}}: {{ground}} (มาตรา {{section}})',
  noApplication: 'ข้อมูลอื่น',
  redactedLead: 'ในไฟล์ต่อไปนี้ เราปิดทับข้อมูลของบุคคลอื่นหรือข้อมูลที่ให้ไม่ได้',
  leftOutLead: 'ผลการค้นข้อมูลของท่านในระบบของเราที่ไม่ได้ส่งมาด้วย',
  complaint: 'สิทธิร้องเรียน',
  complaintText:
    'หากท่านเห็นว่าเราฝ่าฝืนหรือไม่ปฏิบัติตามพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562 ท่านร้องเรียนตามมาตรา 73 ได้ที่ {{authority}}',
};

export default requestLetter;

declare module '../texts.ts' {
  interface Texts {
    requestLetter: typeof requestLetter;
  }
}
