const incidentReport = {
  title: 'แจ้งเหตุละเมิดข้อมูลส่วนบุคคล',
};

export default incidentReport;
