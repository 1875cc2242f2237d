const consentGuide = {
  title: 'ช่องทางเก็บความยินยอม',
};

export default consentGuide;
