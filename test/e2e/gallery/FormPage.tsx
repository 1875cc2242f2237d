import { useState } from 'react';
import { z } from 'zod';
import { Card, PageHeader, toast, useFormat } from '../../../client/ui/index.ts';
import {
  AsyncSelectField,
  BilingualField,
  CheckboxField,
  DateField,
  DateTimeField,
  EmailField,
  FileField,
  Form,
  FormActions,
  FormSection,
  MultiSelectField,
  NumberField,
  OrderableList,
  PasswordField,
  PhoneField,
  RadioCardsField,
  SelectField,
  SwitchField,
  TextArea,
  TextField,
  UrlField,
} from '../../../client/ui/form/index.ts';
import type { LoadOptions, UploadFile } from '../../../client/ui/form/index.ts';

const required = { error: 'errors:required' };
const schema = z.object({
  name: z.object({ th: z.string().trim().min(1, required), en: z.string().trim().min(1, required) }),
  code: z.string().min(3),
  note: z.string().max(10_000),
  email: z.email({ error: 'errors:email' }),
  phone: z.string(),
  website: z.string(),
  days: z.number().int().max(90).nullable(),
  password: z.string(),
  country: z.string(),
  channels: z.array(z.string()).min(1),
  owner: z.string({ error: 'errors:required' }),
  accepted: z.boolean(),
  active: z.boolean(),
  kind: z.enum(['web', 'paper']),
  dueOn: z.union([z.literal(''), z.iso.date()]),
  discoveredAt: z.union([z.literal(''), z.iso.datetime()]),
  file: z.unknown(),
});

const people = Array.from({ length: 45 }, (_, index) => ({
  value: String(index + 1),
  label: `บุคลากร ${index + 1}`,
  note: `person${index + 1}@example.co.th`,
}));
const search: LoadOptions = async ({ query, page }) => {
  await new Promise((resolve) => setTimeout(resolve, 120));
  const found = people.filter((one) => one.label.includes(query));
  return { options: found.slice((page - 1) * 20, page * 20), hasMore: found.length > page * 20 };
};
const upload: UploadFile = async (file, onProgress) => {
  for (const share of [0.3, 0.6, 1]) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    onProgress(share);
  }
  return { id: file.name, name: file.name, size: file.size };
};

export default function FormPage() {
  const { locale } = useFormat();
  const text = (thai: string, english: string) => (locale === 'th' ? thai : english);
  const [steps, setSteps] = useState(['1', '2', '3']);
  return (
    <>
      <PageHeader title={text('สร้างแบบขอความยินยอม', 'New consent form')} />
      <Card maxWidth="form">
        <Form
          schema={schema}
          draftKey="gallery"
          label={text('แบบขอความยินยอม', 'Consent form')}
          defaultValues={{
            name: { th: '', en: '' },
            code: '',
            note: 'ก'.repeat(9500),
            email: '',
            phone: '',
            website: '',
            days: null,
            password: '',
            country: 'TH',
            channels: [],
            accepted: false,
            active: true,
            kind: 'web',
            dueOn: '2026-11-21',
            discoveredAt: '2026-11-20T17:30:25.000Z',
            file: null,
          }}
          onSubmit={async (values) => {
            if (values.code === 'taken')
              throw Object.assign(new Error('x'), {
                issues: [{ path: ['code'], reason: text('รหัสนี้มีผู้ใช้แล้ว', 'This code is taken') }],
              });
            toast.success(text('บันทึกแล้ว', 'Saved'));
          }}
        >
          <FormSection
            title={text('ทั่วไป', 'General')}
            description={text('สิ่งที่เจ้าของข้อมูลส่วนบุคคลจะเห็น', 'What data subjects see')}
          >
            <BilingualField
              name="name"
              label={text('ชื่อแบบ', 'Name')}
              help={text('ใช้คำที่คนทั่วไปเข้าใจ', 'Use words that people understand')}
              required
            />
            <TextField name="code" label={text('รหัส', 'Code')} required />
            <TextArea name="note" label={text('หมายเหตุ', 'Note')} />
            <EmailField name="email" label={text('อีเมล', 'E-mail')} required />
            <PhoneField name="phone" label={text('โทรศัพท์', 'Phone')} placeholder="0812345678" />
            <UrlField name="website" label={text('เว็บไซต์', 'Website')} />
            <NumberField
              name="days"
              label={text('ระยะเวลาเก็บรักษา', 'Retention')}
              unit={text('วัน', 'days')}
              max={9999}
            />
            <PasswordField name="password" label={text('รหัสผ่าน', 'Password')} autoComplete="new-password" />
          </FormSection>
          <FormSection title={text('ตัวเลือก', 'Choices')}>
            <SelectField
              name="country"
              label={text('ประเทศ', 'Country')}
              options={[
                { value: 'TH', label: text('ไทย', 'Thailand') },
                { value: 'LA', label: text('ลาว', 'Laos') },
              ]}
            />
            <MultiSelectField
              name="channels"
              label={text('ช่องทาง', 'Channels')}
              required
              options={[
                { value: 'web', label: text('เว็บไซต์', 'Website') },
                { value: 'app', label: text('แอปพลิเคชัน', 'App') },
                { value: 'branch', label: text('สาขา', 'Branch') },
              ]}
            />
            <AsyncSelectField name="owner" label={text('ผู้รับผิดชอบ', 'Owner')} load={search} required />
            <RadioCardsField
              name="kind"
              label={text('ชนิด', 'Kind')}
              cards={[
                {
                  value: 'web',
                  label: text('แบบบนเว็บ', 'Web form'),
                  description: text('ฝังในเว็บไซต์', 'Embedded in a website'),
                },
                {
                  value: 'paper',
                  label: text('กระดาษ', 'Paper'),
                  description: text('พิมพ์และบันทึกภายหลัง', 'Printed, entered later'),
                },
              ]}
            />
            <CheckboxField name="accepted" label={text('ฉันได้อ่านและเข้าใจแล้ว', 'I have read this')} />
            <SwitchField
              name="active"
              label={text('เปิดใช้งาน', 'Active')}
              help={text('ปิดแล้วจะไม่รับคำตอบใหม่', 'When off no answers are taken')}
            />
          </FormSection>
          <FormSection title={text('วันที่และไฟล์', 'Dates and files')}>
            <DateField name="dueOn" label={text('ครบกำหนด', 'Due')} />
            <DateTimeField name="discoveredAt" label={text('ทราบเหตุเมื่อ', 'Discovered')} />
            <FileField name="file" label={text('หลักฐาน', 'Evidence')} accept=".pdf" upload={upload} />
          </FormSection>
          <FormSection title={text('ขั้นตอน', 'Steps')}>
            <OrderableList
              label={text('ขั้นตอน', 'Steps')}
              items={steps}
              onChange={setSteps}
              itemKey={(one) => one}
              itemName={(one) => text(`ขั้นที่ ${one}`, `Step ${one}`)}
            >
              {(one) => text(`ขั้นที่ ${one}`, `Step ${one}`)}
            </OrderableList>
          </FormSection>
          <FormActions cancelHref="/table" />
        </Form>
      </Card>
    </>
  );
}
