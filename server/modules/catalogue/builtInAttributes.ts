type Pair = readonly [th: string, en: string];

/** An attribute; `sensitive` marks section 26 data within a category of general data. */
type Attribute = readonly [th: string, en: string, sensitive?: 'sensitive'];

/** A sub-category with its attributes; without a name they belong to the category itself. */
export interface PiiGroup {
  name?: Pair;
  attributes: readonly Attribute[];
}

/**
 * Common personal data of Thai organisations, by the English name of the built-in category (builtInWords.ts). All
 * attributes of a category under section 26 of the PDPA are sensitive.
 */
export const PII_CATALOGUE: Readonly<Record<string, readonly PiiGroup[]>> = {
  'Identity data': [
    {
      name: ['ชื่อและข้อมูลพื้นฐาน', 'Names and basic facts'],
      attributes: [
        ['คำนำหน้าชื่อ', 'Title'],
        ['ชื่อ', 'First name'],
        ['ชื่อกลาง', 'Middle name'],
        ['นามสกุล', 'Surname'],
        ['ชื่อเล่น', 'Nickname'],
        ['ชื่อและนามสกุลเดิม', 'Former names'],
        ['ชื่อและนามสกุลภาษาอังกฤษ', 'Name in English'],
        ['วันเดือนปีเกิด', 'Date of birth'],
        ['อายุ', 'Age'],
        ['เพศ', 'Sex'],
        ['สัญชาติ', 'Nationality'],
        ['สถานที่เกิด', 'Place of birth'],
        ['สถานภาพการสมรส', 'Marital status'],
        ['สถานภาพทางทหาร', 'Military service status'],
        ['ส่วนสูงและน้ำหนัก', 'Height and weight'],
      ],
    },
    {
      name: ['เลขและเอกสารประจำตัว', 'Identification numbers and documents'],
      attributes: [
        ['เลขประจำตัวประชาชน', 'National identification number'],
        ['เลขหลังบัตรประจำตัวประชาชน (Laser ID)', 'Laser code of the national ID card'],
        ['เลขหนังสือเดินทาง', 'Passport number'],
        ['เลขใบอนุญาตขับขี่', 'Driving licence number'],
        ['เลขประจำตัวผู้เสียภาษี', 'Taxpayer identification number'],
        ['เลขที่ใบอนุญาตทำงานของคนต่างด้าว', 'Work permit number'],
        ['วีซ่าและตราประทับเข้าเมือง', 'Visa and entry stamp'],
        ['เลขประจำตัวลูกค้าหรือสมาชิก', 'Customer or member number'],
        ['เลขประจำตัวผู้ป่วย (HN)', 'Hospital number (HN)'],
        ['สำเนาบัตรประจำตัวประชาชนที่ปิดบังศาสนาและหมู่เลือด', 'Copy of the national ID card, religion and blood group covered'],
        [
          'สำเนาบัตรประจำตัวประชาชนที่เห็นศาสนาหรือหมู่เลือด',
          'Copy of the national ID card showing religion or blood group',
          'sensitive',
        ],
        ['สำเนาทะเบียนบ้าน', 'Copy of the house registration'],
        ['สำเนาหนังสือเดินทาง', 'Copy of the passport'],
        ['ใบเปลี่ยนชื่อหรือนามสกุล', 'Certificate of change of name'],
        ['ลายมือชื่อ', 'Signature'],
        ['ลายมือชื่ออิเล็กทรอนิกส์', 'Electronic signature'],
      ],
    },
  ],
  'Contact data': [
    {
      name: ['ที่อยู่', 'Addresses'],
      attributes: [
        ['ที่อยู่ตามทะเบียนบ้าน', 'Registered address'],
        ['ที่อยู่ปัจจุบัน', 'Current address'],
        ['ที่อยู่จัดส่งเอกสารหรือสินค้า', 'Delivery address'],
        ['ที่อยู่ที่ทำงาน', 'Work address'],
        ['แผนที่หรือจุดสังเกตของที่อยู่', 'Map or landmark of the address'],
      ],
    },
    {
      name: ['ช่องทางติดต่อ', 'Ways to reach'],
      attributes: [
        ['หมายเลขโทรศัพท์มือถือ', 'Mobile number'],
        ['หมายเลขโทรศัพท์บ้าน', 'Home telephone'],
        ['หมายเลขโทรศัพท์ที่ทำงาน', 'Work telephone'],
        ['อีเมลส่วนตัว', 'Personal e-mail'],
        ['อีเมลที่ทำงาน', 'Work e-mail'],
        ['LINE ID', 'LINE ID'],
        ['บัญชีสื่อสังคมออนไลน์', 'Social media account'],
        ['ช่องทางและเวลาที่สะดวกให้ติดต่อ', 'Preferred channel and time'],
      ],
    },
  ],
  'Education and employment data': [
    {
      name: ['การศึกษาและคุณวุฒิ', 'Education and qualifications'],
      attributes: [
        ['วุฒิการศึกษา', 'Degree'],
        ['สถาบันการศึกษา', 'Educational institution'],
        ['ใบแสดงผลการเรียน (ทรานสคริปต์)', 'Transcript'],
        ['ใบอนุญาตประกอบวิชาชีพ', 'Professional licence'],
        ['ประวัติการฝึกอบรม', 'Training record'],
        ['ทักษะและผลสอบภาษา', 'Language skills and scores'],
        ['เลขประจำตัวนักเรียนหรือนักศึกษา', 'Student number'],
      ],
    },
    {
      name: ['การสมัครงาน', 'Application for a job'],
      attributes: [
        ['ประวัติย่อ (เรซูเม่)', 'Résumé'],
        ['ประวัติการทำงานเดิม', 'Earlier employment'],
        ['บุคคลอ้างอิง', 'Referees'],
        ['ผลสัมภาษณ์และแบบทดสอบ', 'Interview and test results'],
        ['เงินเดือนที่คาดหวัง', 'Expected salary'],
      ],
    },
    {
      name: ['การจ้างงาน', 'Employment'],
      attributes: [
        ['รหัสพนักงาน', 'Employee number'],
        ['ตำแหน่งและสังกัด', 'Position and department'],
        ['วันเริ่มงานและวันพ้นสภาพ', 'Start and end of employment'],
        ['สัญญาจ้าง', 'Employment contract'],
        ['เวลาเข้าออกงาน', 'Working hours recorded'],
        ['วันลาและประเภทการลา', 'Leave and its kind'],
        ['ผลประเมินการปฏิบัติงาน', 'Performance appraisal'],
        ['ประวัติทางวินัย', 'Disciplinary record'],
        ['เลขประกันสังคมและสถานพยาบาลตามสิทธิ', 'Social security number and hospital'],
      ],
    },
  ],
  'Financial data': [
    {
      name: ['บัญชีและบัตร', 'Accounts and cards'],
      attributes: [
        ['เลขบัญชีธนาคาร', 'Bank account number'],
        ['สำเนาหน้าสมุดบัญชี', 'Copy of the bank book'],
        ['หมายเลขบัตรเครดิตหรือเดบิต', 'Credit or debit card number'],
        ['วันหมดอายุและรหัสความปลอดภัยของบัตร', 'Card expiry and security code'],
        ['พร้อมเพย์และกระเป๋าเงินอิเล็กทรอนิกส์', 'PromptPay and e-wallet'],
      ],
    },
    {
      name: ['รายได้และภาษี', 'Income and tax'],
      attributes: [
        ['เงินเดือนและค่าตอบแทน', 'Salary and remuneration'],
        ['รายการหักเงินเดือน', 'Payroll deductions'],
        ['หนังสือรับรองการหักภาษี ณ ที่จ่าย', 'Withholding tax certificate'],
        ['รายการลดหย่อนภาษี', 'Tax allowances'],
        ['กองทุนสำรองเลี้ยงชีพ', 'Provident fund'],
        ['รายได้และแหล่งที่มาของรายได้', 'Income and its source'],
      ],
    },
    {
      name: ['สินเชื่อและฐานะการเงิน', 'Credit and standing'],
      attributes: [
        ['ประวัติการชำระหนี้', 'Repayment record'],
        ['ข้อมูลเครดิตบูโร', 'Credit bureau data'],
        ['ภาระหนี้และวงเงินสินเชื่อ', 'Debts and credit limits'],
        ['รายการเดินบัญชี', 'Bank statement'],
        ['หลักประกันและทรัพย์สิน', 'Collateral and assets'],
        ['การลงทุนและการถือหลักทรัพย์', 'Investments and securities'],
        ['สถานะล้มละลาย', 'Bankruptcy status'],
      ],
    },
    {
      name: ['ประกันภัย', 'Insurance'],
      attributes: [
        ['เลขที่กรมธรรม์', 'Policy number'],
        ['ความคุ้มครองและเบี้ยประกัน', 'Cover and premium'],
        ['ผู้รับประโยชน์', 'Beneficiary'],
        ['ประวัติการเรียกร้องค่าสินไหม', 'Claims record'],
      ],
    },
  ],
  'Family and contact persons': [
    {
      attributes: [
        ['ชื่อบิดามารดา', 'Names of parents'],
        ['ชื่อคู่สมรส', 'Name of spouse'],
        ['ชื่อและวันเกิดของบุตร', 'Names and dates of birth of children'],
        ['อาชีพและรายได้ของครอบครัว', 'Occupation and income of the family'],
        ['ผู้ปกครองหรือผู้แทนโดยชอบธรรม', 'Parent or legal guardian'],
        ['ผู้ติดต่อฉุกเฉินและความสัมพันธ์', 'Emergency contact and relation'],
        ['ผู้ค้ำประกัน', 'Guarantor'],
        ['ใบทะเบียนสมรสหรือหย่า', 'Marriage or divorce certificate'],
        ['สูติบัตรของบุตร', 'Birth certificate of children'],
      ],
    },
  ],
  'Transactions and use of services': [
    {
      attributes: [
        ['ประวัติการสั่งซื้อ', 'Orders'],
        ['ใบเสร็จและใบกำกับภาษี', 'Receipts and tax invoices'],
        ['วิธีและสถานะการชำระเงิน', 'Payment method and status'],
        ['การจองและการนัดหมาย', 'Bookings and appointments'],
        ['คะแนนสะสมและระดับสมาชิก', 'Points and member level'],
        ['สิทธิประโยชน์ที่ใช้', 'Benefits used'],
        ['การคืนสินค้าและการรับประกัน', 'Returns and warranty'],
        ['เรื่องร้องเรียนและการแก้ไข', 'Complaints and their resolution'],
        ['ผลสำรวจความพึงพอใจ', 'Satisfaction survey answers'],
        ['ใบนำส่งและลายมือชื่อผู้รับของ', 'Delivery note and recipient’s signature'],
      ],
    },
  ],
  'Interests and marketing profile': [
    {
      attributes: [
        ['ความสนใจและความชอบ', 'Interests and preferences'],
        ['กลุ่มลูกค้าที่จัดจากการวิเคราะห์', 'Customer segment from analysis'],
        ['การเปิดอ่านและคลิกข้อความการตลาด', 'Opens and clicks of marketing messages'],
        ['ความยินยอมทางการตลาด', 'Marketing consents'],
        ['การเข้าร่วมกิจกรรมและชิงโชค', 'Events and prize draws joined'],
        ['รูปแบบการดำเนินชีวิต', 'Lifestyle'],
        ['การแนะนำเพื่อน', 'Referrals'],
      ],
    },
  ],
  Communications: [
    {
      attributes: [
        ['เนื้อหาอีเมลและจดหมาย', 'Content of e-mails and letters'],
        ['ข้อความสนทนา (แชต)', 'Chat messages'],
        ['บันทึกการติดต่อศูนย์บริการลูกค้า', 'Call-centre notes'],
        ['ข้อความสั้น (SMS)', 'Text messages'],
        ['ความเห็นและรีวิว', 'Comments and reviews'],
        ['รายงานการประชุมและผู้เข้าประชุม', 'Minutes and attendance of meetings'],
      ],
    },
  ],
  'Technical and usage data': [
    {
      name: ['อุปกรณ์และเครือข่าย', 'Devices and networks'],
      attributes: [
        ['หมายเลขไอพี', 'IP address'],
        ['หมายเลขเครื่อง (MAC, IMEI)', 'Device number (MAC, IMEI)'],
        ['รหัสโฆษณาของอุปกรณ์', 'Advertising ID'],
        ['รุ่นอุปกรณ์ ระบบปฏิบัติการ และเบราว์เซอร์', 'Device, operating system and browser'],
        ['ข้อมูลจราจรทางคอมพิวเตอร์', 'Computer traffic data'],
      ],
    },
    {
      name: ['คุกกี้และการใช้งาน', 'Cookies and use'],
      attributes: [
        ['คุกกี้ที่จำเป็น', 'Necessary cookies'],
        ['คุกกี้วิเคราะห์และโฆษณา', 'Analytics and advertising cookies'],
        ['หน้าที่เข้าชมและคำค้นหา', 'Pages visited and searches'],
        ['บันทึกเวลาเข้าใช้ระบบ (ล็อก)', 'System logs'],
        ['รายงานข้อผิดพลาดของแอปพลิเคชัน', 'Crash reports'],
      ],
    },
    {
      name: ['บัญชีผู้ใช้', 'User accounts'],
      attributes: [
        ['ชื่อผู้ใช้', 'User name'],
        ['รหัสผ่านที่เข้ารหัสแล้ว', 'Hashed password'],
        ['รหัสใช้ครั้งเดียว (OTP)', 'One-time passcode'],
        ['สิทธิการเข้าถึงระบบ', 'Access rights'],
        ['ใบรับรองอิเล็กทรอนิกส์', 'Digital certificate'],
      ],
    },
  ],
  'Images and sound': [
    {
      attributes: [
        ['รูปถ่าย', 'Photograph'],
        ['ภาพจากกล้องวงจรปิด', 'CCTV video'],
        ['ภาพและวิดีโอกิจกรรม', 'Pictures and video of events'],
        ['ภาพจากกล้องติดรถหรือติดตัว', 'Dashcam or body-camera video'],
        ['บันทึกเสียงสนทนาทางโทรศัพท์', 'Recorded telephone calls'],
        ['บันทึกการประชุมออนไลน์', 'Recorded online meetings'],
        ['ภาพถ่ายหน้าผู้ยื่นคู่บัตร', 'Selfie with an identity card'],
      ],
    },
  ],
  'Location data': [
    {
      attributes: [
        ['พิกัดจีพีเอส', 'GPS position'],
        ['เวลาเข้าออกอาคารหรือพื้นที่', 'Entry and exit of premises'],
        ['ตำแหน่งจากเครือข่ายโทรศัพท์หรือ Wi-Fi', 'Position from mobile network or Wi-Fi'],
        ['เส้นทางการเดินทาง', 'Routes travelled'],
        ['การลงเวลาพร้อมตำแหน่งผ่านแอป', 'Clock-in with position by app'],
      ],
    },
  ],
  'Vehicles and travel': [
    {
      attributes: [
        ['ทะเบียนรถ', 'Vehicle registration'],
        ['ยี่ห้อ รุ่น และสีรถ', 'Make, model and colour of the vehicle'],
        ['เล่มทะเบียนรถ', 'Vehicle registration book'],
        ['ใบสั่งและประวัติการขับขี่', 'Traffic fines and driving record'],
        ['บัตรจอดรถและบัตรทางด่วน', 'Parking and toll cards'],
        ['กำหนดการเดินทางและบัตรโดยสาร', 'Itinerary and tickets'],
        ['ข้อมูลการเข้าพักโรงแรม', 'Hotel stays'],
      ],
    },
  ],
  'Property and housing': [
    {
      attributes: [
        ['โฉนดที่ดินหรือเอกสารสิทธิ', 'Title deed'],
        ['สัญญาเช่าหรือซื้อขายบ้าน', 'Lease or sale contract of a home'],
        ['เลขมิเตอร์และการใช้น้ำไฟ', 'Meter number and use of water and electricity'],
        ['ลักษณะที่อยู่อาศัยและผู้อยู่ร่วม', 'Kind of home and who lives there'],
      ],
    },
  ],
  'Contracts and legal matters': [
    {
      attributes: [
        ['สัญญาและข้อตกลง', 'Contracts and agreements'],
        ['หนังสือมอบอำนาจ', 'Power of attorney'],
        ['หนังสือรับรองบริษัทและรายชื่อกรรมการ', 'Company certificate and directors'],
        ['บัญชีรายชื่อผู้ถือหุ้น', 'List of shareholders'],
        ['ข้อพิพาทและคดีแพ่ง', 'Disputes and civil cases'],
        ['คำสั่งอายัดและบังคับคดี', 'Garnishment and enforcement orders'],
        ['ผลตรวจสอบรายชื่อ ปปง. และบุคคลที่มีสถานภาพทางการเมือง', 'AMLO list and politically exposed person screening'],
        ['คำขอใช้สิทธิของเจ้าของข้อมูล', 'Data subject requests'],
        ['บันทึกการให้และถอนความยินยอม', 'Record of consents given and withdrawn'],
      ],
    },
  ],
  'Racial or ethnic origin': [
    {
      attributes: [
        ['เชื้อชาติ', 'Race'],
        ['กลุ่มชาติพันธุ์หรือชนเผ่า', 'Ethnic group or tribe'],
        ['สีผิวและลักษณะทางกายที่บ่งบอกเชื้อชาติ', 'Skin colour and features that show race'],
      ],
    },
  ],
  'Political opinions': [
    {
      attributes: [
        ['การเป็นสมาชิกพรรคการเมือง', 'Membership of a political party'],
        ['ความเห็นทางการเมือง', 'Political views'],
        ['การบริจาคให้พรรคการเมือง', 'Donations to political parties'],
        ['การเข้าร่วมชุมนุมหรือกิจกรรมทางการเมือง', 'Political rallies and activities joined'],
      ],
    },
  ],
  'Religious or philosophical beliefs': [
    {
      attributes: [
        ['ศาสนา', 'Religion'],
        ['ศาสนาบนบัตรประจำตัวประชาชน', 'Religion shown on the national ID card'],
        ['นิกายหรือลัทธิ', 'Denomination or cult'],
        ['ข้อจำกัดด้านอาหารตามความเชื่อ', 'Dietary rules of belief'],
        ['การลาอุปสมบทหรือประกอบพิธีฮัจญ์', 'Leave for ordination or the Hajj'],
        ['ความเชื่อทางปรัชญา', 'Philosophical beliefs'],
      ],
    },
  ],
  'Sexual behaviour': [
    {
      attributes: [
        ['ประวัติทางเพศ', 'Sexual history'],
        ['รสนิยมทางเพศ', 'Sexual orientation'],
        ['การคุมกำเนิด', 'Contraception'],
      ],
    },
  ],
  'Criminal records': [
    {
      attributes: [
        ['ผลตรวจประวัติอาชญากรรม', 'Criminal record check'],
        ['คำพิพากษาและโทษทางอาญา', 'Criminal judgments and penalties'],
        ['คดีอาญาที่อยู่ระหว่างดำเนินการ', 'Pending criminal cases'],
        ['ประวัติการคุมประพฤติ', 'Probation record'],
        ['หนังสือรับรองความประพฤติจากตำรวจ', 'Police clearance certificate'],
      ],
    },
  ],
  'Health data': [
    {
      name: ['สุขภาพทั่วไป', 'General health'],
      attributes: [
        ['หมู่เลือด', 'Blood group'],
        ['โรคประจำตัว', 'Chronic conditions'],
        ['ประวัติการแพ้ยาและอาหาร', 'Allergies to medicines and food'],
        ['ผลตรวจสุขภาพประจำปี', 'Annual health check results'],
        ['ผลตรวจสารเสพติด', 'Drug test results'],
        ['ประวัติการฉีดวัคซีน', 'Vaccination record'],
        ['ใบรับรองแพทย์', 'Medical certificate'],
        ['การตั้งครรภ์', 'Pregnancy'],
        ['อุณหภูมิร่างกายและผลคัดกรองโรค', 'Body temperature and screening results'],
        ['ประวัติการสูบบุหรี่และดื่มสุรา', 'Smoking and drinking'],
      ],
    },
    {
      name: ['การตรวจและรักษา', 'Examination and treatment'],
      attributes: [
        ['อาการและประวัติการเจ็บป่วย', 'Symptoms and history of illness'],
        ['ผลวินิจฉัยโรค', 'Diagnosis'],
        ['การรักษาและหัตถการ', 'Treatment and procedures'],
        ['ยาที่ได้รับ', 'Medicines'],
        ['ผลตรวจทางห้องปฏิบัติการ', 'Laboratory results'],
        ['ภาพรังสีและภาพวินิจฉัย', 'X-rays and diagnostic images'],
        ['สัญญาณชีพ', 'Vital signs'],
        ['ประวัติการผ่าตัด', 'Surgery'],
        ['สุขภาพจิต', 'Mental health'],
        ['ประวัติการเจ็บป่วยในครอบครัว', 'Family history of illness'],
        ['สิทธิการรักษาพยาบาล', 'Entitlement to treatment'],
      ],
    },
  ],
  Disability: [
    {
      attributes: [
        ['ประเภทและระดับความพิการ', 'Kind and degree of disability'],
        ['บัตรประจำตัวคนพิการ', 'Disability card'],
        ['อุปกรณ์ช่วยและความต้องการพิเศษ', 'Aids and special needs'],
        ['ผู้ดูแลคนพิการ', 'Carer of the disabled person'],
      ],
    },
  ],
  'Trade union data': [
    {
      attributes: [
        ['การเป็นสมาชิกสหภาพแรงงาน', 'Trade union membership'],
        ['ค่าสมาชิกสหภาพแรงงานที่หักจากเงินเดือน', 'Union dues deducted from salary'],
        ['ตำแหน่งในสหภาพแรงงาน', 'Office held in a trade union'],
        ['การเข้าร่วมกิจกรรมหรือนัดหยุดงาน', 'Activities and strikes joined'],
      ],
    },
  ],
  'Genetic data': [
    {
      attributes: [
        ['ผลตรวจดีเอ็นเอ', 'DNA test results'],
        ['ผลตรวจยีนก่อโรค', 'Tests of disease-causing genes'],
        ['ผลตรวจยีนแพ้ยา', 'Pharmacogenetic results'],
        ['ผลตรวจความเป็นบิดามารดา', 'Parentage test results'],
        ['ตัวอย่างชีวภาพที่ระบุตัวได้', 'Identifiable biological samples'],
      ],
    },
  ],
  'Biometric data': [
    {
      attributes: [
        ['ลายนิ้วมือ', 'Fingerprint'],
        ['ข้อมูลภาพจำลองใบหน้า', 'Facial recognition data'],
        ['ข้อมูลจำลองม่านตา', 'Iris recognition data'],
        ['ข้อมูลจำลองเสียง', 'Voice recognition data'],
        ['เส้นเลือดฝ่ามือหรือนิ้วมือ', 'Palm or finger vein'],
        ['รูปแบบการเดินหรือการพิมพ์', 'Gait or typing pattern'],
      ],
    },
  ],
};
