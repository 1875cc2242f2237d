const consentReceipt = {
  title: 'ใบรับความยินยอม',
};

export default consentReceipt;
