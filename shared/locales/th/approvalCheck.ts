const approvalCheck = {
  title: 'ตรวจสอบเอกสารที่อนุมัติ',
};

export default approvalCheck;
