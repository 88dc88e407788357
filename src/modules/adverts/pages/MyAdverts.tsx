import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { statuses, statusNames } from '../advertStatus.ts'
import type { Route } from './+types/MyAdverts'
import { AdvertThumb } from './AdvertThumb.tsx'
import { advertTone, MY_ADVERTS, type OwnAdvert } from './advertViews.ts'

export { myAdverts as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, ...filters } = listQuery<Filters>(query, 'status')
  const page = await api('GET /cms/adverti/list', { ...filters, pageNum })
  return { page }
})

const FILTERS = [{ name: 'status', label: '状态', options: statuses.map(code => ({ code, name: statusNames[code] })) }]

type Filters = Input<ApiContract['GET /cms/adverti/list']>

/** 我的广告: where each stands, what it waits for, and how often it was seen. */
export default function MyAdverts({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  return (
    <section className="centre-card">
      <DataTable
        caption="我的广告"
        answer={answer}
        filters={FILTERS}
        unit="条广告"
        actions={
          <Link className="button primary" to={`${MY_ADVERTS}/new`}>
            新建广告
          </Link>
        }
        empty={{
          title: '还没有广告',
          children: <p>会员单位每年有免费展示天数。点“新建广告”查看广告位、价格与空位。</p>,
        }}
        columns={[
          {
            name: '广告',
            width: '32%',
            cell: row => (
              <div className="advert-cell">
                <AdvertThumb id={row.imageId} alt="" />
                <div>
                  <Link to={`${MY_ADVERTS}/${row.id}`}>{row.title}</Link>
                  <span className="cell-note">{row.number ?? '未提交'}</span>
                </div>
              </div>
            ),
          },
          {
            name: '广告位与时间',
            width: '200px',
            cell: ({ positionName, startDate, endDate }) => (
              <>
                {positionName}
                <span className="cell-note">{startDate && endDate ? `${startDate} 至 ${endDate}` : '未选日期'}</span>
              </>
            ),
          },
          { name: '状态', cell: row => <State of={row} /> },
          {
            name: '浏览 / 点击',
            cell: ({ views, clicks }) => `${withCommas(views)} / ${withCommas(clicks)}`,
            nowrap: true,
          },
          { name: '下一步', cell: row => <NextStep of={row} reload={answer.reload} />, nowrap: true },
        ]}
      />
    </section>
  )
}

const State = ({ of: { status, statusName, deadline, reason, change } }: { of: OwnAdvert }) => (
  <>
    <Tag tone={advertTone(status)}>{statusName}</Tag>
    {deadline && <span className="cell-note">请在 {deadline} 前办理</span>}
    {reason && <span className="cell-note">{reason}</span>}
    {change && <span className="cell-note">变更：{change.statusName}，通过前原内容照常投放</span>}
  </>
)

function NextStep({ of, reload }: { of: OwnAdvert; reload: () => void }) {
  const about = <span className="hidden-text">：{of.title}</span>
  const task = taskOf(of)
  return (
    <>
      <Link className={task ? 'button' : 'row-link'} to={`${MY_ADVERTS}/${of.id}`}>
        {task ?? '查看'}
        {about}
      </Link>{' '}
      {of.canRemove && <ActButton act={remove} of={of} called={of.title} reload={reload} size="small" />}
    </>
  )
}

function taskOf({ canPay, canEdit, status, change }: OwnAdvert): string | undefined {
  if (canPay) return '去缴费'
  if (canEdit) return status === 'draft' ? '继续填写' : '去修改'
  if (change?.status === 'returned') return '修改变更'
}

const remove = defineAct<OwnAdvert>()({
  name: '删除',
  title: () => '删除这条广告？',
  isDanger: true,
  confirm: ({ title, canEdit }) =>
    canEdit ? `“${title}”尚未通过，删除后不再办理。` : `“${title}”将从列表中移走，协会的记录保留。`,
  call: 'POST /cms/adverti/user/remove',
  input: ({ id }) => ({ id }),
  done: '广告已删除',
})
