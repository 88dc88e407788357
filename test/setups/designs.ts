import { eq, isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { certificateDesign } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { type asStaff, staffSession, staffWith } from '../support/make.ts'
import { upload } from '../support/uploads.ts'
import { setUpSite, site, today } from './site.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>
export let admin: Staff
/** Staff who manage certificates but not the site. */
export let secretary: Staff
export let editor: Staff
let cookies: { cookie: string }
let [personId, organisationId] = [0, 0]

/** The demo association, without the certificates that its pack has drawn up: the tests draw up their own. */
export function setUpDesigns() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    const name = await staffWith(site, ['admin'])
    cookies = await staffSession(site, name)
    admin = site.as(cookies)
    secretary = site.as(await staffSession(site, await staffWith(site, ['secretary'])))
    editor = site.as(await staffSession(site, await staffWith(site, ['editor'])))
    const { db } = site.services
    await db.delete(certificateDesign)
    const [somebody] = await db.select().from(person).where(isNotNull(person.idNumberSealed)).limit(1)
    personId = somebody!.id
    const [company] = await db.select().from(organisation).where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
    organisationId = company!.id
  })
}

export const PERSONS = 'HQ1'
export const COMPANIES = 'QX01'

export const drawing = {
  name: '清洗人员证书',
  kinds: [PERSONS],
  paper: 'portrait',
  frame: 'single',
  marginX: 28,
  marginTop: 34,
  colours: 'association',
  title: '清洗人员岗位证书',
  titleSecond: 'Certificate of Competence',
  holder: 'large',
  align: 'centre',
  body: '经培训和考核合格，准予担任{{种类}}，有效期至{{有效期至}}。',
  bodySecond: 'No. {{证书编号}}, valid until {{有效期至}}.',
  facts: [{ field: 'organisation', label: '当时的单位' }, { field: 'idNumber' }, { field: 'changedOn' }],
  note: '本证书由{{发证机构}}颁发。',
  seal: 'printed',
  sealX: 128,
  sealY: 206,
  sealSize: 42,
  qrX: 30,
  qrY: 214,
  qrSize: 32,
}

const AT = '/staff/certificate/design'
const type = 'certificateDesign'
type Listed = { id: number; name: string; version: string; values: Record<string, unknown>; kindNames: string[] }
export const designs = async (by = admin) => (await by.get('/staff/record/list', { type })).data
export const designNamed = async (name: string): Promise<Listed> =>
  (await designs()).list.find((row: Listed) => row.name === name)
export const saveDesign = (form: object, by = admin) => by.post('/staff/record/save', { type, form })
export async function changeDesign(name: string, over: object, by = admin) {
  const { id, version, values } = await designNamed(name)
  return by.post('/staff/record/save', { type, id, version, form: { ...values, ...over } })
}
export async function removeDesign(name: string) {
  const { id, version } = await designNamed(name)
  return admin.post('/staff/record/remove', { type, id, version })
}
export const preview = (form: object, over: object = {}, by = admin) => by.post(`${AT}/preview`, { form, ...over })
export const sample = (form: object, over: object = {}) => admin.download(`${AT}/sample`, { form, ...over })

/** Issues a new certificate with each call, to a person or to a company. */
export async function issue(kindCode: string = PERSONS) {
  const whose = kindCode === PERSONS ? { personId } : { organisationId, levelCode: 'A' }
  const { code, msg, data } = await admin.post('/staff/certificate/issue', { kindCode, issuedOn: today, ...whose })
  if (code !== 200) throw new Error(msg)
  return data.id as number
}
export const yesterday = addDays(today, -1)

/** The paper as it is downloaded today. */
export async function paperOf(id: number): Promise<Buffer> {
  const response = await site.app.inject({
    url: `/api/staff/certificate/file?id=${id}`,
    headers: { ...cookies, 'sec-fetch-site': 'same-origin' },
  })
  return response.rawPayload
}

/** A picture of one colour; `hole`: without anything around a disc. */
export async function paint(width: number, height: number, colour: string, isDisc = false): Promise<Buffer> {
  if (!isDisc)
    return sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const drawn = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="${colour}"/></svg>`
  return sharp(Buffer.from(drawn)).png().toBuffer()
}
export async function uploaded(bytes: Buffer, use: string, headers: object = cookies) {
  const { data, msg } = await upload(site, bytes, {
    use,
    name: 'picture.png',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  })
  if (!data) throw new Error(msg)
  return data.id as number
}

export async function setSeal(bytes: Buffer | null, by = admin) {
  const seal = bytes && (await uploaded(bytes, 'seal'))
  const { version } = (await by.get('/staff/seal')).data
  return by.post('/staff/seal/save', { version, form: { seal } })
}
