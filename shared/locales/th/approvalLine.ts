const approvalLine = {
  approversMissing: 'ต้องมีผู้อนุมัติอย่างน้อยหนึ่งคน',
  tooManyApprovers: 'มีผู้อนุมัติได้ไม่เกิน 10 คน',
  approverTwice: 'มีผู้อนุมัติคนเดียวกันซ้ำในสาย',
  endsBeforeBegins: 'วันเวลาสิ้นสุดต้องหลังวันเวลาเริ่ม',
};

export default approvalLine;
