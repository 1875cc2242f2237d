/**
 * Texts of the question, and of the fields of whoever consents for a data subject (parent or guardian, custodian,
 * curator) in the consent form on other people's sites.
 */
const consentGuardian = {
  question: 'ข้าพเจ้ามีอำนาจตามกฎหมายยินยอมแทนผู้เยาว์ คนไร้ความสามารถ หรือคนเสมือนไร้ความสามารถ',
  title: 'ข้อมูลของท่าน ผู้ให้ความยินยอมแทน',
  firstName: 'ชื่อ',
  lastName: 'นามสกุล',
  email: 'อีเมล',
  telephone: 'โทรศัพท์ (ไม่บังคับ)',
  wrong: {
    required: 'โปรดกรอกข้อมูล',
    tooLong: 'ยาวเกิน 100 ตัวอักษร โปรดย่อให้สั้นลง',
    email: 'รูปแบบอีเมลไม่ถูกต้อง เช่น name@example.com',
    telephone: 'หมายเลขไม่ครบ โปรดกรอกเช่น 0812345678 หรือ +6561234567',
  },
};

export default consentGuardian;
