import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { CertificateCell, CompanyCell, placeFilters, Shortfalls, useQualificationKinds } from './Shortfalls.tsx'

export { staffShortfalls as handle } from '#modules/qualifications/pages/screens.ts'

/** 条件预警: certificates that stand on less than they were given for, and those whose annual report is missing. */
export default function StaffShortfalls() {
  const [query, setQuery] = useSearchParams()
  return (
    <Tabs
      activeKey={query.get('tab') ?? 'shortfalls'}
      onChange={tab => setQuery(tab === 'shortfalls' ? {} : { tab })}
      destroyOnHidden
      items={[
        { key: 'shortfalls', label: '条件不足', children: <Shortfalls /> },
        { key: 'annual', label: '年审逾期', children: <AnnualOverdue /> },
      ]}
    />
  )
}

type Filters = Input<ApiContract['GET /staff/qualification/annual/export']>
type Overdue = Output<ApiContract['GET /staff/qualification/annual/list']>['list'][number]

/** Valid certificates whose annual report is missing although its time is over: nothing follows by itself. */
function AnnualOverdue() {
  const { pageNum, pageSize, ...filters } = useFilters<Filters>('key', 'kindCode', 'provinceCode')
  const answer = useApi('GET /staff/qualification/annual/list', { ...filters, pageNum, pageSize })
  return (
    <section className="desk-card">
      <h2>年审逾期的证书</h2>
      <DataTable<Overdue>
        caption="年审逾期的证书"
        answer={answer}
        unit="张证书"
        empty={{ title: '没有年审逾期的证书', children: <p>提交期已过的年度报告都已收到，或提交期还没有结束。</p> }}
        filters={placeFilters(useQualificationKinds())}
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
