import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useMember } from '#layouts/member/member.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { fileSize } from '#lib/size.ts'
import { entryStates } from '#modules/awards/entries/entryStates.ts'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { caseColumns } from '#modules/review/applying/pages/caseColumns.tsx'
import { nameOfState, type State } from '#modules/review/workflow.ts'
import { Empty } from '#ui/Empty.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyAwards'
import '#modules/awards/pages/awards.css'

export { myAwards as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, ...filters } = listQuery<Filters>(query, 'status')
  const page = await api('GET /award/list', { ...filters, pageNum })
  return { page }
})

type Listed = Output<ApiContract['GET /award/list']>
type Row = Listed['list'][number]
export type OpenCall = Listed['openTypes'][number]

type Filters = Input<ApiContract['GET /award/list']>

/** 科技奖励: what is called for now, and every entry of this account with what it waits for. */
export default function MyAwards({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  const { isComplete, accountType } = useMember()
  return (
    <>
      {!isComplete && (
        <ProfileFirst
          title={accountType === 'organisation' ? '请先完善单位资料' : '请先完善个人资料'}
          then="完善资料后即可申报，已填的内容会自动带入申报书。"
        />
      )}
      <section className="centre-card">
        <h2>正在征集</h2>
        <States answer={answer} lines={4}>
          {({ openTypes }) => <OpenCalls calls={openTypes} mayApply={isComplete} />}
        </States>
      </section>
      <Entries answer={answer} />
    </>
  )
}

function OpenCalls({ calls, mayApply }: { calls: readonly OpenCall[]; mayApply: boolean }) {
  if (calls.length === 0)
    return (
      <Empty title="现在没有正在征集的奖项" icon="calendar">
        <p>申报通知发布后，在这里申报。申报和评审都不收取任何费用。</p>
      </Empty>
    )
  return (
    <>
      <ul className="award-calls" role="list">
        {calls.map(call => (
          <li key={call.callId}>
            <h3>
              {call.year} 年度{call.typeName}
            </h3>
            <p className="award-call-days">
              <Tag tone={call.daysLeft <= 7 ? 'warn' : 'water'}>
                {call.daysLeft === 0 ? '今天截止' : `还有 ${call.daysLeft} 天`}
              </Tag>
              <span>{call.deadline} 24 时（北京时间）截止</span>
            </p>
            <p>{call.intro}</p>
            <p className="award-call-links">
              {mayApply && (
                <Link
                  className={calls.length === 1 ? 'button primary' : 'button'}
                  to={`/admin/user/awards/new?type=${call.type}&year=${call.year}`}
                >
                  申报<span className="hidden-text">{call.typeName}</span>
                </Link>
              )}
              {call.noticeId && (
                <Link to={`/admin/news/detail/${call.noticeId}`}>
                  申报通知<span className="hidden-text">：{call.title}</span>
                </Link>
              )}
              {call.template && (
                <a href={call.template.url}>
                  申报书样式（{call.template.ext.toUpperCase()}，{fileSize(call.template.size)}）
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p className="award-free">申报、评审、授奖均不收取任何费用。</p>
    </>
  )
}

const SHOWN: readonly State[] = ['draft', ...entryStates]

const Entries = ({ answer }: { answer: Answer<Listed> }) => (
  <section className="centre-card">
    <DataTable<Row>
      caption="我的申报"
      answer={answer}
      unit="项"
      filters={[{ name: 'status', label: '状态', options: SHOWN.map(code => ({ code, name: nameOfState(code) })) }]}
      empty={{ title: '还没有申报', children: <p>选择正在征集的奖项，填写申报书。</p> }}
      columns={[
        { name: '申报', cell: row => <Subject of={row} /> },
        ...caseColumns,
        { name: '下一步', cell: row => <Next of={row} />, nowrap: true },
      ]}
    />
  </section>
)

const Subject = ({ of }: { of: Row }) => (
  <>
    <Link to={`/admin/user/awards/${of.id}`}>{of.projectName || '未命名的申报'}</Link>
    <span className="cell-note">
      {of.year} 年度{of.typeName}
      {of.subTypeName && `　${of.subTypeName}`}
    </span>
  </>
)

const Next = ({ of }: { of: Row }) => (
  <Link className={of.canEdit ? 'button' : 'row-link'} to={`/admin/user/awards/${of.id}`}>
    {of.canEdit ? (of.status === 'draft' ? '继续填写' : '去补正') : '查看进度'}
    <span className="hidden-text">：{of.projectName}</span>
  </Link>
)
