/** Texts of a privacy notice on other people's sites. Not in the index: only the embed carries them. */
const noticeEmbed = {
  controller: 'ผู้ควบคุมข้อมูลส่วนบุคคล',
  purposes: 'ใช้ข้อมูลเพื่อ',
  more: 'และอีก {number} วัตถุประสงค์',
  weighsMost: 'เรื่องที่ควรทราบ',
  weighs: {
    sensitive: 'มีข้อมูลอ่อนไหวตามมาตรา 26',
    abroad: 'มีการส่งหรือเก็บข้อมูลในต่างประเทศ (มาตรา 28)',
    marketing: 'มีการใช้ข้อมูลเพื่อการตลาด',
    children: 'มีข้อมูลของผู้เยาว์ (มาตรา 20)',
  },
  rights: 'ใช้สิทธิของท่าน',
  form: 'แบบคำขอออนไลน์',
  byContact: 'ติดต่อตามช่องทางด้านล่าง',
  contact: 'ติดต่อ',
  version: 'ฉบับที่ {number} ใช้ตั้งแต่ {day}',
  full: 'อ่านประกาศฉบับเต็ม',
  withdrawn: 'องค์กรเลิกใช้ประกาศนี้แล้ว แสดงไว้เพื่ออ้างอิง',
};

export default noticeEmbed;
