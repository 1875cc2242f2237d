const consentImport = {
  title: 'นำเข้าความยินยอม',
};

export default consentImport;
