import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { HOME_COUNTRY, UNNAMED_COUNTRY } from '../../../shared/country.ts';

type Pair = readonly [th: string, en: string];

/** Categories of purposes that every workspace starts with: name and description. */
export const PURPOSE_CATEGORIES: readonly { name: Pair; description: Pair }[] = [
  {
    name: ['การให้บริการหลัก', 'Core service'],
    description: [
      'ส่งมอบสินค้าหรือบริการที่ตกลงไว้กับเจ้าของข้อมูลส่วนบุคคล',
      'Delivering the goods or service agreed with the data subject',
    ],
  },
  {
    name: ['การบริหารงานบุคคล', 'Human resources'],
    description: [
      'สรรหา จ้างงาน จ่ายค่าตอบแทน ประเมินผล และดูแลสวัสดิการของบุคลากร',
      'Recruiting, employing, paying, appraising and caring for personnel',
    ],
  },
  {
    name: ['การเงินและบัญชี', 'Finance and accounting'],
    description: ['รับจ่ายเงิน ออกเอกสารทางการเงิน จัดทำบัญชีและภาษี', 'Payments, financial documents, accounts and tax'],
  },
  {
    name: ['การจัดซื้อและบริหารคู่ค้า', 'Procurement and vendors'],
    description: [
      'คัดเลือก ทำสัญญา และติดตามผลงานของคู่ค้าและผู้รับจ้าง',
      'Choosing, contracting and following up suppliers and contractors',
    ],
  },
  {
    name: ['การตลาดและประชาสัมพันธ์', 'Marketing and communications'],
    description: ['แจ้งข่าวสาร ข้อเสนอ กิจกรรม และวิเคราะห์ความสนใจ', 'News, offers, events and understanding of interests'],
  },
  {
    name: ['การดูแลลูกค้าและรับเรื่องร้องเรียน', 'Customer care and complaints'],
    description: ['ตอบคำถาม แก้ปัญหา และรับเรื่องร้องเรียน', 'Answering questions, solving problems and handling complaints'],
  },
  {
    name: ['การปฏิบัติตามกฎหมาย', 'Legal compliance'],
    description: [
      'ทำตามหน้าที่ที่กฎหมายกำหนด และส่งข้อมูลให้หน่วยงานรัฐที่มีอำนาจ',
      'Duties set by law, and reports to authorities entitled to them',
    ],
  },
  {
    name: ['การรักษาความปลอดภัย', 'Security'],
    description: [
      'คุ้มครองบุคคล สถานที่ ทรัพย์สิน และระบบสารสนเทศ',
      'Protecting people, premises, property and information systems',
    ],
  },
  {
    name: ['การดูแลสุขภาพและการรักษาพยาบาล', 'Health and medical care'],
    description: [
      'ตรวจ วินิจฉัย รักษา ส่งต่อ และติดตามผลด้านสุขภาพ',
      'Examination, diagnosis, treatment, referral and follow-up',
    ],
  },
  {
    name: ['การวิจัยและสถิติ', 'Research and statistics'],
    description: [
      'ศึกษา วิจัย หรือจัดทำสถิติ โดยมีมาตรการคุ้มครองที่เหมาะสม',
      'Studies, research and statistics under suitable safeguards',
    ],
  },
  {
    name: ['การพัฒนาสินค้าและบริการ', 'Product and service development'],
    description: ['วัดผลการใช้งานและปรับปรุงสินค้าหรือบริการให้ดีขึ้น', 'Measuring use and improving goods or services'],
  },
  {
    name: ['การกำกับดูแลและตรวจสอบภายใน', 'Governance and internal audit'],
    description: [
      'ตรวจสอบ ควบคุมภายใน บริหารความเสี่ยง และรายงานต่อผู้บริหาร',
      'Audit, internal control, risk management and reports to management',
    ],
  },
];

/** Categories of personal data; those marked sensitive are named by section 26 of the PDPA. */
export const PII_CATEGORIES: readonly { name: Pair; description: Pair; example: string; sensitive?: true }[] = [
  {
    name: ['ข้อมูลระบุตัวบุคคล', 'Identity data'],
    description: ['ข้อมูลที่บอกได้ว่าเป็นใคร', 'Data that says who a person is'],
    example: 'ชื่อ นามสกุล วันเกิด เลขประจำตัวประชาชน เลขหนังสือเดินทาง',
  },
  {
    name: ['ข้อมูลติดต่อ', 'Contact data'],
    description: ['ช่องทางติดต่อกับเจ้าของข้อมูลส่วนบุคคล', 'Ways to reach the data subject'],
    example: 'ที่อยู่ หมายเลขโทรศัพท์ อีเมล บัญชีไลน์',
  },
  {
    name: ['ข้อมูลการศึกษาและการทำงาน', 'Education and employment data'],
    description: ['ประวัติการศึกษาและการทำงาน', 'Record of education and work'],
    example: 'วุฒิการศึกษา ตำแหน่งงาน ประวัติการทำงาน ผลประเมิน',
  },
  {
    name: ['ข้อมูลทางการเงิน', 'Financial data'],
    description: ['ฐานะและธุรกรรมทางการเงิน', 'Financial standing and transactions'],
    example: 'เลขบัญชีธนาคาร เงินเดือน หมายเลขบัตรเครดิต ประวัติการชำระเงิน',
  },
  {
    name: ['ข้อมูลครอบครัวและผู้ติดต่อ', 'Family and contact persons'],
    description: ['บุคคลที่เกี่ยวข้องกับเจ้าของข้อมูลส่วนบุคคล', 'People connected with the data subject'],
    example: 'ชื่อคู่สมรส บุตร ผู้ปกครอง ผู้ติดต่อฉุกเฉิน',
  },
  {
    name: ['ข้อมูลการทำธุรกรรมและการใช้บริการ', 'Transactions and use of services'],
    description: ['สิ่งที่ซื้อ จอง หรือใช้', 'What was bought, booked or used'],
    example: 'ประวัติการสั่งซื้อ การนัดหมาย คะแนนสะสม',
  },
  {
    name: ['ข้อมูลทางเทคนิคและการใช้งานระบบ', 'Technical and usage data'],
    description: ['ข้อมูลจากอุปกรณ์และการใช้ระบบ', 'Data from devices and use of systems'],
    example: 'หมายเลขไอพี คุกกี้ ข้อมูลจราจรทางคอมพิวเตอร์ รุ่นของอุปกรณ์',
  },
  {
    name: ['ภาพและเสียง', 'Images and sound'],
    description: ['ภาพนิ่ง ภาพเคลื่อนไหว และเสียงของบุคคล', 'Pictures, video and voice of a person'],
    example: 'ภาพถ่าย ภาพจากกล้องวงจรปิด เสียงบันทึกการสนทนา',
  },
  {
    name: ['ข้อมูลตำแหน่งที่ตั้ง', 'Location data'],
    description: ['สถานที่ที่บุคคลหรืออุปกรณ์อยู่', 'Where a person or device is'],
    example: 'พิกัดจีพีเอส เวลาเข้าออกสถานที่',
  },
  {
    name: ['ความสนใจและข้อมูลการตลาด', 'Interests and marketing profile'],
    description: ['สิ่งที่สนใจ และผลวิเคราะห์เพื่อการตลาด', 'What a person likes, and what marketing makes of it'],
    example: 'ความชอบ กลุ่มลูกค้า การเปิดอ่านข้อความ',
  },
  {
    name: ['ข้อมูลการสื่อสาร', 'Communications'],
    description: ['เนื้อหาที่ติดต่อสื่อสารกับองค์กร', 'What was said and written to the organisation'],
    example: 'อีเมล ข้อความแชต บันทึกศูนย์บริการลูกค้า',
  },
  {
    name: ['ยานพาหนะและการเดินทาง', 'Vehicles and travel'],
    description: ['รถและการเดินทางของบุคคล', 'A person’s vehicles and journeys'],
    example: 'ทะเบียนรถ บัตรโดยสาร การเข้าพัก',
  },
  {
    name: ['ทรัพย์สินและที่อยู่อาศัย', 'Property and housing'],
    description: ['ที่ดิน ที่อยู่อาศัย และสาธารณูปโภค', 'Land, homes and utilities'],
    example: 'โฉนดที่ดิน สัญญาเช่า เลขมิเตอร์',
  },
  {
    name: ['สัญญาและข้อมูลทางกฎหมาย', 'Contracts and legal matters'],
    description: ['สัญญา ข้อพิพาท และการใช้สิทธิตามกฎหมาย', 'Contracts, disputes and legal rights exercised'],
    example: 'สัญญา หนังสือมอบอำนาจ คดีแพ่ง',
  },
  {
    name: ['เชื้อชาติและเผ่าพันธุ์', 'Racial or ethnic origin'],
    description: ['เชื้อชาติ เผ่าพันธุ์ หรือชาติพันธุ์', 'Race, ethnicity'],
    example: 'เชื้อชาติในทะเบียนประวัติ กลุ่มชาติพันธุ์',
    sensitive: true,
  },
  {
    name: ['ความคิดเห็นทางการเมือง', 'Political opinions'],
    description: ['ความเห็นหรือการเข้าร่วมทางการเมือง', 'Political views or membership'],
    example: 'การเป็นสมาชิกพรรคการเมือง',
    sensitive: true,
  },
  {
    name: ['ความเชื่อทางศาสนาหรือปรัชญา', 'Religious or philosophical beliefs'],
    description: ['ความเชื่อในลัทธิ ศาสนา หรือปรัชญา', 'Cult, religious or philosophical beliefs'],
    example: 'ศาสนา ข้อจำกัดด้านอาหารตามความเชื่อ',
    sensitive: true,
  },
  {
    name: ['พฤติกรรมทางเพศ', 'Sexual behaviour'],
    description: ['ข้อมูลเกี่ยวกับพฤติกรรมทางเพศ', 'Data on sexual behaviour'],
    example: 'ประวัติทางเพศในเวชระเบียน',
    sensitive: true,
  },
  {
    name: ['ประวัติอาชญากรรม', 'Criminal records'],
    description: ['ข้อมูลการกระทำความผิดและโทษทางอาญา', 'Offences and criminal penalties'],
    example: 'ผลตรวจประวัติอาชญากรรม คำพิพากษา',
    sensitive: true,
  },
  {
    name: ['ข้อมูลสุขภาพ', 'Health data'],
    description: ['สุขภาพกายและใจ การตรวจและการรักษา', 'Physical and mental health, examination and treatment'],
    example: 'ประวัติการรักษา ผลตรวจ หมู่เลือด การแพ้ยา',
    sensitive: true,
  },
  {
    name: ['ความพิการ', 'Disability'],
    description: ['ประเภทและระดับความพิการ', 'Kind and degree of disability'],
    example: 'บัตรประจำตัวคนพิการ ความต้องการสิ่งอำนวยความสะดวก',
    sensitive: true,
  },
  {
    name: ['ข้อมูลสหภาพแรงงาน', 'Trade union data'],
    description: ['การเป็นสมาชิกหรือกิจกรรมของสหภาพแรงงาน', 'Membership or activity in a trade union'],
    example: 'ค่าสมาชิกสหภาพแรงงานที่หักจากเงินเดือน',
    sensitive: true,
  },
  {
    name: ['ข้อมูลพันธุกรรม', 'Genetic data'],
    description: ['ลักษณะทางพันธุกรรมที่ได้จากการตรวจ', 'Genetic characteristics found by tests'],
    example: 'ผลตรวจดีเอ็นเอ ผลตรวจยีนก่อโรค',
    sensitive: true,
  },
  {
    name: ['ข้อมูลชีวภาพ', 'Biometric data'],
    description: [
      'ลักษณะเด่นทางกายภาพหรือพฤติกรรมที่ใช้ยืนยันตัวบุคคล',
      'Physical or behavioural traits used to recognise a person',
    ],
    example: 'ลายนิ้วมือ ภาพจำลองใบหน้า ม่านตา เสียงจำลอง',
    sensitive: true,
  },
];

/** The values of every selector, by kind. */
export const CATALOGUE: Readonly<Record<CatalogueKind, readonly Pair[]>> = {
  collectionChannel: [
    ['กรอกแบบฟอร์มกระดาษ', 'Paper form'],
    ['แบบฟอร์มบนเว็บไซต์', 'Web form'],
    ['แอปพลิเคชันมือถือ', 'Mobile app'],
    ['เคาน์เตอร์บริการ', 'Service counter'],
    ['โทรศัพท์หรือศูนย์บริการลูกค้า', 'Telephone or call centre'],
    ['อีเมล', 'E-mail'],
    ['LINE และสื่อสังคมออนไลน์', 'LINE and social media'],
    ['กล้องวงจรปิด', 'CCTV'],
    ['เครื่องสแกนหรือเครื่องอ่านบัตร', 'Scanner or card reader'],
    ['อุปกรณ์การแพทย์และเครื่องตรวจ', 'Medical and diagnostic equipment'],
    ['คุกกี้และบันทึกการใช้งานเว็บไซต์', 'Cookies and web logs'],
    ['รับจากหน่วยงานภายในอื่น', 'From another department'],
    ['รับจากบุคคลภายนอกหรือคู่ค้า', 'From a third party or partner'],
    ['หน่วยงานรัฐหรือทะเบียนสาธารณะ', 'Public authority or public register'],
    ['เชื่อมต่อระบบอัตโนมัติ (API)', 'System interface (API)'],
  ],
  dataSubjectGroup: [
    ['ลูกค้า', 'Customers'],
    ['ผู้สนใจสินค้าหรือบริการ', 'Prospects'],
    ['ผู้ป่วย', 'Patients'],
    ['ญาติและผู้ติดต่อ', 'Relatives and contact persons'],
    ['พนักงานและลูกจ้าง', 'Employees'],
    ['ผู้สมัครงาน', 'Job applicants'],
    ['อดีตพนักงาน', 'Former employees'],
    ['คู่ค้าและผู้รับจ้าง', 'Suppliers and contractors'],
    ['กรรมการและผู้ถือหุ้น', 'Directors and shareholders'],
    ['ผู้มาติดต่อ', 'Visitors'],
    ['ผู้ใช้เว็บไซต์และแอปพลิเคชัน', 'Website and app users'],
    ['นักเรียนและนักศึกษา', 'Pupils and students'],
    ['ผู้เยาว์', 'Minors'],
    ['ผู้ร่วมวิจัย', 'Research participants'],
  ],
  storageSystem: [
    ['ระบบฐานข้อมูลขององค์กร', 'Own database system'],
    ['ระบบคลาวด์ในประเทศไทย', 'Cloud in Thailand'],
    ['ระบบคลาวด์ในต่างประเทศ', 'Cloud abroad'],
    ['เครื่องแม่ข่ายเก็บแฟ้มข้อมูล', 'File server'],
    ['เอกสารกระดาษในตู้ล็อก', 'Paper in locked cabinets'],
    ['คอมพิวเตอร์ของพนักงาน', 'Staff computers'],
    ['ระบบอีเมล', 'E-mail system'],
    ['ระบบทรัพยากรบุคคล', 'Human-resources system'],
    ['ระบบลูกค้าสัมพันธ์', 'Customer-relationship system'],
    ['ระบบเวชระเบียนอิเล็กทรอนิกส์', 'Electronic medical records'],
    ['ระบบกล้องวงจรปิด', 'CCTV system'],
    ['สื่อบันทึกแบบพกพา', 'Removable media'],
  ],
  destructionMethod: [
    ['ลบออกจากระบบอย่างถาวร', 'Permanent deletion from systems'],
    ['เขียนทับข้อมูลบนสื่อ', 'Overwriting of media'],
    ['ทำลายกุญแจเข้ารหัส', 'Destruction of encryption keys'],
    ['ย่อยทำลายเอกสาร', 'Shredding of paper'],
    ['เผาทำลายเอกสาร', 'Burning of paper'],
    ['ทำลายสื่อทางกายภาพ', 'Physical destruction of media'],
    ['ทำให้ไม่สามารถระบุตัวบุคคลได้', 'Anonymisation'],
    ['ว่าจ้างผู้ทำลายเอกสารพร้อมใบรับรอง', 'Certified destruction by a contractor'],
  ],
  department: [
    ['สำนักผู้บริหาร', 'Executive office'],
    ['ฝ่ายทรัพยากรบุคคล', 'Human resources'],
    ['ฝ่ายการเงินและบัญชี', 'Finance and accounting'],
    ['ฝ่ายกฎหมาย', 'Legal'],
    ['ฝ่ายเทคโนโลยีสารสนเทศ', 'Information technology'],
    ['ฝ่ายการตลาด', 'Marketing'],
    ['ฝ่ายขาย', 'Sales'],
    ['ฝ่ายจัดซื้อ', 'Procurement'],
    ['ฝ่ายลูกค้าสัมพันธ์', 'Customer service'],
    ['ฝ่ายปฏิบัติการ', 'Operations'],
    ['ฝ่ายเวชระเบียน', 'Medical records'],
    ['ฝ่ายตรวจสอบภายใน', 'Internal audit'],
    ['ฝ่ายอาคารและความปลอดภัย', 'Facilities and security'],
  ],
  // The three kinds of measures that the PDPC's notification on security measures, B.E. 2565, requires.
  securityMeasure: [
    ['มาตรการเชิงองค์กร: นโยบายและระเบียบคุ้มครองข้อมูลส่วนบุคคล', 'Organisational: data protection policy and rules'],
    ['มาตรการเชิงองค์กร: อบรมสร้างความตระหนักรู้แก่บุคลากร', 'Organisational: awareness training of personnel'],
    ['มาตรการเชิงองค์กร: ข้อตกลงรักษาความลับ', 'Organisational: confidentiality agreements'],
    ['มาตรการเชิงองค์กร: ข้อตกลงประมวลผลข้อมูลกับผู้ประมวลผล', 'Organisational: data processing agreements with processors'],
    ['มาตรการเชิงองค์กร: ทบทวนสิทธิการเข้าถึงเป็นระยะ', 'Organisational: periodic review of access rights'],
    ['มาตรการเชิงองค์กร: แผนรับมือเหตุละเมิดข้อมูลส่วนบุคคล', 'Organisational: breach response plan'],
    ['มาตรการเชิงเทคนิค: ควบคุมการเข้าถึงตามหน้าที่', 'Technical: role-based access control'],
    ['มาตรการเชิงเทคนิค: ยืนยันตัวตนหลายปัจจัย', 'Technical: multi-factor authentication'],
    ['มาตรการเชิงเทคนิค: เข้ารหัสข้อมูลขณะจัดเก็บ', 'Technical: encryption at rest'],
    ['มาตรการเชิงเทคนิค: เข้ารหัสข้อมูลขณะรับส่ง', 'Technical: encryption in transit'],
    ['มาตรการเชิงเทคนิค: บันทึกและตรวจสอบการใช้งาน', 'Technical: logging and monitoring'],
    ['มาตรการเชิงเทคนิค: สำรองข้อมูลและทดสอบการกู้คืน', 'Technical: backups and restore tests'],
    ['มาตรการเชิงเทคนิค: ป้องกันมัลแวร์และแก้ไขช่องโหว่', 'Technical: malware protection and patching'],
    ['มาตรการเชิงเทคนิค: แฝงข้อมูลหรือทำให้ระบุตัวไม่ได้', 'Technical: pseudonymisation or anonymisation'],
    ['มาตรการทางกายภาพ: ควบคุมการเข้าออกพื้นที่', 'Physical: controlled entry to premises'],
    ['มาตรการทางกายภาพ: ตู้เก็บเอกสารที่ล็อกได้', 'Physical: lockable cabinets'],
    ['มาตรการทางกายภาพ: กล้องวงจรปิด', 'Physical: CCTV'],
    ['มาตรการทางกายภาพ: ห้องเครื่องแม่ข่ายที่ปลอดภัย', 'Physical: secured server room'],
  ],
  lineOfWork: [
    ['บริการลูกค้า', 'Customer service'],
    ['ขายและการตลาด', 'Sales and marketing'],
    ['ทรัพยากรบุคคล', 'Human resources'],
    ['การเงินและบัญชี', 'Finance and accounting'],
    ['จัดซื้อและพัสดุ', 'Procurement and supplies'],
    ['เทคโนโลยีสารสนเทศ', 'Information technology'],
    ['กฎหมายและกำกับดูแล', 'Legal and compliance'],
    ['การแพทย์และการพยาบาล', 'Medical and nursing care'],
    ['การศึกษาและวิจัย', 'Education and research'],
    ['อาคารและความปลอดภัย', 'Facilities and security'],
    ['ปฏิบัติการและโลจิสติกส์', 'Operations and logistics'],
  ],
  dataSource: [
    ['จากเจ้าของข้อมูลส่วนบุคคลโดยตรง', 'From the data subject directly'],
    ['จากผู้ปกครองหรือผู้แทนโดยชอบธรรม', 'From a parent or legal guardian'],
    ['จากบุคคลในครอบครัวหรือผู้ติดต่อ', 'From family or contact persons'],
    ['จากคู่ค้าหรือพันธมิตร', 'From suppliers or partners'],
    ['จากบริษัทในเครือ', 'From group companies'],
    ['จากหน่วยงานของรัฐ', 'From public authorities'],
    ['จากแหล่งข้อมูลสาธารณะ', 'From public sources'],
    ['จากระบบอัตโนมัติ เช่น คุกกี้ กล้อง เครื่องบันทึกเวลา', 'From automatic means such as cookies, cameras, time clocks'],
  ],
};

/** Locations of built-in storage systems, by their Thai name, where the name states it; the others have none. */
export const STORAGE_COUNTRIES: readonly (readonly [name: string, country: string])[] = [
  ['ระบบคลาวด์ในประเทศไทย', HOME_COUNTRY],
  ['ระบบคลาวด์ในต่างประเทศ', UNNAMED_COUNTRY],
];
