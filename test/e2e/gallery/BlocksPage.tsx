import { Bell, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CommandPalette } from '../../../client/ui/CommandPalette.tsx';
import { DiffView } from '../../../client/ui/DiffView.tsx';
import {
  Banner,
  Box,
  Button,
  Card,
  ConfirmDialog,
  Dialog,
  Drawer,
  GlowOnChange,
  HStack,
  IconButton,
  Kbd,
  LinkButton,
  Menu,
  PageHeader,
  Popover,
  QuietLine,
  RelativeTime,
  SideRail,
  Stack,
  StatusTag,
  Switch,
  Tabs,
  Tag,
  Text,
  Wrap,
  toast,
  useDialog,
  useFormat,
} from '../../../client/ui/index.ts';

export default function BlocksPage() {
  const { locale } = useFormat();
  const th = locale === 'th';
  const [on, setOn] = useState(true);
  const [count, setCount] = useState(12);
  const [palette, setPalette] = useState(false);
  const dialog = useDialog();
  const confirm = useDialog();
  const drawer = useDialog();
  const text = (thai: string, english: string) => (th ? thai : english);
  return (
    <>
      <QuietLine since="2026-11-21T02:05:00Z" />
      <Box mt="4" />
      <PageHeader
        trail={[{ label: text('กระบวนงาน', 'Business functions'), href: '/blocks' }]}
        title={text('แบบขอความยินยอมสำหรับสมาชิกสหกรณ์ออมทรัพย์', 'Consent form for cooperative members')}
        state={<StatusTag tone="ok">{text('เผยแพร่แล้ว', 'Published')}</StatusTag>}
        version={3}
        updatedBy={text('กัญญาณัฐ ศรีสุวรรณ', 'Kanyanat Srisuwan')}
        updatedAt={Date.now() - 3 * 60_000}
        description={text(
          'ขอความยินยอมเพื่อส่งข่าวสารและสิทธิประโยชน์ ที่ปู่ซึ้ง ฎีกา ญาติผู้ใหญ่ ก็ปฏิบัติตามได้',
          'Asks members for consent to send news and benefits.',
        )}
        action={
          <>
            <Button look="main" icon={<Plus aria-hidden />}>
              {text('สร้างฉบับใหม่', 'New version')}
            </Button>
            <Menu
              items={[
                {
                  key: 'edit',
                  label: text('แก้ไข', 'Edit'),
                  icon: <Pencil aria-hidden />,
                  note: text('สร้างร่างใหม่', 'Makes a new draft'),
                  onSelect: () => {},
                },
                { key: 'off', label: text('ปิดใช้งาน', 'Deactivate'), disabled: true },
                {
                  key: 'del',
                  label: text('ลบ', 'Delete'),
                  icon: <Trash2 aria-hidden />,
                  danger: true,
                  separated: true,
                  onSelect: confirm.show,
                },
              ]}
              trigger={(props) => (
                <IconButton look="plain" label={text('อื่น ๆ', 'More')} icon={<Ellipsis aria-hidden />} {...props} />
              )}
            />
          </>
        }
      />
      <Tabs
        items={[
          { label: text('ทั่วไป', 'General'), href: '?' },
          { label: text('ประวัติ', 'History'), href: '?tab=history', count: 4 },
          { label: text('การเผยแพร่', 'Publishing'), href: '?tab=publish' },
        ]}
      />
      <SideRail
        rail={
          <>
            <Card title={text('ประวัติ', 'History')} actions={<Button size="sm">{text('ดูทั้งหมด', 'See all')}</Button>}>
              <Stack gap="3">
                <Text textStyle="dense">
                  {text('เผยแพร่ฉบับที่ 3', 'Published version 3')} · <RelativeTime value={Date.now() - 7_200_000} />
                </Text>
                <Text textStyle="dense">
                  {text('แก้ไขข้อความ', 'Edited the text')} · <RelativeTime value={Date.now() - 3 * 86_400_000} />
                </Text>
              </Stack>
            </Card>
            <Card title={text('ผู้เกี่ยวข้อง', 'People')}>–</Card>
          </>
        }
      >
        <Stack gap="5">
          <Card title={text('ปุ่ม', 'Buttons')}>
            <Wrap gap="3">
              <Button look="main">{text('บันทึก', 'Save')}</Button>
              <Button onClick={dialog.show}>{text('เปิดกล่องโต้ตอบ', 'Open dialog')}</Button>
              <Button look="quiet" onClick={drawer.show}>
                {text('เปิดเมนูข้าง', 'Open drawer')}
              </Button>
              <Button look="danger" onClick={confirm.show}>
                {text('ลบรายการ', 'Delete')}
              </Button>
              <Button loading>{text('กำลังส่ง', 'Sending')}</Button>
              <Button disabled>{text('ใช้ไม่ได้', 'Disabled')}</Button>
              <LinkButton href="/table">{text('ไปที่ตาราง', 'To the table')}</LinkButton>
              <Button look="text">{text('อ่านเพิ่ม', 'Read more')}</Button>
              <Button size="sm" onClick={() => toast.success(text('บันทึกแล้ว', 'Saved'))}>
                {text('แจ้งสำเร็จ', 'Success toast')}
              </Button>
              <Button
                size="sm"
                onClick={() =>
                  toast.error(text('ส่งไม่สำเร็จ', 'Not sent'), {
                    detail: text('เครือข่ายขัดข้อง', 'The network failed'),
                    action: { label: text('ลองอีกครั้ง', 'Try again'), onSelect: () => {} },
                  })
                }
              >
                {text('แจ้งข้อผิดพลาด', 'Error toast')}
              </Button>
              <Button size="sm" onClick={() => setPalette(true)}>
                {text('ค้นหา', 'Search')} <Kbd keys={['mod', 'K']} />
              </Button>
              <Popover
                label={text('การแจ้งเตือน', 'Messages')}
                width="300px"
                trigger={(props) => (
                  <IconButton label={text('การแจ้งเตือน', 'Messages')} icon={<Bell aria-hidden />} {...props} />
                )}
              >
                {() => <Text p="4">{text('ไม่มีการแจ้งเตือน', 'Nothing new')}</Text>}
              </Popover>
            </Wrap>
          </Card>
          <Card title={text('สถานะ', 'States')}>
            <Wrap gap="2">
              <StatusTag>{text('ร่าง', 'Draft')}</StatusTag>
              <StatusTag tone="live">{text('รอคุณอนุมัติ', 'Awaiting you')}</StatusTag>
              <StatusTag tone="ok">{text('อนุมัติแล้ว', 'Approved')}</StatusTag>
              <StatusTag tone="warn">{text('ใกล้ครบกำหนด', 'Due soon')}</StatusTag>
              <StatusTag tone="danger">{text('เกินกำหนด', 'Overdue')}</StatusTag>
              <StatusTag tone="info">{text('กำลังดำเนินการ', 'In progress')}</StatusTag>
              <StatusTag tone="accent">{text('ใหม่', 'New')}</StatusTag>
              <Tag>PDF</Tag>
            </Wrap>
            <HStack mt="4" gap="4">
              <Switch checked={on} onCheckedChange={setOn} aria-label={text('เปิดใช้งาน', 'Active')} />
              <Switch checked={!on} onCheckedChange={(next) => setOn(!next)} aria-label={text('อื่น', 'Other')} />
              <Button size="sm" onClick={() => setCount(count + 1)}>
                +1
              </Button>
              <GlowOnChange value={count}>{count}</GlowOnChange>
            </HStack>
          </Card>
          <Banner tone="warn" title={text('ต้องแจ้งสำนักงานภายใน 72 ชั่วโมง', 'Notify the office within 72 hours')}>
            {text('เหลือเวลา 23:15 ชั่วโมง', '23:15 hours left')}
          </Banner>
          <Banner tone="danger">{text('เกินกำหนด 2 วัน', '2 days overdue')}</Banner>
          <Banner tone="ok">{text('แจ้งแล้วเมื่อวานนี้', 'Told yesterday')}</Banner>
          <Banner tone="info" action={<Button size="sm">{text('ทิ้งร่าง', 'Discard')}</Button>}>
            {text('กู้คืนร่างแล้ว', 'Draft restored')}
          </Banner>
          <Card title={text('สองฉบับ', 'Two versions')}>
            <DiffView
              fields={[
                {
                  key: 'a',
                  label: text('วัตถุประสงค์', 'Purpose'),
                  before: text('เพื่อส่งข่าวสารทางอีเมลแก่สมาชิก', 'To send news by e-mail to members'),
                  after: text(
                    'เพื่อส่งข่าวสารและสิทธิประโยชน์ทางข้อความสั้นแก่สมาชิก',
                    'To send news and benefits by text message to members',
                  ),
                },
                {
                  key: 'b',
                  label: text('ฐานทางกฎหมาย', 'Lawful basis'),
                  before: text('ความยินยอม', 'Consent'),
                  after: text('ความยินยอม', 'Consent'),
                },
              ]}
            />
          </Card>
        </Stack>
      </SideRail>
      <Dialog
        {...dialog.props}
        title={text('เชิญบุคลากร', 'Invite a person')}
        description={text('ระบบจะส่งอีเมลให้ตั้งรหัสผ่าน', 'They get an e-mail to set a password')}
        footer={
          <>
            <Button onClick={dialog.close}>{text('ยกเลิก', 'Cancel')}</Button>
            <Button look="main" onClick={dialog.close}>
              {text('เชิญ', 'Invite')}
            </Button>
          </>
        }
      >
        <Stack gap="3">
          <Text>{text('กล่องนี้กว้าง 600 พิกเซล', 'This box is 600 px wide')}</Text>
          <Menu
            align="start"
            items={[
              { key: 'a', label: 'A', onSelect: () => {} },
              { key: 'b', label: 'B' },
            ]}
            trigger={(props) => <Button {...props}>{text('เมนูในกล่อง', 'Menu inside')}</Button>}
          />
        </Stack>
      </Dialog>
      <ConfirmDialog
        {...confirm.props}
        destructive
        typed={text('ลบ', 'delete')}
        title={text('ลบแบบนี้หรือไม่', 'Delete this form?')}
        body={text('ประวัติความยินยอมยังคงอยู่', 'The history of consents stays.')}
        confirmLabel={text('ลบ', 'Delete')}
        onConfirm={async () => {
          toast.success(text('ลบแล้ว', 'Deleted'));
        }}
      />
      <Drawer {...drawer.props} title={text('เมนู', 'Menu')}>
        {text('เนื้อหา', 'Content')}
      </Drawer>
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        groups={[
          {
            key: 'pages',
            label: text('หน้า', 'Pages'),
            load: (query) =>
              ['/blocks', '/table', '/form']
                .filter((one) => one.includes(query))
                .map((one) => ({ key: one, label: one, href: one, note: text('ไปที่หน้า', 'Go') })),
          },
        ]}
      />
    </>
  );
}
