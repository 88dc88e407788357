import { readFileSync } from 'node:fs'
import { and, eq, gt, inArray } from 'drizzle-orm'
import QRCode from 'qrcode'
import type { Download } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { invitationValues, linkOf } from './sending.ts'
import { isWaiting } from './states.ts'
import { invitation } from './tables.ts'

const template = readFileSync(new URL('./letters.typ', import.meta.url), 'utf8')

/** Prints one letter per page, ordered by postcode for mailing. */
export async function printLetters(ctx: Ctx, ids: readonly number[]): Promise<Download> {
  const rows = await ctx.db
    .select({ of: invitation, to: organisation })
    .from(invitation)
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))
    .where(and(inArray(invitation.id, [...ids]), isWaiting, gt(invitation.expiresAt, ctx.now)))
    .orderBy(organisation.postcode, organisation.id)
  if (rows.length === 0) throw conflict('选中的邀请都已接受、过期或撤回，没有可打印的')
  const { association } = await invitationValues(ctx)
  const letters = []
  for (const { of, to } of rows) {
    const url = linkOf(ctx, ctx.encryption.decrypt(of.tokenSealed!))
    const until = longDay(dayOf(new Date(of.expiresAt.getTime() - 1)))
    letters.push({
      ...printable({
        postcode: to.postcode,
        address: addressOf(to),
        name: to.name,
        addressee: of.addressee,
        greeting: of.addressee ? `尊敬的${of.addressee}` : '尊敬的会员单位',
        opening: `贵单位“${to.name}”已在本会登记在册，尚未开通网上账号。开通后可以在网上查看和修改单位资料、缴纳会费、报名和申报，并由单位自己管理经办人。请于 ${until} 前扫描下面的二维码办理。`,
      }),
      qr: await QRCode.toString(url, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' }),
    })
  }
  const pdf = toPdf(template, {
    ...printable({
      association,
      colour: (await readGroup(ctx, 'colours')).main,
      title: '请开通会员账号',
      issuedOn: longDay(dayOf(ctx.now)),
      steps: STEPS,
      notes: NOTES,
    }),
    letters,
  })
  const printed = rows.map(({ of }) => of.id)
  await ctx.db.update(invitation).set({ printedAt: ctx.now }).where(inArray(invitation.id, printed))
  return privateDownload(`邀请信-${rows.length} 封.pdf`, 'application/pdf', pdf)
}

const STEPS = [
  '1. 用手机扫描左边的二维码，核对单位名称；',
  '2. 设置用户名和密码，用短信验证码确认手机号；',
  '3. 登录后即可办理本单位的事务。',
]
const NOTES = ['二维码只供贵单位使用一次，请交单位联系人办理，勿转发他人。已有账号的，扫码后选择“用已有账号”。']

const addressOf = ({ provinceCode, city, address }: typeof organisation.$inferSelect): string => {
  const province = provinceName(provinceCode)
  return [province !== city && province, city, address].filter(Boolean).join('')
}
