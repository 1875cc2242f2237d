const consentAdmin = {
  title: 'คอนโซลผู้ดูแลระบบ',
};

export default consentAdmin;
