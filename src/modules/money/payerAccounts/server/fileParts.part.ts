import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { routeOfPayer } from '#modules/ledger/payers.ts'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { readPayerAccount } from './payerAccount.ts'

defineFilePart('payerAccount', {
  title: '往来',
  empty: '与协会没有往来款项',
  order: 55,
  rows: async (ctx, id) => {
    const payer = { kind: 'organisation', id } as const
    const { open, credit, lines } = await readPayerAccount(ctx, payer, {})
    if (lines.length === 0) return []
    const tone = open > 0 ? 'warn' : 'good'
    return [
      {
        key: id,
        title: '对账',
        text: [`未缴 ${formatYuan(open)} 元`, credit > 0 && `多付 ${formatYuan(credit)} 元`].filter(Boolean).join('，'),
        state: { name: open > 0 ? '有欠款' : credit > 0 ? '多付' : '已结清', tone },
        ...(mayRead(ctx) && { route: routeOfPayer(payer) }),
      },
    ]
  },
})

const mayRead = ({ actor }: Ctx) => actor.kind === 'staff' && actor.permissions.includes('staff:financeReading')
