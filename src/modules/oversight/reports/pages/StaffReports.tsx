import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { listRecords } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { MONTH_BLOCK } from '../reportForm.ts'
import type { Route } from './+types/StaffReports'
import { ReportFiles } from './ReportView.tsx'
import './reports.css'

export { staffReports as handle } from '../../pages/screens.ts'

type Sent = Output<ApiContract['GET /staff/report/sent']>['list'][number]

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum } = listQuery(query)
  const [records, sent] = await Promise.all([
    listRecords(api, 'councilReport'),
    api('GET /staff/report/sent', { pageNum }),
  ])
  return { records, sent }
})

/** 理事会报告: reports by their blocks, downloaded at any time or sent on the first of the month; below what was sent. */
export default function StaffReports({ loaderData: { records, sent } }: Route.ComponentProps) {
  const answer = useLoaded(sent)
  const mayChange = useMay('staff:decide')
  const recipientField = records.fields.find(({ name }) => name === 'recipients')!
  return (
    <>
      <RecordsScreen
        listed={records}
        called="理事会报告"
        title="理事会报告"
        add="新增报告"
        blank={BLANK}
        about="选择版块和先后，加上自己的文字，做成带抬头的报告，随时预览，下载 PDF 或 Word；也可以每月 1 日把上月的报告发给同事。"
        empty={{ title: '还没有报告', children: '新增一份，选择要有哪些内容。' }}
        isOrdered
        mayChange={mayChange}
        row={({ id, name, values, lastMonth }) => (
          <>
            <p>
              <b>{name}</b>，{(values.blocks as FormRow[]).length} 个版块{' '}
              {values.monthly === 'on' ? <Tag tone="good">每月 1 日发送</Tag> : <Tag>不发送</Tag>}
            </p>
            {values.monthly === 'on' && <p>发给：{fieldText(recipientField, values.recipients)}</p>}
            {lastMonth && <p>最近发送：{lastMonth}</p>}
            <p className="report-acts">
              <Link to={`/staff/reports/${id}`}>预览</Link>
              <ReportFiles save={format => saveFile('GET /staff/report/file', { id, format })} />
            </p>
          </>
        )}
      />
      <section className="desk-card">
        <h2>发送过的报告</h2>
        <DataTable<Sent>
          caption="发送过的报告"
          answer={answer}
          unit="份"
          empty={{ title: '还没有发送过报告' }}
          columns={[
            { name: '报告', cell: ({ id, name }) => <Link to={`/staff/report-issues/${id}`}>{name}</Link> },
            { name: '月份', cell: ({ month }) => month, nowrap: true },
            { name: '统计时间', cell: ({ countedAt }) => minute(countedAt), nowrap: true },
            { name: '发给', cell: ({ sentTo }) => sentTo.join('、') },
          ]}
        />
      </section>
    </>
  )
}

const BLANK: FormValues = {
  name: '理事会月报',
  monthly: 'off',
  blocks: [MONTH_BLOCK, 'memberMonth', 'feeYear', 'reviewWork', 'trainingKind'].map(block => ({ block })),
}
