import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffShortfalls'
import {
  CertificateCell,
  CompanyCell,
  type Kinds,
  placeFilters,
  type ShortfallFilters,
  Shortfalls,
} from './Shortfalls.tsx'

export { staffShortfalls as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.get('tab') === 'annual') {
    const { pageNum, pageSize, ...filters } = listQuery<AnnualFilters>(query, 'key', 'kindCode', 'provinceCode')
    const [page, kinds] = await Promise.all([
      api('GET /staff/qualification/annual/list', { ...filters, pageNum, pageSize }),
      api('GET /staff/certificate/kinds', {}),
    ])
    return { tab: 'annual' as const, filters, page, kinds }
  }
  const { pageNum, pageSize, ...filters } = listQuery<ShortfallFilters>(
    query,
    'key',
    'state',
    'what',
    'kindCode',
    'provinceCode',
    'since',
    'until',
  )
  const [page, kinds] = await Promise.all([
    api('GET /staff/qualification/shortfall/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/certificate/kinds', {}),
  ])
  return { tab: 'shortfalls' as const, filters, page, kinds }
})

/** 条件预警: certificates that stand on less than they were given for, and those whose annual report is missing. */
export default function StaffShortfalls({ loaderData: of }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams()
  return (
    <Tabs
      activeKey={of.tab}
      onChange={tab => setQuery(tab === 'shortfalls' ? {} : { tab })}
      destroyOnHidden
      items={[
        { key: 'shortfalls', label: '条件不足', children: of.tab === 'shortfalls' && <Shortfalls {...of} /> },
        { key: 'annual', label: '年审逾期', children: of.tab === 'annual' && <AnnualOverdue {...of} /> },
      ]}
    />
  )
}

type AnnualFilters = Input<ApiContract['GET /staff/qualification/annual/export']>
type AnnualPage = Output<ApiContract['GET /staff/qualification/annual/list']>
type AnnualProps = { page: AnnualPage; filters: AnnualFilters; kinds: Kinds }

/** Valid certificates whose annual report is missing although its time is over: nothing follows by itself. */
function AnnualOverdue({ page, filters, kinds }: AnnualProps) {
  const answer = useLoaded(page)
  return (
    <section className="desk-card">
      <h2>年审逾期的证书</h2>
      <DataTable
        caption="年审逾期的证书"
        answer={answer}
        unit="张证书"
        empty={{ title: '没有年审逾期的证书', children: <p>提交期已过的年度报告都已收到，或提交期还没有结束。</p> }}
        filters={placeFilters(kinds)}
        save={() => saveFile('GET /staff/qualification/annual/export', filters)}
        columns={[
          { name: '单位', cell: row => <CompanyCell {...row} /> },
          { name: '证书', cell: row => <CertificateCell {...row} /> },
          { name: '发证日期', cell: ({ issuedOn }) => issuedOn, nowrap: true },
          { name: '有效期至', cell: ({ validTo }) => validTo ?? '长期', nowrap: true },
          { name: '报告截止', cell: ({ dueOn }) => dueOn, nowrap: true },
        ]}
      />
    </section>
  )
}
