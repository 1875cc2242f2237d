const incidentNotification = {
  tooManyRecipients: 'ส่งได้ไม่เกิน 1,000 รายต่อการแจ้งหนึ่งครั้ง',
};

export default incidentNotification;
