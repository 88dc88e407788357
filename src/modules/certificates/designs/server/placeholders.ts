import { eq } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { type Option, optionsOf } from '#lib/form/form.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { detailsOf, type Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { PlaceholderValues } from '../placeholders.ts'

type Register = Certificate['register']

/** Placeholders that every certificate has, by code and name. */
const common: readonly Option[] = optionsOf({
  holder: '持证者',
  number: '证书编号',
  kind: '种类',
  group: '大类',
  level: '级别',
  scope: '范围',
  organisation: '单位名称',
  creditCode: '统一社会信用代码',
  province: '地区',
  issuedOn: '发证日期',
  validFrom: '有效期起',
  validTo: '有效期至',
  validity: '有效期',
  issuer: '发证机构',
  issuerSecond: '协会英文名称',
  changedOn: '变更日期',
  reissuedOn: '补发日期',
  replaces: '替代的证书',
})

export const placeholdersOf = (registers: readonly Register[]): Option[] => [
  ...common,
  ...optionsOf(Object.assign({}, ...registers.map(register => detailsOf(register)?.names ?? {}))),
]

/** `second`: as a text of another language has it. */
export type PlaceholderTexts = { first: PlaceholderValues; second: PlaceholderValues }

export async function readPlaceholderTexts(
  ctx: Ctx,
  of: Certificate,
  paper: Paper,
  issuerSecond: string,
): Promise<PlaceholderTexts> {
  const details = (await detailsOf(of.register)?.read(ctx, of)) ?? {}
  const replaces = await predecessorOf(ctx, of)
  return placeholderTexts(of, paper, { ...details, replaces, issuerSecond })
}

/** `besides`: what does not stand in the certificate itself. Days stand in it as 2026-01-31. */
export const placeholderTexts = (
  of: Certificate,
  paper: Pick<Paper, 'changedOn' | 'reissuedOn'>,
  besides: PlaceholderValues,
): PlaceholderTexts => {
  const first = placeholderValues(of, paper, { day: unbroken, to: '至', open: '长期' }, besides)
  return { first, second: placeholderValues(of, paper, { day: day => day, to: '–', open: '—' }, besides) }
}

/** A date stays in one line. */
const unbroken = (day: string) => longDay(day).replaceAll(' ', '\u00a0')

type Manner = { day: (day: string) => string; to: string; open: string }

const placeholderValues = (
  of: Certificate,
  { changedOn, reissuedOn }: Pick<Paper, 'changedOn' | 'reissuedOn'>,
  { day, to, open }: Manner,
  besides: PlaceholderValues,
): PlaceholderValues => {
  const validTo = of.validTo ? day(of.validTo) : open
  return {
    holder: of.holderName,
    number: of.number,
    kind: of.kindName,
    group: of.groupName,
    level: of.levelName,
    scope: of.scope,
    organisation: of.organisationName,
    creditCode: of.creditCode ?? '',
    province: provinceName(of.provinceCode),
    issuedOn: day(of.issuedOn),
    validFrom: day(of.validFrom),
    validTo,
    validity: `${day(of.validFrom)} ${to} ${validTo}`,
    issuer: of.issuer,
    changedOn: changedOn ? day(changedOn) : '',
    reissuedOn: reissuedOn ? day(reissuedOn) : '',
    ...Object.fromEntries(
      Object.entries(besides).map(([code, value]) => [code, DAY.test(value) ? day(value) : value] as const),
    ),
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/

async function predecessorOf({ db }: Ctx, { replacesId }: Certificate): Promise<string> {
  if (replacesId === null) return ''
  const [old] = await db.select({ number: certificate.number }).from(certificate).where(eq(certificate.id, replacesId))
  return old?.number ?? ''
}
