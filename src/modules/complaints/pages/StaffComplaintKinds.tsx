import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffComplaintKinds'

export { staffComplaintKinds as handle } from './screens.ts'

export const clientLoader = recordsLoader('complaintKind')

/** 事项种类: what may be brought to the association, until when it is answered, and how it may end. */
export default function StaffComplaintKinds({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="事项种类"
      mayChange={useMay('staff:complaints')}
      title="事项种类"
      add="新增种类"
      blank={{ days: 15, topics: '', outcomes: '', isAboutData: 'no', isOpen: 'yes' }}
      about={
        <>
          个人信息请求应在 15 个工作日内答复；投诉的期限按协会的章程和制度设定。
          <Link to="/staff/complaints">已登记的事项</Link>
        </>
      }
      empty={{ title: '还没有事项种类', children: '设好名称、编号前缀、期限和办理结果，就可以登记。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '编号前缀', nowrap: true, cell: ({ values }) => String(values.prefix) },
        { name: '期限', nowrap: true, cell: ({ values }) => `${values.days} 个工作日` },
        {
          name: '已登记',
          nowrap: true,
          cell: ({ id, uses }) => <Link to={`/staff/complaints?kindId=${id}`}>{uses} 件</Link>,
        },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">启用</Tag> : <Tag>停用</Tag>),
        },
      ]}
    />
  )
}
