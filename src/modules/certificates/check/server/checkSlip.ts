import { readFileSync } from 'node:fs'
import type { Download, Parsed } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { qrSvg } from '#lib/server/documents/formDocument.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { factsOf } from '#modules/certificates/facts.ts'
import type { Verified } from '#modules/certificates/server/verified.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { signPdf } from '#modules/signatures/server/signing.ts'
import type { checkContract } from '../contract.ts'
import { verify } from './verification.ts'

type SlipQuery = Parsed<(typeof checkContract)['GET /cert/verify/slip']>

/** A document is made and signed for each: less often than something is only looked up. */
const spend = limit('cert/verify/slip', { max: 10, per: 60_000 })

const template = readFileSync(new URL('./checkSlip.typ', import.meta.url), 'utf8')

/** 查验单: what the register said of a certificate when it was asked. */
export async function checkSlip(ctx: Ctx, asked: SlipQuery): Promise<Download> {
  spend(ctx)
  const found = await verify(ctx, asked)
  if (!found) throw notFound('登记库中没有这张证书，不能出具查验单；这不等于证书无效')
  const { association, colour } = await readPublicConfig(ctx)
  const pdf = await signPdf(
    ctx,
    await slipPdf({ association: association.name, colour }, found),
    '证书查验单',
    urlOf(found),
  )
  const day = (found.on ?? found.today).date
  return privateDownload(`${found.certNo}-查验单-${day}.pdf`, 'application/pdf', pdf)
}

type Letterhead = { association: string; colour?: string }

export async function slipPdf({ association, colour }: Letterhead, of: Verified): Promise<Buffer> {
  const { on, today } = of
  const asked = on ?? today
  return toPdf(template, {
    ...printable({
      association,
      colour,
      number: of.certNo,
      registerName: of.registerName,
      checkedAt: minute(of.checkedAt),
      question: on ? `在 ${longDay(on.date)} 这一天是否有效` : `今天（${longDay(today.date)}）是否有效`,
      tone: toneOf(asked.certStatus),
      verdict: asked.verdict.join(' · '),
      day: longDay(asked.date),
      today: on && `${today.certStatusName}（${longDay(today.date)}）`,
      facts: factsOf(of),
      contentDay: on && of.changedSince.length > 0 ? longDay(on.date) : null,
      changedSince: of.changedSince.map(inWords),
      history: of.history.map(({ date, eventName, reason, changes }) => [
        longDay(date),
        eventName,
        [reason, ...changes.map(inWords)].filter(Boolean).join('\n') || '—',
      ]),
      related: [
        ...of.predecessors.map(number => `由本证书替代：${number}`),
        ...of.successors.map(number => `替代本证书：${number}`),
      ],
    }),
    qrSvg: await qrSvg(urlOf(of)),
  })
}

/** The same question once more. */
const urlOf = ({ verifyUrl, on }: Verified) => (on ? `${verifyUrl}&on=${on.date}` : verifyUrl)

const inWords = ({ label, before, after }: Verified['changedSince'][number]) =>
  `${label}：${before || '空'} → ${after || '空'}`

export const checkSlipHandlers = {
  'GET /cert/verify/slip': checkSlip,
} satisfies Partial<Handlers<typeof checkContract>>
