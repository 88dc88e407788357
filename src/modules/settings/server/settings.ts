import { eq, inArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { settingsContract } from '../contract.ts'
import type { Association, EditedGroup, Groups } from '../groups.ts'
import { setting } from './tables.ts'

/** What a new installation shows until its administrator has filled it in. */
const unnamed: Association = {
  name: '行业协会',
  shortName: '协会',
  nameEn: 'Industry Association',
  creditCode: '',
  title: '行业协会',
  description: '',
  address: '',
  postcode: '',
  lng: 116.407,
  lat: 39.904,
  phone: '',
  email: '',
  foundedYear: 2000,
  icp: '',
  police: '',
  logo: null,
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

/** What holds where staff have set nothing. */
export const groupDefaults: Pick<Groups, EditedGroup> = {
  association: unnamed,
  display: unchosen,
  membership: { numberPrefix: 'M', termEndsOn: null },
  certificate: {
    qualificationNote: '能力评价由单位自愿申请，评价结果不作为行政许可。',
    personnelNote: '本证书由个人自愿参加培训和考核取得，不代替国家规定的职业资格和作业人员证件。',
  },
  reasons: {
    pass: '材料齐全，符合条件\n经核对，同意',
    return: '请按批注逐项补正后重新提交\n材料不清晰，请重新上传\n填写内容与所附材料不一致，请核对',
    reject: '不符合入会或申报条件\n提交的材料不真实\n重复申请',
    remark: '与营业执照不一致，请核对\n请填写完整\n请上传清晰的扫描件\n缺少公章或签字\n已过有效期，请更新',
  },
  payAccount: { name: '', bank: '', number: '', code: '' },
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
    .where(inArray(setting.name, ['association', 'display', 'demo']))
  const stored = new Map(rows.map(row => [row.name, row.value]))
  const { title, reading, greyScope, greyFrom, greyTo }: Groups['display'] = {
    ...unchosen,
    ...(stored.get('display') as object),
  }
  return {
    association: { ...unnamed, ...(stored.get('association') as object) },
    title,
    reading,
    grey: greyFrom !== null && new Date(greyFrom) <= now && (greyTo === null || now < new Date(greyTo)),
    greyScope,
    demo: stored.has('demo'),
    publicUrl: config.publicUrl,
    tiandituKey: config.tiandituKey ?? null,
  }
}

export async function writeSetting<Name extends keyof Groups>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  name: Name,
  value: Groups[Name],
) {
  const row = { name, value, updatedAt: now }
  await db.insert(setting).values(row).onConflictDoUpdate({ target: setting.name, set: row })
}

/** What has been set, or nothing yet. */
export async function readSetting<Name extends keyof Groups>(
  { db }: Pick<Ctx, 'db'>,
  name: Name,
): Promise<Groups[Name] | undefined> {
  const [row] = await db.select().from(setting).where(eq(setting.name, name))
  return row?.value as Groups[Name] | undefined
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
