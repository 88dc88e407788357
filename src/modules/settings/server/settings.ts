import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { type InUse, type Part, partCodes } from '#lib/parts.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { rememberColour } from '#lib/server/http/problem.ts'
import { doubtfulWords, forbiddenWords } from '../advertWords.ts'
import type { payAccount, settingsContract } from '../contract.ts'
import type { Association, EditedGroup, Groups } from '../groups.ts'
import { knownHolidays } from '../holidayLines.ts'
import { linksIn } from '../linkLines.ts'
import { type Colours, ownColours, themeOf } from '../theme.ts'
import { setting } from './tables.ts'

/** Defaults of a new installation until its administrator fills them in. */
const unnamed: Association = {
  name: '行业协会',
  shortName: '协会',
  nameEn: 'Industry Association',
  creditCode: '',
  title: '行业协会',
  description: '',
  address: '',
  postcode: '',
  lng: null,
  lat: null,
  phone: '',
  email: '',
  foundedYear: 2000,
  icp: '',
  police: '',
  logo: null,
  logoIsWide: false,
  share: null,
  qr: [],
}

const unchosen: Groups['display'] = {
  title: 'fixed',
  reading: 'standard',
  greyScope: 'site',
  greyFrom: null,
  greyTo: null,
}

/** Defaults where staff have set nothing. */
export const groupDefaults: Pick<Groups, EditedGroup> = {
  association: unnamed,
  display: unchosen,
  colours: ownColours,
  texts: {
    notFoundTitle: '',
    notFoundText: '',
    notFoundLinks: '',
    footerNote: '',
    footerLinks: '违法和不良信息举报 12377 https://www.12377.cn/',
  },
  membership: {
    numberPrefix: 'M',
    termEndsOn: null,
    leavingTerms:
      '申请经协会办结后生效：会员资格、在协会担任的职务和会员权益自办结之日起终止，会员证书注销；已缴的会费不退，未缴清的仍须缴清。',
  },
  certificate: {
    qualificationNote: '能力评价由单位自愿申请，评价结果不作为行政许可。',
    personnelNote: '本证书由个人自愿参加培训和考核取得，不代替国家规定的职业资格和作业人员证件。',
  },
  seal: { file: null },
  secondPerson: { rules: [] },
  parts: { qualifications: 'on', personnel: 'on', training: 'on', awards: 'on', adverts: 'on' },
  reasons: {
    pass: '材料齐全，符合条件\n经核对，同意',
    return: '请按批注逐项补正后重新提交\n材料不清晰，请重新上传\n填写内容与所附材料不一致，请核对',
    reject: '不符合入会或申报条件\n提交的材料不真实\n重复申请',
    remark: '与营业执照不一致，请核对\n请填写完整\n请上传清晰的扫描件\n缺少公章或签字\n已过有效期，请更新',
  },
  decisions: { holdMinutes: 10 },
  search: { synonyms: '', past: 'on' },
  articles: { review: 'off' },
  words: { forbidden: '', doubtful: '' },
  advertWords: { forbidden: forbiddenWords.join('\n'), doubtful: doubtfulWords.join('\n') },
  sms: { price: '' },
  caseLinks: { use: 'on', hours: 24, group: 'off' },
  wechat: { templates: '' },
  payAccount: { name: '', bank: '', number: '', code: '' },
  // Account numbers according to 民间非营利组织会计制度; the kinds of income define theirs.
  holidays: { days: knownHolidays },
  receiving: { writeOffLimit: 10 },
  refunds: { examineDays: 5, payDays: 10, note: '' },
  paymentLetters: {
    noticeTitle: '缴费通知书',
    noticeWord: '缴费通知',
    noticeText:
      '截至{日期}，贵方尚有下列 {笔数} 笔款项待缴，合计 {合计} 元。请在{期限}前缴纳：可汇款至下列账户，也可扫码登录后办理。',
    reminderTitle: '催缴函',
    reminderWord: '催缴',
    reminderText:
      '下列 {笔数} 笔款项已过缴费期限，截至{日期}尚未收到，合计 {合计} 元。请在{期限}前缴纳；如有困难或疑问，请与我们联系。',
    closing: '汇款时请在附言中写明“汇款备注”，以便核对入账。已经缴纳的，请告知我们核对，并忽略本函。',
    attention: '财务负责人',
  },
  vouchers: {
    word: '记',
    split: 'day',
    line: '1002 银行存款',
    online: '1009 其他货币资金',
    slip: '1002 银行存款',
    cash: '1001 现金',
    pos: '1002 银行存款',
    cheque: '1002 银行存款',
    private: '1002 银行存款',
    writeOff: '5201 管理费用',
  },
  adverts: { contactName: '', phone: '', mobile: '', email: '', wechat: '', notice: '', journal: '' },
}

export async function readPublicConfig({
  db,
  now,
  config,
}: Pick<Ctx, 'db' | 'now' | 'config'>): Promise<Output<(typeof settingsContract)['GET /config/public']>> {
  const rows = await db
    .select()
    .from(setting)
    .where(inArray(setting.name, ['association', 'display', 'parts', 'colours', 'texts', 'demo', 'trial']))
  const stored = new Map(rows.map(row => [row.name, row.value]))
  const { title, reading, greyScope, greyFrom, greyTo }: Groups['display'] = {
    ...unchosen,
    ...(stored.get('display') as object),
  }
  const colours: Colours = { ...ownColours, ...(stored.get('colours') as object) }
  rememberColour(colours.main)
  return {
    association: { ...unnamed, ...(stored.get('association') as object) },
    title,
    reading,
    grey: greyFrom !== null && new Date(greyFrom) <= now && (greyTo === null || now < new Date(greyTo)),
    greyScope,
    parts: [...partsIn(stored.get('parts')), ...servicesIn(config)],
    theme: themeOf(colours),
    colour: colours.main,
    texts: shownTexts({ ...groupDefaults.texts, ...(stored.get('texts') as object) }),
    demo: stored.has('demo'),
    trial: stored.has('trial'),
    wechat: config.wechat !== undefined,
    publicUrl: config.publicUrl,
    tiandituKey: config.tiandituKey ?? null,
  }
}

const shownTexts = ({ notFoundTitle, notFoundText, notFoundLinks, footerNote, footerLinks }: Groups['texts']) => ({
  notFound: { title: notFoundTitle, text: notFoundText, links: linksIn(notFoundLinks) },
  footer: { note: footerNote, links: linksIn(footerLinks) },
})

export async function writeSetting<Name extends keyof Groups>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  name: Name,
  value: Groups[Name],
) {
  const row = { name, value, updatedAt: now }
  await db.insert(setting).values(row).onConflictDoUpdate({ target: setting.name, set: row })
}

/** Reads a stored setting; undefined: not set. */
export async function readSetting<Name extends keyof Groups>(
  { db }: Pick<Ctx, 'db'>,
  name: Name,
): Promise<Groups[Name] | undefined> {
  const [row] = await db.select().from(setting).where(eq(setting.name, name))
  return row?.value as Groups[Name] | undefined
}

/** Reads the bank account for fees with the date of its last change; null: not set. */
export async function readPayAccount({ db }: Pick<Ctx, 'db'>): Promise<z.output<typeof payAccount>> {
  const [row] = await db.select().from(setting).where(eq(setting.name, 'payAccount'))
  return row ? { ...(row.value as Groups['payAccount']), changedOn: dayOf(row.updatedAt) } : null
}

/** A group as it is kept, whole: what was never set is as the program takes it. */
export const readGroup = async <Group extends EditedGroup>(
  ctx: Pick<Ctx, 'db'>,
  group: Group,
): Promise<Groups[Group]> => ({ ...groupDefaults[group], ...(await readSetting(ctx, group)) })

/** Writes these settings of a group; the others stay. */
export const changeGroup = async <Group extends EditedGroup>(
  ctx: Pick<Ctx, 'db' | 'now'>,
  group: Group,
  changes: Partial<Groups[Group]>,
): Promise<void> => writeSetting(ctx, group, { ...(await readGroup(ctx, group)), ...changes })

export const isDemo = async ({ db }: Pick<Ctx, 'db'>) =>
  (await db.select().from(setting).where(eq(setting.name, 'demo'))).length > 0

export const publicSettingsHandlers = {
  'GET /config/public': readPublicConfig,
} satisfies Partial<Handlers<typeof settingsContract>>

const servicesIn = ({ payments, seals }: Ctx['config']): InUse[] => [
  ...(payments.wechatPay || payments.alipay ? (['payments'] as const) : []),
  ...(seals ? (['sm2Seal'] as const) : []),
]

/** The parts of the business that the association has. */
export const partsInUse = async (ctx: Pick<Ctx, 'db'>): Promise<Part[]> => partsIn(await readSetting(ctx, 'parts'))

function partsIn(stored: unknown): Part[] {
  const chosen: Groups['parts'] = { ...groupDefaults.parts, ...(stored as object) }
  return partCodes.filter(part => chosen[part] === 'on')
}
