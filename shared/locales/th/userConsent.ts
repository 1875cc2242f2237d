const userConsent = {
  title: 'แดชบอร์ดความยินยอม',
};

export default userConsent;
