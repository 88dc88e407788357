import type { Download } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { capitalMoney, formatCurrency } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import type { receipt } from '../../server/tables.ts'

type Written = { of: typeof receipt.$inferSelect; issuedName: string }

/** The receipt on the association's paper, signed; a void one says so. */
export async function receiptFile(ctx: Ctx, { of, issuedName }: Written): Promise<Download> {
  const { association, colour } = await readPublicConfig(ctx)
  const isVoid = of.state === 'void'
  const paper = await letterPdf({
    association: association.name,
    colour,
    title: isVoid ? '收据（已作废）' : '收据',
    number: of.number,
    addressee: of.payer,
    issuedOn: longDay(of.issuedOn),
    opening: isVoid ? `本收据已作废，请勿使用。原因：${of.voidReason}` : '今收到贵方交来的下列款项。',
    tables: [
      [
        '',
        [
          ['款项', `${kindName(of.payable)}：${of.about}`],
          ['金额（小写）', formatCurrency(of.amount)],
          ['金额（大写）', `人民币${capitalMoney(of.amount)}`],
          ...(of.paidOn ? [['收款日期', longDay(of.paidOn)]] : []),
          ['开具人', issuedName],
        ],
      ],
    ],
    notes: ['电子件带有协会的数字签名，可在本站“证书查验”核对；打印件加盖协会财务专用章后有效。'],
  })
  return paperDownload(ctx, `收据${of.number}.pdf`, await signPaper(ctx, paper, `收据 ${of.number}`))
}
