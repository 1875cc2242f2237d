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
  const say = (thai: string, english: string) => (th ? thai : english);
  return (
    <>
      <QuietLine since="2026-11-21T02:05:00Z" />
      <Box mt="4" />
      <PageHeader
        trail={[{ label: say('กระบวนงาน', 'Business functions'), href: '/blocks' }]}
        title={say('แบบขอความยินยอมสำหรับสมาชิกสหกรณ์ออมทรัพย์', 'Consent form for cooperative members')}
        state={<StatusTag tone="ok">{say('เผยแพร่แล้ว', 'Published')}</StatusTag>}
        version={3}
        updatedBy={say('กัญญาณัฐ ศรีสุวรรณ', 'Kanyanat Srisuwan')}
        updatedAt={Date.now() - 3 * 60_000}
        description={say(
          'ขอความยินยอมเพื่อส่งข่าวสารและสิทธิประโยชน์ ที่ปู่ซึ้ง ฎีกา ญาติผู้ใหญ่ ก็ปฏิบัติตามได้',
          'Asks members for consent to send news and benefits.',
        )}
        action={
          <>
            <Button look="main" icon={<Plus aria-hidden />}>
              {say('สร้างฉบับใหม่', 'New version')}
            </Button>
            <Menu
              items={[
                {
                  key: 'edit',
                  label: say('แก้ไข', 'Edit'),
                  icon: <Pencil aria-hidden />,
                  note: say('สร้างร่างใหม่', 'Makes a new draft'),
                  onSelect: () => {},
                },
                { key: 'off', label: say('ปิดใช้งาน', 'Deactivate'), disabled: true },
                {
                  key: 'del',
                  label: say('ลบ', 'Delete'),
                  icon: <Trash2 aria-hidden />,
                  danger: true,
                  separated: true,
                  onSelect: confirm.show,
                },
              ]}
              trigger={(props) => (
                <IconButton look="plain" label={say('อื่น ๆ', 'More')} icon={<Ellipsis aria-hidden />} {...props} />
              )}
            />
          </>
        }
      />
      <Tabs
        items={[
          { label: say('ทั่วไป', 'General'), href: '?' },
          { label: say('ประวัติ', 'History'), href: '?tab=history', count: 4 },
          { label: say('การเผยแพร่', 'Publishing'), href: '?tab=publish' },
        ]}
      />
      <SideRail
        rail={
          <>
            <Card title={say('ประวัติ', 'History')} actions={<Button size="sm">{say('ดูทั้งหมด', 'See all')}</Button>}>
              <Stack gap="3">
                <Text textStyle="dense">
                  {say('เผยแพร่ฉบับที่ 3', 'Published version 3')} · <RelativeTime value={Date.now() - 7_200_000} />
                </Text>
                <Text textStyle="dense">
                  {say('แก้ไขข้อความ', 'Edited the text')} · <RelativeTime value={Date.now() - 3 * 86_400_000} />
                </Text>
              </Stack>
            </Card>
            <Card title={say('ผู้เกี่ยวข้อง', 'People')}>–</Card>
          </>
        }
      >
        <Stack gap="5">
          <Card title={say('ปุ่ม', 'Buttons')}>
            <Wrap gap="3">
              <Button look="main">{say('บันทึก', 'Save')}</Button>
              <Button onClick={dialog.show}>{say('เปิดกล่องโต้ตอบ', 'Open dialog')}</Button>
              <Button look="quiet" onClick={drawer.show}>
                {say('เปิดเมนูข้าง', 'Open drawer')}
              </Button>
              <Button look="danger" onClick={confirm.show}>
                {say('ลบรายการ', 'Delete')}
              </Button>
              <Button loading>{say('กำลังส่ง', 'Sending')}</Button>
              <Button disabled>{say('ใช้ไม่ได้', 'Disabled')}</Button>
              <LinkButton href="/table">{say('ไปที่ตาราง', 'To the table')}</LinkButton>
              <Button look="text">{say('อ่านเพิ่ม', 'Read more')}</Button>
              <Button size="sm" onClick={() => toast.success(say('บันทึกแล้ว', 'Saved'))}>
                {say('แจ้งสำเร็จ', 'Success toast')}
              </Button>
              <Button
                size="sm"
                onClick={() =>
                  toast.error(say('ส่งไม่สำเร็จ', 'Not sent'), {
                    detail: say('เครือข่ายขัดข้อง', 'The network failed'),
                    action: { label: say('ลองอีกครั้ง', 'Try again'), onSelect: () => {} },
                  })
                }
              >
                {say('แจ้งข้อผิดพลาด', 'Error toast')}
              </Button>
              <Button size="sm" onClick={() => setPalette(true)}>
                {say('ค้นหา', 'Search')} <Kbd keys={['mod', 'K']} />
              </Button>
              <Popover
                label={say('การแจ้งเตือน', 'Notices')}
                width="300px"
                trigger={(props) => (
                  <IconButton label={say('การแจ้งเตือน', 'Notices')} icon={<Bell aria-hidden />} {...props} />
                )}
              >
                {() => <Text p="4">{say('ไม่มีการแจ้งเตือน', 'Nothing new')}</Text>}
              </Popover>
            </Wrap>
          </Card>
          <Card title={say('สถานะ', 'States')}>
            <Wrap gap="2">
              <StatusTag>{say('ร่าง', 'Draft')}</StatusTag>
              <StatusTag tone="live">{say('รอคุณอนุมัติ', 'Waits for you')}</StatusTag>
              <StatusTag tone="ok">{say('อนุมัติแล้ว', 'Approved')}</StatusTag>
              <StatusTag tone="warn">{say('ใกล้ครบกำหนด', 'Due soon')}</StatusTag>
              <StatusTag tone="danger">{say('เกินกำหนด', 'Overdue')}</StatusTag>
              <StatusTag tone="info">{say('กำลังดำเนินการ', 'In progress')}</StatusTag>
              <StatusTag tone="accent">{say('ใหม่', 'New')}</StatusTag>
              <Tag>PDF</Tag>
            </Wrap>
            <HStack mt="4" gap="4">
              <Switch checked={on} onCheckedChange={setOn} aria-label={say('เปิดใช้งาน', 'Active')} />
              <Switch checked={!on} onCheckedChange={(next) => setOn(!next)} aria-label={say('อื่น', 'Other')} />
              <Button size="sm" onClick={() => setCount(count + 1)}>
                +1
              </Button>
              <GlowOnChange value={count}>{count}</GlowOnChange>
            </HStack>
          </Card>
          <Banner tone="warn" title={say('ต้องแจ้งสำนักงานภายใน 72 ชั่วโมง', 'Notify the office within 72 hours')}>
            {say('เหลือเวลา 23:15 ชั่วโมง', '23:15 hours left')}
          </Banner>
          <Banner tone="danger">{say('เกินกำหนด 2 วัน', '2 days overdue')}</Banner>
          <Banner tone="ok">{say('แจ้งแล้วเมื่อวานนี้', 'Told yesterday')}</Banner>
          <Banner tone="info" action={<Button size="sm">{say('ทิ้งร่าง', 'Discard')}</Button>}>
            {say('กู้คืนร่างแล้ว', 'Draft restored')}
          </Banner>
          <Card title={say('สองฉบับ', 'Two versions')}>
            <DiffView
              fields={[
                {
                  key: 'a',
                  label: say('วัตถุประสงค์', 'Purpose'),
                  before: say('เพื่อส่งข่าวสารทางอีเมลแก่สมาชิก', 'To send news by e-mail to members'),
                  after: say(
                    'เพื่อส่งข่าวสารและสิทธิประโยชน์ทางข้อความสั้นแก่สมาชิก',
                    'To send news and benefits by text message to members',
                  ),
                },
                {
                  key: 'b',
                  label: say('ฐานทางกฎหมาย', 'Lawful basis'),
                  before: say('ความยินยอม', 'Consent'),
                  after: say('ความยินยอม', 'Consent'),
                },
              ]}
            />
          </Card>
        </Stack>
      </SideRail>
      <Dialog
        {...dialog.props}
        title={say('เชิญบุคลากร', 'Invite a person')}
        description={say('ระบบจะส่งอีเมลให้ตั้งรหัสผ่าน', 'They get an e-mail to set a password')}
        footer={
          <>
            <Button onClick={dialog.close}>{say('ยกเลิก', 'Cancel')}</Button>
            <Button look="main" onClick={dialog.close}>
              {say('เชิญ', 'Invite')}
            </Button>
          </>
        }
      >
        <Stack gap="3">
          <Text>{say('กล่องนี้กว้าง 600 พิกเซล', 'This box is 600 px wide')}</Text>
          <Menu
            align="start"
            items={[
              { key: 'a', label: 'A', onSelect: () => {} },
              { key: 'b', label: 'B' },
            ]}
            trigger={(props) => <Button {...props}>{say('เมนูในกล่อง', 'Menu inside')}</Button>}
          />
        </Stack>
      </Dialog>
      <ConfirmDialog
        {...confirm.props}
        destructive
        typed={say('ลบ', 'delete')}
        title={say('ลบแบบนี้หรือไม่', 'Delete this form?')}
        body={say('ประวัติความยินยอมยังคงอยู่', 'The history of consents stays.')}
        confirmLabel={say('ลบ', 'Delete')}
        onConfirm={async () => {
          toast.success(say('ลบแล้ว', 'Deleted'));
        }}
      />
      <Drawer {...drawer.props} title={say('เมนู', 'Menu')}>
        {say('เนื้อหา', 'Content')}
      </Drawer>
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        groups={[
          {
            key: 'pages',
            label: say('หน้า', 'Pages'),
            load: (query) =>
              ['/blocks', '/table', '/form']
                .filter((one) => one.includes(query))
                .map((one) => ({ key: one, label: one, href: one, note: say('ไปที่หน้า', 'Go') })),
          },
        ]}
      />
    </>
  );
}
