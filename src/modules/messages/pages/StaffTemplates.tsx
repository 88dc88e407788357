import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { smsParts } from '../sms.ts'
import type { Route } from './+types/StaffTemplates'
import { EditTemplate } from './EditTemplate.tsx'
import './staffMessages.css'

export { staffTemplates as handle } from './screens.ts'

export const clientLoader = listLoader(api => api('GET /staff/template/list', {}))

export type Template = Output<ApiContract['GET /staff/template/list']>[number]

type Filters = { group?: string; changed?: string }

/** 消息模板: the words of every message that the program sends by itself. */
export default function StaffTemplates({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const { group, changed } = useFilters<Filters>('group', 'changed')
  const [query] = useSearchParams()
  const groups = [...new Set(loaderData.map(one => one.group))]
  const shown = loaderData.filter(one => (!group || one.group === group) && (!changed || one.isChanged))
  return (
    <section className="desk-card">
      <h2>系统自动发送的消息</h2>
      <p>
        每条消息都发到收件人的站内消息，并按其接收设置同时发短信、邮件；邮件的标题和正文就是站内消息的标题和内容。改过的文字从下一条消息起生效。
      </p>
      <DataTable<Template>
        caption="消息模板"
        answer={{ ...answer, data: shown }}
        keyOf={({ code }) => code}
        empty={{ title: '没有消息模板' }}
        filters={[
          { name: 'group', label: '类别', options: groups.map(name => ({ code: name, name })) },
          { name: 'changed', label: '文字', options: [{ code: '1', name: '改过的' }] },
        ]}
        columns={[
          {
            name: '消息',
            cell: ({ code, name, group }) => (
              <>
                <Link to={withQuery(query, 'template', code)} preventScrollReset>
                  {name}
                </Link>
                <small>{group}</small>
              </>
            ),
          },
          { name: '标题', cell: ({ title, smsOnly }) => (smsOnly ? '—（只发短信）' : title) },
          { name: '短信', cell: ({ sms }) => (sms ? `${sms.length} 字，${smsParts(sms)} 条` : '不发'), nowrap: true },
          { name: '收件人可否关闭', cell: ({ mandatory }) => (mandatory ? '不可' : '可以'), nowrap: true },
          {
            name: '文字',
            cell: ({ isChanged }) => (isChanged ? <Tag tone="water">改过</Tag> : <Tag>默认</Tag>),
            nowrap: true,
          },
          {
            name: '修改',
            cell: ({ updatedName, updatedAt }) => (updatedAt ? `${updatedName} ${minute(updatedAt)}` : '—'),
          },
        ]}
      />
      <EditTemplate templates={loaderData} reload={answer.reload} />
    </section>
  )
}
