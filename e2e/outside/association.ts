import sharp from 'sharp'
import { deskAt } from '../support/desk.ts'
import { openSession } from '../support/test.ts'
import type { Site } from './site.ts'

const TEMPLATES = '入会 TMjoining thing1=标题 time2=时间 thing3=内容\n缴费 TMfee thing1=标题 time2=时间'

type Desk = Awaited<ReturnType<typeof deskAt>>
type Row = { id: number; version: string; name: string; values: object }

/**
 * Sets the association up for work without paper: online confirmation, automatic receipts, messages by WeChat, seal
 * printed on certificates.
 */
export async function workWithoutPaper(own: Site) {
  const [admin, cashier] = [await deskAt(own, 'admin'), await deskAt(own, 'cashier')]
  await change(admin, 'confirmingRule', { named: '入会申请', to: { ways: ['online', 'paper'] } })
  await change(cashier, 'eInvoiceRule', { named: '会费收据', to: { automatic: 'yes' } })
  const settings: { code: string; version: string }[] = await admin('GET', '/staff/settings')
  const { version } = settings.find(({ code }) => code === 'wechat')!
  await admin('POST', '/staff/settings/save', { code: 'wechat', version, form: { templates: TEMPLATES } })
  await keepSeal(own, admin)
  const { kinds }: { kinds: { code: string; name: string }[] } = await admin(
    'GET',
    '/staff/record/list?type=certificateDesign',
  )
  const { code } = kinds.find(({ name }) => name.includes('单位会员证书'))!
  await admin('POST', '/staff/record/save', { type: 'certificateDesign', form: { ...drawing, kinds: [code] } })
}

async function change(call: Desk, type: string, { named, to }: { named: string; to: object }) {
  const { list }: { list: Row[] } = await call('GET', `/staff/record/list?type=${type}`)
  const { id, version, values } = list.find(({ name }) => name === named)!
  await call('POST', '/staff/record/save', { type, id, version, form: { ...values, ...to } })
}

/** Blue, as nothing else on the sheet is. */
async function keepSeal(own: Site, admin: Desk) {
  const drawn = '<svg width="600" height="600"><circle cx="300" cy="300" r="300" fill="#0000ff"/></svg>'
  const body = new FormData()
  body.set('use', 'seal')
  const picture = await sharp(Buffer.from(drawn)).png().toBuffer()
  body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), '印章.png')
  const cookie = `staff=${await openSession('admin', own.dataDir)}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const stored = await (await fetch(`${own.url}/api/file/upload`, { method: 'POST', headers, body })).json()
  const { version } = await admin('GET', '/staff/seal')
  await admin('POST', '/staff/seal/save', { version, form: { seal: stored.data.id } })
}

/** Position and size of the printed seal, in mm. */
export const SEAL = { x: 128, y: 206, size: 42 }

const drawing = {
  name: '单位会员证书',
  paper: 'portrait',
  frame: 'single',
  marginX: 28,
  marginTop: 34,
  colours: 'association',
  title: '会员证书',
  holder: 'large',
  align: 'centre',
  body: '经审议，吸收为本会会员，有效期至{{有效期至}}。',
  facts: [{ field: 'level' }],
  seal: 'printed',
  sealX: SEAL.x,
  sealY: SEAL.y,
  sealSize: SEAL.size,
  qrX: 30,
  qrY: 214,
  qrSize: 32,
}
