import { and, eq } from 'drizzle-orm'
import type { Download, Parsed } from '#lib/contract.ts'
import { dayOf, iso, longDay } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { capitalMoney, formatCurrency } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Letter, letterPdf, payTable } from '#lib/server/documents/letter.ts'
import { certificatePdf } from '#modules/certificates/documents/server/certificateFile.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { applicationSheet } from '#modules/review/applying/server/applicationSheet.ts'
import { defineSheetHead, type SheetHead } from '#modules/review/applying/server/sheetHeads.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import type { applyingContract } from '../applying/contract.ts'
import { applicationHead, ownCase } from '../applying/server/applicationHeads.ts'
import { assessmentFeeOf, payRemark } from '../applying/server/assessmentFees.ts'
import { readCase } from '../applying/server/cases.ts'
import { whoseCertificates } from '../applying/server/ownCertificates.ts'
import { kinds, memberTypes } from '../applying/server/qualificationApplications.ts'
import { membersOf, nonconformitiesOf } from '../site/server/siteDetail.ts'
import { siteReview } from '../site/server/tables.ts'
import { roleNames } from '../siteReview.ts'
import { organisationOf } from './applicant.ts'

type DownloadInput = Parsed<(typeof applyingContract)['POST /qualification/download']>

export async function download(ctx: Ctx, { type, id, certId, format }: DownloadInput): Promise<Download> {
  if (type === 'certificate') return certificateFile(ctx, certId ?? (await certificateIn(ctx, id)))
  if (id === undefined) throw invalid('请指明申请', { id: '请指明申请' })
  const { of } = await ownCase(ctx, id)
  if (type === 'applyForm') return applyForm(ctx, of, format)
  return letters[type](ctx, of)
}

async function certificateIn(ctx: Ctx, id: number | undefined): Promise<number> {
  if (id === undefined) throw invalid('请指明证书', { certId: '请指明证书' })
  const { of } = await ownCase(ctx, id)
  if (of.resultId === null) throw conflict('这份申请还没有颁发证书')
  return of.resultId
}

/** The holder's own, whatever has become of it: the document says. */
async function certificateFile(ctx: Ctx, id: number): Promise<Download> {
  const whose = await whoseCertificates(ctx)
  const [of] = whose
    ? await ctx.db
        .select()
        .from(certificate)
        .where(and(eq(certificate.id, id), whose))
    : []
  if (!of) throw notFound('证书不存在，或不是您的')
  return paperDownload(ctx, `${of.number}.pdf`, await certificatePdf(ctx, of))
}

/** Facts printed above the form, on paper and for online signing. */
async function sheetHeadOf(ctx: Ctx, of: Application): Promise<SheetHead> {
  const { certificate: held } = await readCase(ctx, of)
  const { groupName, childName, levelName, applyTypeName } = await applicationHead(ctx, of)
  const facts = [
    ['申请类型', applyTypeName],
    ['类别', groupName],
    ['种类', childName],
    ...(held
      ? [
          ['原证书编号', held.number],
          ['原级别', held.levelName],
          ['原证书有效期至', held.validTo ?? '长期'],
        ]
      : [['级别', levelName]]),
  ]
  const rows = facts.map(([label, text]) => ({ label: label!, text: text! }))
  return { before: [{ title: '申请种类', rows }] }
}
for (const type of memberTypes) defineSheetHead(kinds[type], sheetHeadOf)

const applyForm = async (ctx: Ctx, of: Application, format: 'pdf' | 'docx'): Promise<Download> =>
  applicationSheet(ctx, of, {
    format,
    ...(await sheetHeadOf(ctx, of)),
    signatures: [
      { title: '法定代表人（负责人）签字', lines: ['签字：', '日期：　　　年　　月　　日'] },
      { title: '申请单位盖章', lines: ['（盖章处）', '日期：　　　年　　月　　日'] },
    ],
  })

type Words = Pick<Letter, 'title' | 'opening' | 'tables' | 'notes'>

async function letter(ctx: Ctx, of: Application, words: Words): Promise<Download> {
  const { association, colour } = await readPublicConfig(ctx)
  const { name: addressee } = await organisationOf(ctx, of)
  const head = {
    association: association.name,
    colour,
    number: of.number!,
    issuedOn: longDay(dayOf(ctx.now)),
    addressee,
  }
  const pdf = await signPaper(ctx, await letterPdf({ ...head, ...words }), `${words.title} ${of.number}`)
  return paperDownload(ctx, `${of.number}-${words.title}.pdf`, pdf)
}

const factsOf = async (ctx: Ctx, of: Application) => {
  const { applyTypeName, childName, levelName } = await applicationHead(ctx, of)
  return [
    ['申请事项', `${childName}${levelName} ${applyTypeName}`],
    ['申请编号', of.number!],
  ]
}

const letters = {
  async payNotice(ctx: Ctx, of: Application) {
    const fee = await assessmentFeeOf(ctx, of)
    if (!fee) throw conflict('尚未到缴费环节，或这份申请不收评审费')
    const account = (await readSetting(ctx, 'payAccount')) ?? { name: '', bank: '', number: '', code: '' }
    const amount = [
      ['评审费（小写）', formatCurrency(fee.amount)],
      ['评审费（大写）', `人民币${capitalMoney(fee.amount)}`],
    ]
    return letter(ctx, of, {
      title: '评审费缴纳通知',
      opening: '贵单位的申请已受理。请按下列金额缴纳评审费。',
      tables: [['', [...(await factsOf(ctx, of)), ...amount]], payTable(account, await payRemark(ctx, of))],
      notes: ['汇款后请在会员中心上传汇款凭证。到账后，协会开具发票，发送到您填写的邮箱。'],
    })
  },

  /** 评审通知: who comes, when, where, and what to have at hand. */
  async notice(ctx: Ctx, of: Application) {
    const review = await reviewOf(ctx, of)
    if (!review) throw conflict('现场评审尚未安排')
    const members = await membersOf(ctx, review.id)
    const plan = [
      ['评审日期', `${longDay(review.plannedOn)}起，共 ${review.days} 天`],
      ['评审地点', review.place],
      ['观察员', review.observer],
      ['请准备', review.note],
    ]
    return letter(ctx, of, {
      title: '现场评审通知',
      opening: '根据能力评价办法，协会将对贵单位进行现场评审，请做好准备并予以配合。',
      tables: [
        ['', [...(await factsOf(ctx, of)), ...plan.filter(([, text]) => text)]],
        ['评审组', members.map(({ name, of: { role } }) => [roleNames[role], name])],
      ],
      notes: ['评审组成员与贵单位有利害关系的，请在评审日之前向协会提出回避。'],
    })
  },

  /** 不符合项通知: what must be put right, and by when. */
  async nonconformity(ctx: Ctx, of: Application) {
    const review = await reviewOf(ctx, of)
    const found = review?.recordedAt ? await nonconformitiesOf(ctx, review.id) : []
    if (found.length === 0) throw conflict('现场评审没有不符合项，或尚未作出结论')
    const tables = found.map(({ place, clause, description, dueOn }): Letter['tables'][number] => [
      `不符合项 ${place}`,
      [
        ['条款', clause],
        ['事实描述', description],
        ['整改期限', longDay(dueOn)],
      ],
    ])
    return letter(ctx, of, {
      title: '不符合项整改通知',
      opening: `${longDay(iso(review!.recordedAt!))}现场评审发现下列不符合项，请按期整改。`,
      tables: [['', await factsOf(ctx, of)], ...tables],
      notes: ['请在会员中心逐项填写整改情况并上传证据。逾期未提交的，申请自动终止。'],
    })
  },
}

async function reviewOf({ db }: Ctx, { id }: Application) {
  const [found] = await db.select().from(siteReview).where(eq(siteReview.applicationId, id))
  return found
}

export const documentsHandlers = {
  'POST /qualification/download': download,
} satisfies Partial<Handlers<typeof applyingContract>>
