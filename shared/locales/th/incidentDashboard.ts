const incidentDashboard = {
  title: 'แดชบอร์ดเหตุละเมิด',
};

export default incidentDashboard;
