import { browserApi } from '#api/browser.ts'
import { IssueMany, type IssueProps, type PaidRecord } from '#modules/money/receivables/pages/IssueMany.tsx'
import { useRecords } from '#modules/settings/pages/recordCalls.ts'

const act = {
  name: '开电子票据',
  intro: '按开票规则请开票服务开具，金额为到账扣去已退的；开成后登记到款项，文件发给对方。',
  fields: [],
}

/** Asks the provider for the papers of payments that have come; nothing where there is no provider, or no rule fits. */
export function IssueEInvoices({ rows, done }: IssueProps) {
  const { data } = useRecords('eInvoiceRule')
  const isRuled = ({ kind }: PaidRecord) =>
    data?.list.some(({ values: { kinds } }) => Array.isArray(kinds) && kinds.some(one => one === kind))
  if (!data?.provider || !rows.some(isRuled)) return null
  return (
    <IssueMany rows={rows} act={act} send={(_, ids) => browserApi('POST /staff/eInvoice/issue', { ids })} done={done} />
  )
}
