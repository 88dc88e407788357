import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { SendingBand } from '#modules/messages/pages/SendingBand.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffNewsletters'
import { IssueForm } from './IssueForm.tsx'

export { staffNewsletters as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) =>
  query.has('new')
    ? { page: null }
    : { page: await api('GET /staff/newsletter/list', { pageNum: query.get('pageNum') ?? 1, pageSize: 20 }) },
)

/** 简报: issues that are written and those that were sent; with `?new=1` a new one. */
export default function StaffNewsletters({ loaderData: { page } }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!page)
    return <IssueForm done={id => navigate(`/staff/newsletters/${id}`)} cancel={() => navigate('/staff/newsletters')} />
  return (
    <>
      <SendingBand />
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>简报</h2>
          <span className="form-actions">
            <Link to="/staff/newsletters/subscribers">订阅者</Link>
            <Button type="primary" onClick={() => navigate('?new=1')}>
              新建简报
            </Button>
          </span>
        </div>
        {page.list.length === 0 ? (
          <Empty title="还没有简报">
            <p>选择已发布的文章和培训班，合成一封邮件，发给订阅的读者，同时在网站上公开。</p>
          </Empty>
        ) : (
          <Table
            caption="简报"
            rows={page.list}
            columns={[
              { name: '标题', cell: ({ id, title }) => <Link to={`/staff/newsletters/${id}`}>{title}</Link> },
              { name: '内容', cell: ({ items }) => `${items} 项`, nowrap: true },
              {
                name: '状态',
                cell: ({ state }) => (state === 'sent' ? <Tag tone="good">已发出</Tag> : <Tag>草稿</Tag>),
                nowrap: true,
              },
              { name: '编写', cell: ({ createdName }) => createdName },
              {
                name: '时间',
                cell: ({ sentTime, updatedTime }) =>
                  sentTime ? `${minute(sentTime)} 发出` : `${minute(updatedTime)} 修改`,
                nowrap: true,
              },
            ]}
          />
        )}
        <Pager page={page} unit="期" />
      </section>
    </>
  )
}
