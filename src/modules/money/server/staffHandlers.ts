import type { Handlers } from '#lib/server/api/call.ts'
import { batchHandlers } from '../invoices/server/batch.ts'
import { ageingHandlers } from '../receivables/server/ageing.ts'
import { detailHandlers } from '../receivables/server/detail.ts'
import { receivablesHandlers } from '../receivables/server/receivables.ts'
import { totalsHandlers } from '../receivables/server/totals.ts'
import type { staffMoneyContract } from '../staffContract.ts'

export const staffMoneyHandlers: Handlers<typeof staffMoneyContract> = {
  ...receivablesHandlers,
  ...totalsHandlers,
  ...ageingHandlers,
  ...detailHandlers,
  ...batchHandlers,
}
