import type { PageTitles } from '../../pageTitles.ts';

export default {
  login: 'เข้าสู่ระบบ',
  logout: 'ออกจากระบบ',
  signup: 'สมัครใช้งาน',
  oauth: 'เข้าสู่ระบบด้วยบัญชีองค์กร',
  forgotPassword: 'ลืมรหัสผ่าน',
  resetPassword: 'ตั้งรหัสผ่านใหม่',
  invitation: 'รับคำเชิญ',
  mails: 'อีเมลที่ระบบเก็บไว้',
} satisfies PageTitles;
