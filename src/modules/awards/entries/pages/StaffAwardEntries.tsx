import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { ApplicationTag } from '#modules/review/applying/pages/ApplicationTag.tsx'
import { nameOfState } from '#modules/review/workflow.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { entryStates } from '../entryStates.ts'
import type { Route } from './+types/StaffAwardEntries'

export { staffAwardEntries as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'callId', 'group', 'status', 'key')
  const [page, options] = await Promise.all([
    api('GET /staff/award/entry/list', { ...filter, pageNum, pageSize }),
    api('GET /staff/award/entry/options', { callId: filter.callId }),
  ])
  return { filter, page, options }
})

type Row = Output<ApiContract['GET /staff/award/entry/list']>['list'][number]

type Filters = Input<ApiContract['GET /staff/award/entry/export']>

/** 申报: what was handed in, by call, group and state. */
export default function StaffAwardEntries({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const { callId, group } = filter
  const answer = useLoaded(loaderData.page)
  const options = useLoaded(loaderData.options)
  return (
    <section className="desk-card">
      <h2>收到的申报</h2>
      <DataTable<Row>
        caption="奖励申报"
        answer={answer}
        unit="项"
        empty={{ title: '还没有申报', children: <p>会员提交申报书以后，在这里列出。</p> }}
        filters={[
          { name: 'key', label: '名称、编号或单位', kind: 'text' },
          {
            name: 'callId',
            label: '申报通知',
            options: (options.data?.calls ?? []).map(({ id, title }) => ({ code: String(id), name: title })),
          },
          { name: 'group', label: '专业组', options: options.data?.groups ?? [] },
          {
            name: 'status',
            label: '状态',
            options: entryStates.map(code => ({ code, name: nameOfState(code) })),
          },
        ]}
        save={() => saveFile('GET /staff/award/entry/export', filter)}
        actions={
          callId && (
            <SaveButton save={() => saveFile('GET /staff/award/entry/materials', { callId, group })}>
              下载材料
            </SaveButton>
          )
        }
        columns={[
          {
            name: '申报',
            cell: ({ id, name, applyNo, applicant }) => (
              <>
                <Link to={`/staff/award-entries/${id}`}>{name}</Link>
                <span className="cell-note">
                  {applyNo}　{applicant}
                </span>
              </>
            ),
          },
          {
            name: '奖项',
            cell: ({ year, kindName, subTypeName }) => (
              <>
                {year} 年度{kindName}
                <span className="cell-note">{subTypeName}</span>
              </>
            ),
          },
          { name: '专业组', cell: ({ groupName }) => groupName || '不分组' },
          { name: '申报等级', cell: ({ levelWanted }) => levelWanted || '未指定', nowrap: true },
          { name: '状态', cell: row => <ApplicationTag status={row.status} name={row.statusName} />, nowrap: true },
          {
            name: '得分 / 名次',
            cell: ({ score, rank }) =>
              score === null ? (
                '未评'
              ) : (
                <>
                  {score.toFixed(3)}
                  <span className="cell-note">第 {rank} 名</span>
                </>
              ),
            width: '110px',
          },
          { name: '提交', cell: ({ submittedOn }) => submittedOn, width: '120px' },
        ]}
      />
    </section>
  )
}
