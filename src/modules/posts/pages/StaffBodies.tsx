import { Link } from 'react-router'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffBodies'

export { staffBodies as handle } from './screens.ts'

export const clientLoader = recordsLoader('body')

/** 组织机构: the bodies of the association, each with its term, posts and who is in office. */
export default function StaffBodies({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="机构"
      title="组织机构"
      className="desk-card movable-dense"
      add="新增机构"
      isOrdered
      hasHistory
      blank={{ kind: 'committee', parentId: 'none', isPublic: 'no', ...NO_RULES, isEnded: 'no' }}
      about={
        <>
          先后就是公开名单的先后。职务、届次和任职规则在各机构里设；<Link to="/staff/appointments">任职名册</Link>
          里任命、更换和查看某一天谁任什么职务。
        </>
      }
      empty={{ title: '还没有机构', children: '新增理事会、监事会、分支机构或专门委员会，再设职务和届次。' }}
      row={of => (
        <>
          <p>
            <Link to={`/staff/bodies/${of.id}`}>{of.name}</Link> <Tag>{of.kindName}</Tag>{' '}
            {of.values.isPublic === 'yes' && <Tag tone="good">公开名单</Tag>}{' '}
            {of.values.isEnded === 'yes' && <Tag tone="warn">已终止</Tag>}
          </p>
          <p>
            {of.parentName && `属于${of.parentName}　`}
            {of.values.kind === 'assembly' ? '全体会员' : <Holders of={of} />}
            {of.sentences.length > 0 && `　${of.sentences.join('；')}`}
          </p>
        </>
      )}
    />
  )
}

const NO_RULES = { countsNewRepresentatives: 'no', allowsExceptions: 'no' }

type Row = { id: number; name: string; termNumber: string; posts: number; holders: number }

const Holders = ({ of }: { of: Row }) => (
  <>
    {of.termNumber || '没有届次'} · {of.posts} 种职务 ·{' '}
    <Link to={`/staff/appointments?bodyId=${of.id}`}>
      {of.holders} 人在任<span className="hidden-text">：{of.name}</span>
    </Link>
  </>
)
