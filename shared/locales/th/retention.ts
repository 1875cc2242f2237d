/** What a retention period counts from. */
const retention = {
  /** เช่น 5 ปี นับจากวันสิ้นสุดสัญญา */
  from: '{{period}} นับจาก{{event}}',
  /** A detail beside an event of the list. */
  eventWithNote: '{{event}} ({{note}})',
  label: 'นับจาก',
  help: 'เหตุการณ์ที่เริ่มนับระยะเวลา เช่น วันสิ้นสุดสัญญา',
  notChosen: 'ไม่ระบุ',
  note: 'รายละเอียดของเหตุการณ์',
  otherNote: 'เหตุการณ์ที่เริ่มนับ',
  start: {
    collection: 'วันที่เก็บรวบรวมข้อมูล',
    contractEnd: 'วันสิ้นสุดสัญญา',
    lastTransaction: 'วันที่ทำรายการครั้งสุดท้าย',
    lastContact: 'วันที่ติดต่อหรือใช้บริการครั้งสุดท้าย',
    employmentEnd: 'วันสิ้นสุดการจ้าง',
    membershipEnd: 'วันสิ้นสุดสมาชิกภาพหรือปิดบัญชี',
    consentWithdrawal: 'วันที่ถอนความยินยอม',
    accountingPeriodEnd: 'วันสิ้นรอบบัญชี',
    caseEnd: 'วันที่เรื่องหรือคดีสิ้นสุด',
    purposeEnd: 'วันที่หมดความจำเป็นตามวัตถุประสงค์',
    other: 'เหตุการณ์อื่น',
  },
};
export default retention;

declare module '../texts.ts' {
  interface Texts {
    retention: typeof retention;
  }
}
