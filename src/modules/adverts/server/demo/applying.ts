import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp, { type OverlayOptions } from 'sharp'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { type Ctx, type Services, signedInActor } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import type { Size } from '#modules/content/server/demo/pictures/canvas.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { positions } from '../../positions.ts'
import { takeDown } from '../desk/takingDown.ts'
import { readAdvert } from '../records.ts'
import { updateOwn } from '../update.ts'
import { type AppliedAdvert, applied } from './applied.ts'
import { type ArtworkContent, artwork } from './artwork.ts'

type Loading = Services & { now: Date }

export async function demoApplied(loading: Loading): Promise<void> {
  for (const of of applied) await run(loading, of)
}

async function run(loading: Loading, of: AppliedAdvert): Promise<void> {
  const applicant = await actingAs(loading, of.userName, of.daysAgo)
  const action = of.until === 'draft' ? ('save' as const) : ('submit' as const)
  const { id, applicationId } = await updateOwn(applicant, {
    ...(await submitApplication(applicant, loading, of)),
    action,
  })
  if (of.until === 'draft' || of.until === 'submitted') return
  const at = { id: applicationId, daysAgo: of.daysAgo - 1 }
  if (of.until === 'returned')
    return decide(loading, 'reviewer', { ...at, action: 'return', opinion: '请按批注修改。', remarks: of.remarks })
  await decide(loading, 'reviewer', { ...at, action: 'pass' })
  if (of.until === 'unpaid') return
  await pay(loading, of, id)
  if (of.until === 'takenDown') await takeAdvertDown(loading, id)
}

async function submitApplication(ctx: Ctx, { now }: Loading, of: AppliedAdvert) {
  const [startsOn, endsOn] = of.days.map(offset => addDays(dayOf(now), offset))
  const { width, height } = positions[of.position]
  const image = { bytes: await picture(of, { width, height }), width, height }
  return {
    form: {
      position: of.position,
      startsOn,
      endsOn,
      title: of.title,
      linkType: 'inside',
      linkUrl: '/admin/home',
      picture: await keep(ctx, `${of.title}.png`, 'image/png', image),
      alt: `${of.headline}，${of.line}`,
      description: `${of.headline}：${of.line}。`,
      contactName: '广告联系人',
      contactMobile: '13900000297',
      contactEmail: `${of.userName}@example.com`,
    },
    materials: [{ code: 'licence', fileId: await letter(ctx, '营业执照复印件') }],
  }
}

/** Stores a file as if the account had uploaded it. */
async function keep(ctx: Ctx, name: string, type: string, of: { bytes: Buffer; width?: number; height?: number }) {
  const id = await keepFile(ctx, { name, type, ...of, isPublic: false })
  await ctx.db
    .update(file)
    .set({ ownerId: signedInActor(ctx).accountId })
    .where(eq(file.id, id))
  return id
}

async function letter(ctx: Ctx, title: string): Promise<number> {
  const about = { association: '演示数据', number: '—', issuedOn: longDay(dayOf(ctx.now)), addressee: '查看演示的人' }
  const opening = `这一页代替真实的${title}，只用于演示。`
  const bytes = await letterPdf({ ...about, title, opening, tables: [], notes: [] })
  return keep(ctx, `${title}.pdf`, 'application/pdf', { bytes })
}

type Decision = {
  id: number
  daysAgo: number
  action: 'pass' | 'return'
  opinion?: string
  remarks?: AppliedAdvert['remarks']
}

async function decide(
  loading: Loading,
  userName: 'reviewer' | 'cashier',
  { id, daysAgo, opinion = '', remarks = [], action }: Decision,
): Promise<void> {
  const ctx = await actingAs(loading, userName, daysAgo)
  const { version } = await submittedApplication(ctx, id)
  const permission = userName === 'reviewer' ? 'staff:review' : 'staff:finance'
  await decideAs(permission)(ctx, { id, version, action, opinion, remarks })
}

/** Pays within a day if there is anything to pay; staff confirm it the day after. */
async function pay(loading: Loading, { userName, daysAgo, until }: AppliedAdvert, id: number): Promise<void> {
  const applicant = await actingAs(loading, userName, daysAgo - 2)
  const { status, applicationId } = await readAdvert(applicant, id)
  if (status !== 'unpaid') return
  const payer = await ownName(applicant)
  const invoice = { receiptTitle: payer, receiptEmail: `${userName}@example.com` }
  const slipId = await letter(applicant, '汇款凭证')
  await updateOwn(applicant, { id, action: 'submit', pay: { paidOn: dayOf(applicant.now), payer, ...invoice, slipId } })
  if (until !== 'paying') await decide(loading, 'cashier', { id: applicationId!, daysAgo: daysAgo - 3, action: 'pass' })
}

async function takeAdvertDown(loading: Loading, id: number): Promise<void> {
  const ctx = await actingAs(loading, 'reviewer', 2)
  const { version } = await readAdvert(ctx, id)
  await takeDown(ctx, { id, version, reason: '广告中的“24 小时响应”没有依据，请补充服务承诺书' })
}

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const LINE = /<text x="([\d.]+)" y="([\d.]+)"[^>]*? font-size="([\d.]+)"([^>]*)>([^<]*)<\/text>/g

/** The artwork as a picture that members may upload; its words in our own font, whatever the machine has. */
async function picture(of: ArtworkContent, size: Size): Promise<Buffer> {
  const drawn = artwork(of, size)
  const lines = await Promise.all([...drawn.matchAll(LINE)].map(toOverlay))
  return sharp(Buffer.from(drawn.replace(LINE, '')))
    .composite(lines)
    .png({ palette: true })
    .toBuffer()
}

async function toOverlay([, x, y, size, how = '', words = '']: RegExpMatchArray): Promise<OverlayOptions> {
  const bold = how.includes('700')
  const folder = bold ? '700Bold' : '400Regular'
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="white">${words}</span>`,
      rgba: true,
      dpi: 72,
      font: `Noto Sans SC ${bold ? 'Bold ' : ''}${size}`,
      fontfile: join(fonts, folder, `NotoSansSC_${folder}.ttf`),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Number(x) - (how.includes('"end"') ? info.width : 0)
  return { input: data, left: Math.round(left), top: Math.round(Number(y) - info.height * 0.85) }
}
