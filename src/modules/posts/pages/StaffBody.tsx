import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { notFound } from '#lib/error.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { listRecords } from '#modules/settings/pages/recordCalls.ts'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffBody'

export { staffBody as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [bodies, posts, terms] = await Promise.all([
    listRecords(api, 'body'),
    listRecords(api, 'post', String(id)),
    listRecords(api, 'term'),
  ])
  const body = bodies.list.find(row => row.id === id)
  if (!body) throw notFound('没有这个机构')
  return { body, posts, terms: { ...terms, list: terms.list.filter(({ values }) => values.bodyId === String(id)) } }
})

/** One body: its posts with their rules, and its terms. */
export default function StaffBody({ loaderData: { body, posts, terms } }: Route.ComponentProps) {
  useScreenName(body.name)
  const bodyId = String(body.id)
  if (body.values.kind === 'assembly')
    return (
      <section className="desk-card">
        <h2>{body.name}</h2>
        <p>
          由全体会员组成：有席位的是当天在册、没有暂停、没有欠费一年以上的会员，表决权按会员级别。票数在
          <Link to="/staff/levels">会员级别</Link>里设。
        </p>
      </section>
    )
  return (
    <>
      <section className="desk-card">
        <h2>{body.name}</h2>
        <Facts
          facts={[
            ['种类', body.kindName],
            ['上级机构', body.parentName],
            ['设立日期', body.values.foundedOn ? String(body.values.foundedOn) : ''],
            ['依据', String(body.values.decision ?? '')],
            ['规则', body.sentences.join('；')],
            [
              '在任',
              <Link key="holders" to={`/staff/appointments?bodyId=${bodyId}`}>
                {body.holders} 人
              </Link>,
            ],
          ]}
        />
      </section>
      <RecordsScreen
        listed={posts}
        called="职务"
        title="职务"
        add="新增职务"
        isOrdered
        blank={{ bodyId, voteWeight: 1, ...NO_RULES, isPublic: 'yes', isRetired: 'no' }}
        about="先后就是名单上的先后。规则在任命、更换、更正和导入时逐条核对。"
        empty={{ title: '还没有职务', children: '例如会长、副会长、秘书长、理事。' }}
        row={of => (
          <>
            <p>
              <b>{of.name}</b> {of.values.isRetired === 'yes' && <Tag tone="warn">停用</Tag>}{' '}
              <Link to={`/staff/appointments?postId=${of.id}`}>
                {of.holders} 人在任<span className="hidden-text">：{of.name}</span>
              </Link>
            </p>
            <p>{of.follows.join('；')}</p>
            <p>{of.sentences.length > 0 ? `规则：${of.sentences.join('；')}` : '没有任职规则'}</p>
          </>
        )}
      />
      <RecordsScreen
        listed={terms}
        called="届次"
        title="届次"
        add="新增届次"
        blank={{ bodyId }}
        about="没有另写任职止的，都到任期止为止。延期换届的，修改任期止。"
        empty={{ title: '还没有届次', children: '写明任期起止，任命时按任职起自动归入所在的一届。' }}
        columns={[
          { name: '届次', nowrap: true, cell: ({ name }) => name },
          {
            name: '任期',
            nowrap: true,
            cell: ({ values }) => `${values.fromDay} 至 ${values.toDay || '未定'}`,
          },
          { name: '依据', cell: ({ values }) => String(values.decision ?? '') },
          {
            name: '在任',
            nowrap: true,
            cell: ({ id, holders, stateName }) => (
              <>
                <Tag tone={stateName === '本届' ? 'good' : 'plain'}>{stateName}</Tag>{' '}
                <Link to={`/staff/appointments?termId=${id}&state=all`}>{holders} 人</Link>
              </>
            ),
          },
        ]}
      />
    </>
  )
}

const NO_RULES = { needsLegalPerson: 'no', isLegalRepresentative: 'no', allowsExceptions: 'no' }
