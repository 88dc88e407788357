import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { refuseUndrawable } from '#lib/server/documents/signs.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import type { Paper } from './certificateCatalogue.ts'
import type { Certificate } from './register.ts'
import { certificate } from './tables.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const mark = read('./certificateMark.typ')
const template = read('./certificateSheet.typ')

/**
 * A certificate's paper by a template of its own, which finds `data` and the mark ready. Refused (409) where a sign of it
 * cannot be printed: nobody may be given a certificate with another name.
 */
export function certificateSheet(own: string, of: Certificate, data: object, { qrSvg, ...paper }: Paper): Buffer {
  const texts = printable(data)
  refuseUndrawable(texts, certificateLabel(of))
  return toPdf(mark + own, { ...texts, paper: { ...paper, qrSvg } }, 'a-2a')
}

/** Names a certificate and its holder in a reason. */
export const certificateLabel = ({ number, holderName }: Certificate) => `证书 ${number}（${holderName}）`

const LEGACY = '本文件依据登记的历史证书制作，编号与原证书相同。'

/** Small print about the digital signature. */
export const signedWords = ({ config, now }: Pick<Ctx, 'config' | 'now'>) =>
  `本文件生成于 ${longDay(dayOf(now))}，带有本协会的数字签名。在 ${config.publicUrl}/admin/verify 上传本文件，可核对是否为本协会签发、签名后有无改动；证书当前是否有效，以扫码查验的结果为准。`

/** 能力评价证书 of an organisation, 人员证书 of a person. */
export async function abilitySheet(ctx: Ctx, of: Certificate, paper: Paper): Promise<Buffer> {
  const isPersonal = of.register === 'personnel'
  const { qualificationNote, personnelNote } = {
    ...groupDefaults.certificate,
    ...(await readSetting(ctx, 'certificate')),
  }
  const data = {
    issuer: of.issuer,
    number: of.number,
    holderName: of.holderName,
    title: isPersonal ? '人员证书' : '能力评价证书',
    about: isPersonal ? employer(of) : of.creditCode ? `统一社会信用代码 ${of.creditCode}` : '',
    statement: isPersonal ? '经培训和考核合格，特发此证。' : '经评价，具备下列种类和级别的能力，特发此证。',
    kind: of.kindName,
    facts: factsOf(of, paper, await predecessorOf(ctx, of)),
    issuedOn: longDay(of.issuedOn),
    note: (isPersonal ? personnelNote : qualificationNote) + (of.source === 'legacy' ? LEGACY : ''),
    signed: signedWords(ctx),
  }
  return certificateSheet(template, of, data, paper)
}

const employer = ({ organisationName, holderName }: Certificate) =>
  organisationName && organisationName !== holderName ? `发证时所在单位 ${organisationName}` : ''

const factsOf = (of: Certificate, { changedOn, reissuedOn }: Paper, predecessor = ''): [string, string][] =>
  (
    [
      ['种类', of.groupName === of.kindName ? of.kindName : `${of.groupName} · ${of.kindName}`],
      ['级别', of.levelName],
      ['范围', of.scope],
      ['有效期', `${longDay(of.validFrom)} 至 ${of.validTo ? longDay(of.validTo) : '长期'}`],
      ['变更日期', changedOn ? longDay(changedOn) : ''],
      ['补发日期', reissuedOn ? longDay(reissuedOn) : ''],
      ['替代的证书', predecessor],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '')

async function predecessorOf({ db }: Ctx, { replacesId }: Certificate): Promise<string | undefined> {
  if (replacesId === null) return undefined
  const [old] = await db.select({ number: certificate.number }).from(certificate).where(eq(certificate.id, replacesId))
  return old?.number
}
