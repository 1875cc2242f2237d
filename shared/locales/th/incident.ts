const incident = {
  occurredAfterDiscovered: 'วันเวลาที่เกิดเหตุต้องไม่หลังวันเวลาที่พบเหตุ',
  factorsMissing: 'เมื่อไม่ต้องแจ้งผู้ใด ต้องบันทึกปัจจัยที่พิจารณาอย่างน้อยหนึ่งข้อ',
  hoursRange: 'จำนวนชั่วโมงต้องอยู่ระหว่าง 1 ถึง 720',
};

export default incident;
